/** What Play shows of its state. It reads the state, and changes nothing but the page. */

import type { App } from "#shared/app.ts";
import { part, relabel, set, write } from "#shared/dom.ts";
import { showHeadline } from "#shared/sheet.ts";
import { isForMany } from "../shared/game.ts";
import { explain } from "../shared/how.ts";
import type { Shown as ShownType } from "../shared/session.ts";
import { renderCoach } from "./coach.ts";
import { isDecided } from "./match.ts";
import { settings } from "./settings.ts";
import { isOver, isRound, isYours, matchOf, points, running, type State } from "./state.ts";
import { viewOf } from "./table.ts";
import { headline, roundText, type Seat, scoreText } from "./words.ts";

type Shown = ShownType<State>;

/** Whose view is taken: of a shared game that is over nobody here was a player. */
export const seatOf = (state: State): Seat => (isOver(state) && !state.played ? "all" : viewOf(state.table));

export function render(root: HTMLElement, app: App, shown: Shown) {
  const { state, rules, game, side, probe, layout } = shown;
  const begun = state.phase !== "choosing";
  const over = isOver(state);
  const seat = seatOf(state);
  const card = layout.cells.find((cell) => cell?.pawns.includes(side[0]))?.card ?? "";
  const back = isBack(state); // to look at it
  const [main, sub] = begun
    ? headline(back ? "all" : seat, side, back || isYours(state), probe, card, shown.stepsFrom(card))
    : [
        `Play ${state.title}`,
        isForMany(rules) ? "Against computers, or with friends" : "Against a computer, or with a friend",
      ];
  const winner = probe && !probe.moves.length ? probe.winner : null;
  showHeadline(root, begun ? (winner ?? side) : "", [main, sub]);
  app.title(begun ? main : "");
  explain(app, shown);
  root.classList.toggle("begun", begun);
  set(part(root, "stage"), { inert: !begun });
  set(part(root, "start"), { hidden: begun });
  const isLooking = !begun && state.deal === "looking";
  set(part(root, "begin"), { "aria-busy": String(isLooking) });
  set(part(root, "stage"), { "aria-busy": isLooking && "true" });
  set(part(root, "coach"), { hidden: !begun || over });
  const isSendable = seat === "all" && game.at > 0 && !isForMany(rules) && matchOf(state) === null;
  set(part(root, "send"), { hidden: !isSendable });
  write(part(root, "sent"), state.sent);
  write(part(root, "notice"), state.notice);
  set(part(root, "over"), { hidden: !over });
  const said = renderCoach(root, shown, seat, settings().comments, over ? [] : state.comment.words);
  const round = renderRound(root, state, over);
  if (probe && begun) write(part(root, "status"), `${said} ${main}. ${sub} ${round}`.trim());
}

/** Whether a game is only looked at: the computer does not move now. */
const isBack = (state: State) =>
  state.phase === "opening" ||
  ((isOver(state) || !state.played) && !isYours(state) && state.game.at < state.game.steps.length - 1);

/** The score of the match, and what the round has brought. @returns what that is */
function renderRound(root: HTMLElement, state: State, over: boolean): string {
  const match = state.phase === "choosing" ? null : matchOf(state);
  const { winner } = state.ended;
  const counts = isRound(state);
  const brought = match && over && winner && counts ? roundText(match, winner, points(state)) : "";
  set(part(root, "score"), { hidden: !match });
  set(part(root, "round"), { hidden: !over || !match || !counts });
  write(part(root, "score"), match ? scoreText(match) + (counts ? "" : ". This game does not change it.") : "");
  write(part(root, "round"), brought);
  relabel(part(root, "new-game"), match && running(state) && !over ? "Leave" : "New game");
  return brought;
}

/** What the buttons after a game do in a match. */
export function renderNext(root: HTMLElement, state: State) {
  const match = matchOf(state);
  if (!match) return write(part(root, "play-again"), "Play again");
  set(part(root, "swap"), { hidden: true }); // the colours change anyway
  const goesOn = match.counted ? "Next round" : `Continue round ${match.round}`;
  write(part(root, "play-again"), isDecided(match) ? "Play a new match" : goesOn);
  part(root, "play-again").classList.add("primary");
  part(root, "try-again").classList.remove("primary");
  part(root, "try-again").append(" (does not change the score)");
}
