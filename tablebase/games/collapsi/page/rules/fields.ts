/**
 * The fields of the designer: cells, cards, steps from a joker. Each is rebuilt when the draft
 * changes, and keeps the focus.
 */

import { cellName } from "#shared/cells.ts";
import { button } from "#shared/commands.ts";
import { html, refill } from "#shared/dom.ts";
import { OUTS, SWITCHES } from "../engine/designs.ts";
import { type Options, TURNS, Turn } from "../engine/turns.ts";
import { SHIFTING } from "../shared/address.ts";
import { changed, counted, type Draft, RANKS, toggled } from "./draft.ts";

type Change = (draft: Draft) => unknown;

/** The longest walk from a joker that is offered. */
const STEPS = 6;

/** All switches off, and no line shifts. */
export const OFF: Partial<Draft> = {
  ...Object.fromEntries(SWITCHES.map(({ name }) => [name, false])),
  ...Object.fromEntries(SHIFTING.map((name) => [name, ""])),
};

/** How lines shift in a draft, in words; "" if they do not. */
export function shiftsOf(options: Partial<Options>) {
  const { linesMove, words } = new Turn(options);
  return linesMove ? words.join(", ") : "";
}

/** How lines may shift, made once. */
export function shifts(list: HTMLElement, choose: (chosen: Partial<Draft>) => unknown) {
  const found = TURNS.map(({ options }) => ({ options, text: shiftsOf(options) })).filter(({ text }) => text);
  list.append(
    ...[{ text: "" }, ...found].map(({ text }) => html("option", { value: text }, text || "stay as they are")),
  );
  list.addEventListener("change", ({ target }) => {
    const { value } = target as HTMLSelectElement;
    choose({ ...OFF, ...found.find(({ text }) => text === value)?.options });
  });
}

/** What is on or off, made once. */
export function switches(root: HTMLElement, choose: (chosen: Partial<Draft>) => unknown) {
  root.append(
    ...SWITCHES.map(({ name, label }) => {
      const input = html("input", { type: "checkbox", id: name }) as HTMLInputElement;
      input.addEventListener("change", () => choose({ ...OFF, [name]: input.checked }));
      return html("label", { class: "check" }, input, " ", html("span", {}, label));
    }),
  );
}

/** What happens if one of three or four players cannot move, made once. */
export function readings(root: HTMLElement) {
  root.append(
    ...OUTS.map(({ name, label }) =>
      html("label", {}, html("input", { type: "radio", name: "out", value: name }), html("span", {}, label)),
    ),
  );
}

export function cells(root: HTMLElement, draft: Draft, change: Change) {
  const { rows, columns, gaps } = draft;
  root.style.setProperty("--rows", String(rows));
  root.style.setProperty("--columns", String(columns));
  refill(
    root,
    Array.from({ length: rows * columns }, (_, place) => {
      const name = cellName(place, columns);
      const pressed = { "aria-label": name, "aria-pressed": String(!gaps.includes(place)) };
      return button({ class: "place", "data-key": name, ...pressed }, () => change(toggled(draft, place)));
    }),
  );
}

export function deck(root: HTMLElement, draft: Draft, change: Change) {
  const used = RANKS.filter((rank, at) => draft.cards[rank] || at < 5);
  const shown = RANKS.slice(0, Math.min(RANKS.length, RANKS.indexOf(used[used.length - 1]) + 2));
  refill(root, [...shown.map((rank) => rankOf(rank, draft, change)), jokers(draft.players)]);
}

function rankOf(rank: string, draft: Draft, change: Change) {
  const count = draft.cards[rank];
  const by = (step: number, sign: string, word: string) => {
    const named = { "data-key": rank + sign, "aria-label": `${word} one ${rank}` };
    const run = () => change(counted(draft, rank, count + step));
    const none = count + step < 0;
    return button({ class: "round", ...named, disabled: none, title: none && `There is no ${rank}` }, run, sign);
  };
  return html(
    "li",
    {},
    html("span", { class: "face" }, rank),
    by(-1, "−", "Remove"),
    html("output", {}, String(count)),
    by(1, "+", "Add"),
  );
}

/** One per player. */
const jokers = (players: number) =>
  html(
    "li",
    { class: "jokers" },
    html("span", { class: "face" }, "J"),
    html("span", { class: "note" }, `${players}, one per player`),
  );

export function editions(root: HTMLElement, draft: Draft, change: Change) {
  refill(
    root,
    draft.steps.map((allowed, at) => edition(allowed, at, draft, change)),
  );
}

function edition(allowed: number[], at: number, draft: Draft, change: Change) {
  const set = (steps: number[]) => change(changed(draft, { steps: draft.steps.with(at, steps) }));
  const choices = Array.from({ length: Math.max(STEPS, ...allowed) }, (_, one) => one + 1).map((steps) => {
    const chosen = allowed.includes(steps);
    const last = chosen && allowed.length === 1;
    const pressed = { "aria-pressed": String(chosen), disabled: last, title: last && "A pawn needs a way to start" };
    const run = () => set(chosen ? allowed.filter((other) => other !== steps) : [...allowed, steps].sort());
    return button({ class: "round", "data-key": `${at}/${steps}`, ...pressed }, run, String(steps));
  });
  const remove = button(
    {
      class: "round",
      "data-key": `${at}/x`,
      "aria-label": `Remove edition ${at + 1}`,
      disabled: draft.steps.length === 1,
      title: draft.steps.length === 1 && "At least one edition is needed",
    },
    () => change(changed(draft, { steps: draft.steps.toSpliced(at, 1) })),
    "×",
  );
  return html(
    "div",
    { class: "row", role: "group", "aria-label": `Edition ${at + 1}: steps from a starting card` },
    ...choices,
    remove,
  );
}
