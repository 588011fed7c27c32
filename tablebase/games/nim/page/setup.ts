/** Who plays, on which board, with which limits: the forms beside the board, and what they remember. */

import { attempt } from "#shared/commands.ts";
import { html, part, show } from "#shared/dom.ts";
import type { Send } from "#shared/sheet.ts";
import { keep, setting } from "#shared/store.ts";
import { fullBoard, sizeOf, type Table } from "./table.ts";

const NOTES = {
  computer: "Values are hidden. Your mistakes are pointed out after you make them.",
  friend: "You share the screen. Values are hidden until the game is over.",
  nobody: "You move for both players and see what every move is worth.",
};

/** Who plays, on which board, with which limits. */
type Played = { against: Table["against"]; you: number; rows: number; columns: number; take: number; misere: boolean };

const FIRST = { against: "computer", you: 0, level: "beginner", rows: 4, columns: 4, take: 3, misere: true };

/** What is remembered on this device. */
export const kept = () => setting("nim", FIRST as Played & { level: string });

export function remember({ against, you, level, limits, steps }: Table) {
  const size = steps.length ? sizeOf(steps[0].position) : {};
  keep("nim", { ...kept(), against, you, level, ...limits, ...size });
}

export function mountSetup(root: HTMLElement, send: Send) {
  const on = (id: string, run: (value: string) => unknown) =>
    part(root, id).addEventListener("change", ({ target }) => attempt(() => run((target as HTMLInputElement).value)));
  on("level", (level) => send("level", { level }));
  on("against", (against) => send("players", { against }));
  on("you", (you) => send("players", { you: Number(you) }));
  on("limits", () => {
    const form = new FormData(part(root, "limits") as HTMLFormElement);
    const [rows, columns, take] = ["rows", "columns", "take"].map((name) => Number(form.get(name)));
    const limits = { take, misere: form.get("misere") === "true" };
    return send("open", { position: fullBoard(rows, columns), limits, changes: { live: true }, keeps: true });
  });
  // Until a game is there, what may be changed is what is remembered.
  const { level, ...played } = kept();
  (part(root, "level") as HTMLSelectElement).value = level;
  showSetup(root, played);
}

/** Let the forms show what is played: a link may have a size or a limit that is not offered. */
export function showSetup(root: HTMLElement, played: Played) {
  for (const [name, value] of Object.entries(played))
    for (const field of root.querySelectorAll(`[name=${name}]`) as NodeListOf<HTMLInputElement | HTMLSelectElement>) {
      const text = String(value);
      if (field instanceof HTMLInputElement) field.checked = field.value === text;
      else if (![...field.options].some((option) => option.value === text)) field.append(html("option", {}, text));
      if (field instanceof HTMLSelectElement) field.value = text;
    }
  show(root, { opponent: { hidden: played.against !== "computer" }, "against-note": NOTES[played.against] });
}
