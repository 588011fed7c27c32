/** Who plays, on which board, with which limits: the forms beside the board, and what they remember. */

import { attempt } from "#shared/commands.ts";
import { html, part, show } from "#shared/dom.ts";
import { keep, setting } from "#shared/store.ts";
import { LEVELS } from "./probe.ts";
import { fullBoard, sizeOf, type Table } from "./table.ts";

const SIZES = [2, 3, 4, 5, 6, 7, 8];
const TAKES = [1, 2, 3, 4, 5];

const NOTES = {
  computer: "Values are hidden. Your mistakes are pointed out after you make them.",
  friend: "You share the screen. Values are hidden until the game is over.",
  nobody: "You move for both players and see what every move is worth.",
};

/** What is remembered on this device. */
export const kept = () =>
  setting("nim", {
    against: "computer" as Table["against"],
    you: 0,
    level: "beginner",
    rows: 4,
    columns: 4,
    take: 3,
    misere: true,
  });

export function remember({ against, you, level, limits, steps }: Table) {
  const size = steps.length ? sizeOf(steps[0].position) : {};
  keep("nim", { ...kept(), against, you, level, ...limits, ...size });
}

const field = (root: HTMLElement, name: string) =>
  (part(root, "limits") as HTMLFormElement).elements.namedItem(name) as HTMLSelectElement;

export function mountSetup(root: HTMLElement, send: (type: string, about?: object) => unknown) {
  for (const [name, numbers] of Object.entries({ rows: SIZES, columns: SIZES, take: TAKES }))
    field(root, name).replaceChildren(...numbers.map((number) => html("option", {}, String(number))));
  const level = part(root, "level") as HTMLSelectElement;
  level.replaceChildren(...Object.entries(LEVELS).map(([name, words]) => html("option", { value: name }, words)));
  level.value = kept().level;
  const on = (id: string, run: () => unknown) => part(root, id).addEventListener("change", () => attempt(run));
  on("level", () => send("level", { level: level.value }));
  const chosen = (id: string) => (part(root, id).querySelector("input:checked") as HTMLInputElement).value;
  on("against", () => send("players", { against: chosen("against") }));
  on("you", () => send("players", { you: Number(chosen("you")) }));
  on("limits", () => {
    const [rows, columns, take] = ["rows", "columns", "take"].map((name) => Number(field(root, name).value));
    const limits = { take, misere: field(root, "misere").value === "true" };
    return send("open", { position: fullBoard(rows, columns), limits, changes: { live: true }, keeps: true });
  });
  // Until a game is there, what may be changed is what is remembered.
  const { rows, columns, take, misere, ...players } = kept();
  showSetup(root, { ...players, size: { rows, columns }, limits: { take, misere } });
}

/** Let the forms show what is played. */
export function showSetup(
  root: HTMLElement,
  {
    size: { rows, columns },
    limits: { take, misere },
    against,
    you,
  }: Pick<Table, "limits" | "against" | "you"> & { size: { rows: number; columns: number } },
) {
  for (const [name, value] of Object.entries({ rows, columns, take })) choose(field(root, name), String(value));
  field(root, "misere").value = String(misere); // a group of buttons
  check(part(root, "against"), against);
  check(part(root, "you"), String(you));
  show(root, { opponent: { hidden: against !== "computer" }, "against-note": NOTES[against] });
}

/** A link may have a size or a limit that is not offered. */
function choose(select: HTMLSelectElement, value: string) {
  if (![...select.options].some((option) => option.value === value)) select.append(html("option", {}, value));
  select.value = value;
}

function check(group: HTMLElement, value: string) {
  const input = group.querySelector(`input[value="${value}"]`) as HTMLInputElement;
  input.checked = true;
}
