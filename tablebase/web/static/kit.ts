/**
 * What modes of other games import: `import { ask, html } from "../../../kit.js"`. Names and their meaning
 * stay; the files beside it change with every build.
 */

export { ask } from "#engine/client.ts";
export { EngineError, quote } from "#engine/errors.ts";
export { chances, chosen } from "#engine/opponent.ts";
export type { App } from "./shared/app.ts";
export { cellName, cellNumber, nameLines, rove, walkable } from "./shared/cells.ts";
export {
  attempt,
  bind,
  button,
  command,
  enters,
  listen,
  mountBanner,
  presses,
  report,
  retried,
  showEnabled,
} from "./shared/commands.ts";
export { Days, dateOf, dayOf, inARow } from "./shared/days.ts";
export {
  byId,
  classes,
  draw,
  html,
  icon,
  part,
  refill,
  relabel,
  set,
  show,
  svg,
  toBoard,
  write,
} from "./shared/dom.ts";
export { download, markup, styles } from "./shared/files.ts";
export { counted, judge, markOf, valueText } from "./shared/judge.ts";
export { exported, FileError, imported } from "./shared/kept.ts";
export { Machine } from "./shared/machine.ts";
export { gameMode, mountTabs } from "./shared/mode.ts";
export { illegalText, movesFields, movesIn, PartError, query, shownOf } from "./shared/query.ts";
export { looked, machineOf, playing, ruled } from "./shared/rules.ts";
export { copyLink, copyShown, share, shareResult } from "./shared/share.ts";
export { showFigures, showHeadline, showSheet, showSteps } from "./shared/sheet.ts";
export {
  bytesOf,
  forget,
  forgetAll,
  forgetGame,
  isAllowed,
  keep,
  keepGame,
  keptGame,
  keptGames,
  LIMITS,
  nameOf,
  names,
  newKept,
  onChanged,
  onKeptChanged,
  readKept,
  recall,
  retain,
  setting,
  used,
} from "./shared/store.ts";
