/**
 * What modes of other games import: `import { ask, html } from "../../../kit.js"`. Names and their meaning
 * stay; the files beside it change with every build.
 */

export * from "#engine/client.ts";
export * from "#engine/errors.ts";
export * from "#engine/opponent.ts";
export * from "./shared/app.ts";
export * from "./shared/cells.ts";
export * from "./shared/commands.ts";
export * from "./shared/days.ts";
export * from "./shared/dom.ts";
export * from "./shared/files.ts";
export { anew, answered, current, LOOK, NOTHING, stepped } from "./shared/game.ts";
export * from "./shared/judge.ts";
export * from "./shared/kept.ts";
export * from "./shared/machine.ts";
export * from "./shared/mode.ts";
export * from "./shared/query.ts";
export * from "./shared/rules.ts";
export * from "./shared/share.ts";
export * from "./shared/sheet.ts";
export * from "./shared/store.ts";
