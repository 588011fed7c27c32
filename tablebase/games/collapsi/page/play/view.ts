/** What Play shows of its state. It reads the state, and changes nothing but the page. */

import type { App } from "#shared/app.ts";
import { report } from "#shared/commands.ts";
import { part, relabel, set, show, toBoard, write } from "#shared/dom.ts";
import { Turn } from "../engine/turns.ts";
import type { Side } from "../shared/api.ts";
import { isForMany, toMove } from "../shared/game.ts";
import { explain } from "../shared/how.ts";
import { other } from "../shared/notation.ts";
import type { Shown as ShownType } from "../shared/session.ts";
import { aimText, moveText } from "../shared/words.ts";
import { lastOf } from "./record.ts";
import {
  isCommented,
  isOver,
  isRound,
  isSendable,
  isYours,
  lastTurn,
  matchOf,
  mistakeAt,
  outcome,
  points,
  running,
  type State,
  takesBack,
} from "./state.ts";
import { isAway, viewOf } from "./table.ts";
import * as words from "./words.ts";

type Shown = ShownType<State>;

/** Whose view is taken: of a shared game that is over nobody here was a player. */
export const seatOf = (state: State): words.Seat => (isOver(state) && !state.played ? "all" : viewOf(state.table));

export function render(root: HTMLElement, app: App, shown: Shown) {
  const { state, side, probe, layout, game, variation } = shown;
  const focused = document.activeElement as HTMLElement | null;
  const begun = state.phase !== "choosing";
  const over = isOver(state);
  const won = isLast(state) ? outcome(state) : "";
  const seat = seatOf(state);
  const card = layout.cells.find((cell) => cell?.pawns.includes(side[0]))?.card ?? "";
  const walk = words.walkText(card, shown.stepsFrom(card));
  const back = isBack(state); // to look at it
  const now = variation
    ? words.WHAT_IF
    : words.headline(back ? "all" : seat, side, back || isYours(state), probe, walk, isAway(state.table));
  const [main, sub] = { choosing: state.heading, opening: words.OPENING, playing: now }[state.phase];
  const winner = probe && !probe.moves.length ? probe.winner : null;
  const busy = {
    choosing: ["looking", "wanted"].includes(state.deal) && "dealing",
    opening: "opening",
    playing: state.thinking === "on" && "thinking",
  }[state.phase];
  const match = begun ? matchOf(state) : null;
  const counts = isRound(state);
  const brought = match && over && counts ? words.roundText(match, state.ended.winner as Side, points(state)) : "";
  const yours = isCommented(state) && seat !== "all" ? lastOf(game, seat) : 0;
  const feedback = yours && seat !== "all" ? praisedOf(shown, seat, yours) : "";
  const answers = yours ? reply(shown, seat, yours) : "";
  const verdict = game.steps[yours].judgement?.verdict;
  const [mistake, taken] = [mistakeAt(state), takesBack(state)];
  const shows = mistake && (over || (mistake === yours && isYours(state)));
  app.title(begun ? main : "");
  explain(app, shown);
  root.classList.toggle("begun", begun);
  set(root, { "data-outcome": won, "data-level": won && state.table[other(seat as Side)] });
  show(root, {
    headline: {
      class: `headline ${begun && !variation ? (won && !isForMany(shown.rules) ? seat : (winner ?? side)) : ""}`,
    },
    "headline-main": main,
    "headline-sub": sub,
    stage: { inert: !begun, "aria-busy": busy && "true", "data-busy": busy },
    start: { hidden: begun },
    begin: { "aria-busy": String(busy === "dealing") },
    coach: { hidden: !begun },
    feedback,
    reply: answers,
    ...(verdict === "blunder" ? {} : { picture: [] }),
    "show-me": shows ? (variation ? "Back to the game" : "Show me") : "",
    "take-back": taken ? `Take back ${moveText(game.steps[taken].move)}` : "",
    send: { hidden: !isSendable(state) },
    sent: state.sent,
    notice: state.notice,
    over: { hidden: !over },
    score: match ? words.scoreText(match) + (counts ? "" : ". This game does not change it.") : "",
    round: brought,
    "players-panel": { hidden: !isForMany(shown.rules) },
  });
  set(part(root, "feedback"), { class: `feedback ${(feedback && verdict) || ""}` });
  relabel(part(root, "new-game"), match && running(state) && !over ? "Leave" : "New game");
  const picture = () => drawPicture(root, shown, yours);
  if (verdict === "blunder") picture().catch((error) => report(error, picture));
  renderChosen(root, shown);
  if (focused && !focused.checkVisibility()) toBoard(root);
  // What was said of a move does not fit a game that is over, nor one that is looked back at.
  const said = over || back ? "" : `${feedback} ${answers}`.trim();
  const told = begun ? `${said} ${main}. ${sub}. ${brought}`.trim() : "";
  if (!begun || (probe && !variation)) write(part(root, "status"), told);
}

