/** Random deals, by who wins them, how soon, and how hard that is. */

import { chooses, enters } from "#shared/commands.ts";
import { part } from "#shared/dom.ts";
import { counted } from "#shared/judge.ts";
import type { RandomDeal } from "../answers.d.ts";
import * as api from "../shared/api.ts";
import { begun, learn } from "../shared/session.ts";
import { todaysEdition } from "../shared/variants.ts";
import { named } from "../shared/words.ts";
import type { Session } from "./state.ts";

/** @returns the seed of today's deal: the date, as a number */
export const today = (): string => new Date().toLocaleDateString("sv").replaceAll("-", ""); // Sweden writes 2026-02-01

export function mountDeals(root: HTMLElement, session: Session, deal: (filters: Record<string, string>) => unknown) {
  chooses(root, { winner: () => offerLengths(root) });
  enters(root, "random", () => deal(filters(root)));
  offerLengths(root);
  session.addEventListener("settled", () => {
    for (const field of part(root, "random").querySelectorAll("label")) field.hidden = session.rules?.book === false;
  });
}

/** What the form asks for. */
export function filters(root: HTMLElement) {
  const form = part(root, "random") as HTMLFormElement;
  return Object.fromEntries(new FormData(form)) as Record<string, string>;
}

/** Offer the lengths that there are: Red wins in an odd number of moves, Blue in an even one. */
function offerLengths(root: HTMLElement) {
  const { value } = part(root, "winner") as HTMLSelectElement;
  const length = part(root, "length") as HTMLSelectElement;
  for (const option of length.options)
    option.hidden = option.disabled =
      !!value && !!option.value && (Number(option.value) % 2 === 1) !== (value === "red");
  if (length.selectedOptions[0]?.disabled) length.value = "";
}

/** A deal as a game, and what is known of it. @param variant without an edition, today's */
export async function dealt(wanted: Record<string, string>, variant: api.Variant) {
  const rules = await learn(variant.rules);
  const under = { rules: variant.rules, edition: variant.edition || todaysEdition(rules) };
  const found = await api.random(under, rules.book ? wanted : { seed: wanted.seed ?? "" });
  return { ...(await begun(found.position, under)), dealt: found };
}

/** What there is to say of a deal, while it is the one that is shown. */
export function dealNote({ game, hidden, state: { dealt, dealing } }: Session) {
  if (dealing) return "Looking for a deal…";
  if (!dealt || game.steps[0].position !== dealt.position) return "";
  return `${hidden ? "" : said(dealt)}Seed ${dealt.seed}.`;
}

/** What is known of a deal. */
function said({ winner, dte, winning_moves: winning }: RandomDeal) {
  if (winner === null) return "";
  const moves = winning === null ? "" : `; ${counted(winning, "first move")} win${winning === 1 ? "s" : ""}`;
  return `${named(winner)} wins in ${dte}${moves}. `;
}
