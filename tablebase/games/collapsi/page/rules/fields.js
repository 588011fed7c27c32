/**
 * The fields of the designer: cells, cards, steps from a joker. Each is rebuilt when the draft
 * changes, and keeps the focus.
 *
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {(draft: Draft) => unknown} Change
 */

import { cellName } from "#shared/cells.js";
import { button } from "#shared/commands.js";
import { html, refill } from "#shared/dom.js";
import { OUTS, SWITCHES } from "../engine/designs.js";
import { changed, counted, RANKS, toggled } from "./draft.js";

/** The longest walk from a joker that is offered. */
const STEPS = 6;

/** All switches off. */
export const OFF = Object.fromEntries(SWITCHES.map(({ name }) => [name, false]));

/** What is on or off, made once. @param {HTMLElement} root @param {(chosen: Partial<Draft>) => unknown} choose */
export function switches(root, choose) {
  root.append(
    ...SWITCHES.map(({ name, label }) => {
      const input = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", id: name }));
      input.addEventListener("change", () => choose({ ...OFF, [name]: input.checked }));
      return html("label", { class: "check" }, input, " ", html("span", {}, label));
    }),
  );
}

/** What happens if one of three or four players cannot move, made once. @param {HTMLElement} root */
export function readings(root) {
  root.append(
    ...OUTS.map(({ name, label }) =>
      html("label", {}, html("input", { type: "radio", name: "out", value: name }), html("span", {}, label)),
    ),
  );
}

/** @param {HTMLElement} root @param {Draft} draft @param {Change} change */
export function cells(root, draft, change) {
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

/** @param {HTMLElement} root @param {Draft} draft @param {Change} change */
export function deck(root, draft, change) {
  const used = RANKS.filter((rank, at) => draft.cards[rank] || at < 5);
  const shown = RANKS.slice(0, Math.min(RANKS.length, RANKS.indexOf(used[used.length - 1]) + 2));
  refill(root, [...shown.map((rank) => rankOf(rank, draft, change)), jokers(draft.players)]);
}

/** @param {string} rank @param {Draft} draft @param {Change} change */
function rankOf(rank, draft, change) {
  const count = draft.cards[rank];
  const by = (/** @type {number} */ step, /** @type {string} */ sign, /** @type {string} */ word) => {
    const named = { "data-key": rank + sign, "aria-label": `${word} one ${rank}` };
    const run = () => change(counted(draft, rank, count + step));
    return button({ class: "round", ...named, disabled: count + step < 0 }, run, sign);
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

/** One per player. @param {number} players */
const jokers = (players) =>
  html(
    "li",
    { class: "jokers" },
    html("span", { class: "face" }, "J"),
    html("span", { class: "note" }, `${players}, one per player`),
  );

/** @param {HTMLElement} root @param {Draft} draft @param {Change} change */
export function editions(root, draft, change) {
  refill(
    root,
    draft.steps.map((allowed, at) => edition(allowed, at, draft, change)),
  );
}

/** @param {number[]} allowed @param {number} at @param {Draft} draft @param {Change} change */
function edition(allowed, at, draft, change) {
  const set = (/** @type {number[]} */ steps) => change(changed(draft, { steps: draft.steps.with(at, steps) }));
  const choices = Array.from({ length: Math.max(STEPS, ...allowed) }, (_, one) => one + 1).map((steps) => {
    const chosen = allowed.includes(steps);
    const pressed = { "aria-pressed": String(chosen), disabled: chosen && allowed.length === 1 };
    const run = () => set(chosen ? allowed.filter((other) => other !== steps) : [...allowed, steps].sort());
    return button({ class: "round", "data-key": `${at}/${steps}`, ...pressed }, run, String(steps));
  });
  const remove = button(
    {
      class: "round",
      "data-key": `${at}/x`,
      "aria-label": `Remove edition ${at + 1}`,
      disabled: draft.steps.length === 1,
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
