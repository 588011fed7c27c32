/**
 * The fields of the designer: size, cells, cards, steps from a joker. Each is rebuilt when the draft
 * changes, and keeps the focus.
 */

import { cellName } from "#shared/cells.ts";
import { button } from "#shared/commands.ts";
import { html, part, refill } from "#shared/dom.ts";
import { type Options, OUTS, SWITCHES, TURNS, Turn } from "../engine/turns.ts";
import { editionOf, SHIFTING } from "../shared/address.ts";
import { changed, counted, countOf, type Draft, MOST, RANKS, resized, toggled } from "./draft.ts";

/** The longest walk from a joker that is offered. */
const STEPS = 6;

/** All switches off, and no line shifts. */
export const OFF: Partial<Draft> = {
  ...Object.fromEntries(SWITCHES.map(({ name }) => [name, false])),
  ...Object.fromEntries(SHIFTING.map((name) => [name, ""])),
};

/** How lines shift under some options, in words; "" if they do not. */
export function shiftsOf(options: Partial<Options>) {
  const { linesMove, words } = new Turn(options);
  return linesMove ? words.join(", ") : "";
}

/** The options by which lines shift as some words say. */
export const shifting = (text: string): Partial<Draft> =>
  text === "" ? OFF : { ...OFF, ...TURNS.find(({ options }) => shiftsOf(options) === text)?.options };

/** Offer what rules may have, once. */
export function offer(root: HTMLElement) {
  const choice = (attributes: Record<string, string>, label: string, kind?: string) =>
    html("label", { class: kind }, html("input", attributes), " ", html("span", {}, label));
  const shifts = ["", ...TURNS.map(({ options }) => shiftsOf(options)).filter(Boolean)];
  part(root, "shift").append(...shifts.map((text) => html("option", { value: text }, text || "stay as they are")));
  part(root, "switches").append(
    ...SWITCHES.map(({ name, label }) => choice({ type: "checkbox", id: name }, label, "check")),
  );
  part(root, "out").append(
    ...OUTS.map(({ name, label }) => choice({ type: "radio", name: "out", value: name }, label)),
  );
}

/**
 * Show a draft in the fields.
 *
 * @param change what is called with another draft
 */
export function showFields(root: HTMLElement, draft: Draft, change: (draft: Draft) => unknown) {
  const { rows, columns, picture, editions } = draft;
  const used = RANKS.findLastIndex((rank, at) => countOf(draft, rank) > 0 || at < 5);
  const rank = (name: string) =>
    html(
      "li",
      {},
      face(name),
      ...stepper(`one ${name}`, countOf(draft, name), [0, 99], (to) => change(counted(draft, name, to))),
    );
  part(root, "cells").style.setProperty("--columns", String(columns));
  refill(
    part(root, "height"),
    stepper("a row", rows, [1, MOST], (to) => change(resized(draft, { rows: to, columns }))),
  );
  refill(
    part(root, "width"),
    stepper("a column", columns, [1, MOST], (to) => change(resized(draft, { rows, columns: to }))),
  );
  refill(
    part(root, "cells"),
    [...picture.join("")].map((sign, place) => {
      const name = cellName(place, columns);
      const attributes = { class: "place", "data-key": name, "aria-label": name, "aria-pressed": String(sign === "#") };
      return button(attributes, () => change(toggled(draft, place)));
    }),
  );
  refill(part(root, "deck"), [...RANKS.slice(0, used + 2).map(rank), jokers(draft.players)]);
  refill(
    part(root, "editions"),
    editions.map(({ joker_steps: allowed }, at) => edition(allowed, at, draft, change)),
  );
}

/**
 * Buttons to take one away and to add one, and between them how many there are.
 *
 * @param what one of them
 * @param limits the fewest and the most
 */
function stepper(what: string, count: number, [least, most]: [number, number], change: (count: number) => unknown) {
  const by = (step: number, sign: string, word: string) => {
    const disabled = count + step < least || count + step > most;
    const attributes = { class: "round", "data-key": what + sign, "aria-label": `${word} ${what}`, disabled };
    return button(attributes, () => change(count + step), sign);
  };
  return [by(-1, "−", "Remove"), html("output", {}, String(count)), by(1, "+", "Add")];
}

const face = (card: string) => html("span", { class: "face" }, card);

/** One per player. */
const jokers = (players: number) =>
  html("li", {}, face("J"), html("span", { class: "note" }, `${players}, one per player`));

function edition(allowed: number[], at: number, draft: Draft, change: (draft: Draft) => unknown) {
  const set = (steps: number[]) => change(changed(draft, { editions: draft.editions.with(at, editionOf(steps)) }));
  const choices = Array.from({ length: Math.max(STEPS, ...allowed) }, (_, one) => one + 1).map((steps) => {
    const chosen = allowed.includes(steps);
    const attributes = { class: "round", "data-key": `${at}/${steps}`, "aria-pressed": String(chosen) };
    const run = () => set(chosen ? allowed.filter((other) => other !== steps) : [...allowed, steps].sort());
    return button({ ...attributes, disabled: chosen && allowed.length === 1 }, run, String(steps));
  });
  const remove = button(
    {
      class: "round",
      "data-key": `${at}/x`,
      "aria-label": `Remove edition ${at + 1}`,
      disabled: draft.editions.length === 1,
    },
    () => change(changed(draft, { editions: draft.editions.toSpliced(at, 1) })),
    "×",
  );
  return html(
    "div",
    { class: "row", role: "group", "aria-label": `Edition ${at + 1}: steps from a starting card` },
    ...choices,
    remove,
  );
}
