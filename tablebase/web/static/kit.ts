/**
 * What modes of other games import: `import { ask, html } from "../../../kit.js"`. Names and their meaning
 * stay; the files beside it change with every build.
 */

export { ask } from "#engine/client.ts";
export { EngineError, quote } from "#engine/errors.ts";
export { chances, chosen } from "#engine/opponent.ts";
export { App } from "./shared/app.ts";
export { attempt, mountBanner, report, retried } from "./shared/banner.ts";
export { cellName, cellNumber, nameLines } from "./shared/cells.ts";
export { bind, button, command, enters, listen, presses, showEnabled } from "./shared/commands.ts";
export { copyLink, copyShown } from "./shared/share.ts";
export { dateOf, dayOf, Days, inARow } from "./shared/days.ts";
export { forget, forgetAll, isAllowed, keep, names, onChanged, recall, retain, setting } from "./shared/device.ts";
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
export { rove, walkable } from "./shared/grid.ts";
export { exported, FileError, imported } from "./shared/kept.ts";
export { Machine } from "./shared/machine.ts";
export { gameMode } from "./shared/mode.ts";
export { illegalText, movesFields, movesIn, PartError, query, shownOf } from "./shared/query.ts";
export { looked, machineOf, playing, ruled } from "./shared/rules.ts";
export { share, shareResult } from "./shared/share.ts";
export { showFigures, showHeadline, showSheet, showSteps } from "./shared/sheet.ts";
export {
  bytesOf,
  forgetGame,
  keepGame,
  keptGame,
  keptGames,
  LIMITS,
  nameOf,
  newKept,
  onKeptChanged,
  readKept,
  used,
} from "./shared/store.ts";
export { mountTabs } from "./shared/tabs.ts";
export { counted, judge, markOf, valueText } from "./shared/judge.ts";
