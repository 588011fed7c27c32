/** The moves of the position shown with their values, where values are shown. */

import { button } from "#shared/commands.ts";
import { html, part, refill, show, toBoard } from "#shared/dom.ts";
import type { Send } from "#shared/sheet.ts";
import { isLarge, proof } from "./probe.ts";
import type { Table, Take } from "./table.ts";
import { rulesLine, worth } from "./words.ts";

export function showWays(root: HTMLElement, table: Table, send: Send) {
  const { answer, isOpen } = table;
  const moves = (isOpen && answer?.moves) || [];
  show(root, {
    "rules-line": rulesLine(table.limits),
    "ways-panel": { hidden: !isOpen },
    proof: answer && isLarge(answer) && moves.length ? proof(answer) : "",
  });
  if (isOpen && !answer) return; // those of the position before stay, and one may have the focus
  const list = part(root, "ways");
  const focused = list.contains(document.activeElement);
  refill(
    list,
    moves.map((move) => way(table, move, send)),
  );
  if (focused && !moves.length) toBoard(root);
}

/** A click plays it with a mouse, which selects what it points at; otherwise the first selects it. */
function way({ selected, answer }: Table, move: Take, send: Send) {
  const isMouse = ({ pointerType }: PointerEvent) => pointerType === "mouse";
  const attributes = {
    class: `way ${move.result ?? ""}`,
    "aria-pressed": String(selected === move),
    onpointerenter: (event: PointerEvent) => answer && isMouse(event) && send("point", { move }),
    onpointerleave: (event: PointerEvent) => isMouse(event) && send("point"),
  };
  const choose = (event: PointerEvent) => {
    if (isMouse(event) || selected === move) return send("move", { name: move.move });
    return answer && send("choose", { move });
  };
  return html("li", { "data-move": move.move }, button(attributes, choose, html("b", {}, move.move), worth(move)));
}
