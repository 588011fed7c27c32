/** Another board, or another reading of the rules: the forms beside the board. */

import { attempt, enters } from "#shared/commands.ts";
import { part } from "#shared/dom.ts";
import type { Readings } from "./game.ts";

/** What ends a move on the exit, in words. */
const EXITS: Record<Readings["exit"], string> = {
  door: "The pawn may leave before it has walked all its steps. No move passes over the exit.",
  exact:
    "The number must match exactly, and a move may pass over the exit. Most boards are then easy, and new ones can be of any grade.",
};

export function mountSetup(
  root: HTMLElement,
  {
    choose,
    read,
    draw,
    use,
  }: {
    choose: (kind: string) => unknown; // a kind of board: "daily" or a grade
    read: (readings: Readings) => unknown;
    draw: (seed: string) => unknown;
    use: (cards: string) => Promise<unknown>; // throws what the engine says about cards that are not a board
  },
) {
  part(root, "kinds").addEventListener("change", (event) =>
    attempt(() => choose((event.target as HTMLInputElement).value)),
  );
  part(root, "readings").addEventListener("change", () => attempt(() => read(chosen(root))));
  enters(root, "draw", () => draw((part(root, "seed") as HTMLInputElement).value.trim()));
  enters(root, "own", () => use((part(root, "cards") as HTMLInputElement).value), "cards-error");
}

/** The readings that the form says. */
function chosen(root: HTMLElement) {
  const form = new FormData(part(root, "readings") as HTMLFormElement);
  return { exit: form.get("exit"), joker: form.get("joker") } as Readings;
}

/**
 * Show which board and which readings are played.
 *
 * @param played the kind or "", and the seed of the last board drawn or ""
 */
export function showSetup(
  root: HTMLElement,
  { kind, readings: { exit, joker }, seed }: { kind: string; readings: Readings; seed: string },
) {
  for (const input of root.querySelectorAll("#kinds input, #readings input") as NodeListOf<HTMLInputElement>) {
    input.checked = input.value === { kind, exit, joker }[input.name];
  }
  part(root, "exit-note").textContent = EXITS[exit];
  (part(root, "seed") as HTMLInputElement).placeholder = seed;
}
