/**
 * What modes of other games import: `import { ask, html } from "../../../kit.js"`. Names and their meaning
 * stay; the files beside it change with every build.
 */

export { ask } from "#engine/client.js";
export { EngineError, quote } from "#engine/errors.js";
export { chances, chosen } from "#engine/opponent.js";
export { App } from "./shared/app.js";
export { attempt, mountBanner, report, retried } from "./shared/banner.js";
export { dateOf, dayOf } from "./shared/calendar.js";
export { cellName, cellNumber } from "./shared/cells.js";
export { bind, button, listen, presses, showEnabled } from "./shared/commands.js";
export { copyLink, copyShown } from "./shared/copy.js";
export { Days, inARow } from "./shared/days.js";
export { forget, forgetAll, isAllowed, names, onChanged, recall, retain } from "./shared/device.js";
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
} from "./shared/dom.js";
export { enters } from "./shared/enter.js";
export { showFigures } from "./shared/figures.js";
export { markup, styles } from "./shared/files.js";
export { nameLines } from "./shared/frame.js";
export { rove, walkable } from "./shared/grid.js";
export { showHeadline } from "./shared/headline.js";
export { judge } from "./shared/judge.js";
export { exported, FileError, imported } from "./shared/kept.js";
export { Machine } from "./shared/machine.js";
export { GameMode } from "./shared/mode.js";
export { illegalText, movesFields, movesIn, PartError, query, shownOf } from "./shared/query.js";
export { keep, setting } from "./shared/settings.js";
export { share, shareResult } from "./shared/share.js";
export { showSheet } from "./shared/sheet.js";
export { showSteps } from "./shared/steps.js";
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
} from "./shared/store.js";
export { mountTabs } from "./shared/tabs.js";
export { counted, markOf, valueText } from "./shared/words.js";
