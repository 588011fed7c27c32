/** What Play says before a move is chosen: also why there is no hint. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { tableFor } from "#home/play/table.ts";
import { renderChosen } from "#home/play/view.ts";

const GAME = { steps: [{ position: "A223/4A2Jr/3A23/Jb3A4 r" }, { position: "A223/4A2Jr/3A23/Jb3A4 r" }], at: 1 };

/** What is said on red's turn, when the best move is worth this. */
function said(result, seat) {
  const parts = {};
  const root = {
    querySelector: (name) =>
      (parts[name] ??= { classList: { toggle() {} }, getAttribute: () => null, setAttribute() {} }),
  };
  renderChosen(root, {
    game: GAME,
    state: { phase: "playing", game: GAME, table: tableFor(seat, "perfect") }, // red has moved before
    probe: { moves: [{ move: "a1", result }] },
    rules: { players: 2 },
    selected: "",
    aimed: "",
    moveTo: () => undefined,
  });
  return parts["#advice"].textContent;
}

test("where no move is proven to be good, it says why there is no hint", () => {
  assert.match(said(null, "red"), /^No hint yet/);
  assert.match(said(null, "all"), /^No hint yet/);
  for (const [result, seat] of [
    ["win", "red"],
    ["loss", "red"],
    [null, "blue"],
  ])
    assert.equal(said(result, seat), "");
});
