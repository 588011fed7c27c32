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

/** What forms ask for: `use` throws what the engine says about cards that are not a board. */
type Asked = {
  choose: (kind: string) => unknown; // "daily", "sheet" or a grade
  read: (readings: Readings) => unknown;
  use: (cards: string) => unknown;
};

export function mountSetup(root: HTMLElement, { choose, read, use }: Asked) {
  const changed = (id: string, run: (input: HTMLInputElement) => unknown) =>
    part(root, id).addEventListener("change", ({ target }) => attempt(() => run(target as HTMLInputElement)));
  changed("kinds", ({ value }) => choose(value));
  changed("readings", ({ form }) => read(Object.fromEntries(new FormData(form as HTMLFormElement)) as Readings));
  enters(root, "own", () => use((part(root, "cards") as HTMLInputElement).value), "cards-error");
}

/** Show which kind of board, or "", and which readings are played. */
export function showSetup(root: HTMLElement, played: Readings & { kind: string }) {
  for (const input of root.querySelectorAll("#kinds input, #readings input") as NodeListOf<HTMLInputElement>)
    input.checked = input.value === played[input.name as keyof typeof played];
  part(root, "exit-note").textContent = EXITS[played.exit];
}