const isLast = ({ game }: State) => game.at === game.steps.length - 1;

/** Whether a game is only looked at: the computer does not move now. */
const isBack = (state: State) => (isOver(state) || !state.played) && !isYours(state) && !isLast(state);

/** What your move has done; it stays until you move again. @param yours its number */
function praisedOf({ game, hidden, probe }: Shown, seat: Side, yours: number) {
  const { move, judgement } = game.steps[yours];
  const key = game.steps[yours + 1]?.judgement?.best ?? (game.at === yours ? probe?.moves[0]?.move : "");
  return judgement ? words.praised(seat, move, judgement, hidden, key) : "";
}

/** A mistake: the move that was played, and the one that was better. Its picture is loaded when there is one. */
async function drawPicture(root: HTMLElement, shown: Shown, at: number) {
  const { game } = shown;
  const { move, path, judgement } = game.steps[at];
  const { diagram } = await import("../shared/diagram.ts");
  if (shown.game !== game) return; // a game is never changed, only replaced
  const { best = "", bestPath = [] } = judgement ?? {};
  const label = `You played ${moveText(move)}, the dashed line; ${moveText(best)}, the solid line, was better.`;
  show(root, { picture: [diagram(game.steps[at - 1].position, drawnOf(path, bestPath), label)] });
}

/** What the others have answered. @param yours the number of your move */
function reply({ game, probe }: Shown, seat: words.Seat, yours: number) {
  const answers = game.steps.slice(yours + 1, game.at + 1);
  const told = answers.map((step, after) => ({ side: toMove(game, yours + after), step }));
  return words.answered(told, seat, probe);
}

/** What a first tap has chosen, on your turn. */
export function renderChosen(root: HTMLElement, shown: Shown) {
  const { probe, variation } = shown;
  const yours = isYours(shown.state);
  const move = yours ? shown.moveTo(shown.selected) : undefined;
  const first = yours && lastTurn(shown.state) < 0 && probe ? words.FIRST_MOVE : "";
  const lacking = yours && new Turn(shown.rules).twoSided && probe?.moves[0]?.result === null ? words.NO_HINT : "";
  const aiming = shown.aimed && aimText(shown.aimed, new Turn(shown.rules).mayStay);
  const chosen = aiming || (move ? words.chosenText(move) : `${first} ${lacking}`.trim());
  write(part(root, "advice"), variation ? words.variationText(variation) : chosen);
  // What was said folds.
  part(root, "coach").classList.toggle("choosing", variation !== null || aiming !== "" || move !== undefined);
  write(part(root, "play-selected"), move ? `Move to ${moveText(move.move)}` : "");
}

/** A mistake's path and that of the better move, as they are drawn. */
export const drawnOf = (path: string[], better: string[]) => [
  { path, kind: "played" as const },
  { path: better, kind: "better" as const },
];
