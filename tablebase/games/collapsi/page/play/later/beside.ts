/** Beside the board: three and four players; where there is room, also the opponent, how it went, and the moves. */

import { draw, html, part, write } from "#shared/dom.ts";
import { markOf } from "#shared/judge.ts";
import { keptGames } from "#shared/store.ts";
import { recordText } from "../../games/tally.ts";
import { isForMany, toMove } from "../../shared/game.ts";
import { renderPlayers } from "../../shared/players.ts";
import type { Shown } from "../../shared/session.ts";
import { moveText } from "../../shared/words.ts";
import { isCommented, isOver, type State } from "../state.ts";
import { LEVELS, opponentText, written } from "../table.ts";

export function renderBeside(root: HTMLElement, shown: Shown<State>) {
  const { game, rules, state } = shown;
  if (isForMany(rules)) renderPlayers(root, shown);
  const { level } = written(state.table);
  const against = `Against ${level ? opponentText(level) : "each other"}`;
  const record = level in LEVELS && !isForMany(rules) ? recordText(keptGames().games, level) : "";
  write(part(root, "against"), record.startsWith(against) ? record : `${against}. ${record}`.trim());
  const moves = game.steps.slice(1).map(({ move, judgement }, at) => {
    const mark = isCommented(state) || isOver(state) ? markOf(judgement)[0] : "";
    const attributes = { class: `move ${toMove(game, at)}`, "aria-current": at + 1 === game.at && "step" };
    return html("li", attributes, moveText(move), html("span", { class: "mark" }, mark));
  });
  draw(part(root, "moves"), moves);
}
