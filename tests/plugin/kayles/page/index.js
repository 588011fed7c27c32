/** Kayles: click a pin to knock it down, or the gap between two to knock down both. */

import { ask, attempt, html, part, query as written } from "../../../kit.js";

/** @typedef {import("./answers.js").Move} Move */

const FULL = "1111111";

/** @type {import("../../../shared/app.js").Mount} */
export function mount(root, app) {
  part(root, "new").addEventListener("click", () => attempt(() => play(FULL)));
  return { show: (query) => open(query.get("p") ?? FULL) };

  /** Show a row. @param {string} row */
  async function open(row) {
    const { position, result, dte, moves } = await ask("kayles/probe", { position: row });
    const end = moves.length ? `You ${result === "win" ? "win" : "lose"} in ${dte}` : "The last pin is down";
    part(root, "value").textContent = end;
    const buttons = new Map(moves.map((/** @type {Move} */ move) => [move.move, button(move)]));
    const pins = [...position].map((_, index) => index + 1);
    part(root, "pins").replaceChildren(
      ...pins.flatMap((at) =>
        [buttons.get(`${at}`) ?? html("span", { class: "down" }), buttons.get(`${at}-${at + 1}`)].filter(Boolean),
      ),
    );
    app.title(`${end} · Kayles`);
  }

  /** Move to a row. @param {string} row */
  async function play(row) {
    await open(row);
    app.remember(written({ mode: "kayles", p: row }), null);
  }

  /** @param {Move} move */
  function button({ move, position, result, dte, is_best }) {
    const attributes = {
      type: "button",
      class: `${move.includes("-") ? "pair" : "pin"}${is_best ? " best" : ""}`,
      "aria-label": `Knock down ${move}: ${result} in ${dte}`,
    };
    const made = html("button", attributes, move.includes("-") ? "+" : move);
    made.addEventListener("click", () => attempt(() => play(position)));
    return made;
  }
}
