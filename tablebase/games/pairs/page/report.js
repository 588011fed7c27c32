/** What a search has found of the position shown: the fewest cards that can be left, and a proof. */

import { attempt } from "#shared/banner.js";
import { html, part } from "#shared/dom.js";
import { counted } from "#shared/words.js";
import { outlook, proof, unsolved } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {HTMLElement} root @param {Game} game */
export function mountFewest(root, game) {
  const prove = /** @type {HTMLButtonElement} */ (part(root, "prove"));
  prove.addEventListener("click", () => attempt(() => (game.solution ? game.prove() : game.solve())));
  game.addEventListener("change", () => {
    const { solution } = game;
    part(root, "outlook").textContent = solution ? outlook(solution) : unsolved(game);
    part(root, "proof").textContent = solution ? proof(solution) : "";
    prove.hidden = game.isOver || solution?.proven === true;
    prove.disabled = game.answer === null || game.search !== null;
    prove.textContent = solution ? "Keep searching, up to 2 minutes" : "Find out";
    part(root, "certificate").hidden = !solution?.complete;
    part(root, "states").replaceChildren(
      ...(solution?.states ?? []).map((number) => html("li", {}, counted(number, "position"))),
    );
  });
}
