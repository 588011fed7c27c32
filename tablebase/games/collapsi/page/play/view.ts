/** What Play shows of its state. It reads the state, and changes nothing but the page. */

import type { App } from "#shared/app.ts";
import { draw, html, part, relabel, set, show, write } from "#shared/dom.ts";
import { type Judgement, markOf } from "#shared/judge.ts";
import { showHeadline } from "#shared/sheet.ts";
import { keptGames } from "#shared/store.ts";
import { Turn } from "../engine/turns.ts";
import { recordText } from "../games/tally.ts";
import type { Side } from "../shared/api.ts";
import { diagram } from "../shared/diagram.ts";
import { isForMany, type Step, toMove } from "../shared/game.ts";
import { explain } from "../shared/how.ts";
import { other } from "../shared/notation.ts";
import type { Shown as ShownType } from "../shared/session.ts";
import { aimText, moveText } from "../shared/words.ts";
import { isDecided } from "./match.ts";
import { lastOf } from "./record.ts";
import {
  isOver,
  isRound,
  isSendable,
  isYours,
  matchOf,
  mistakeAt,
  outcome,
  points,
  running,
  type State,
  takesBack,
} from "./state.ts";
import { isAway, levelOf, viewOf, written } from "./table.ts";
import {
  answered,
  answeredByMany,
  chosenText,
  FIRST_MOVE,
  headline,
  NO_HINT,
  opponentText,
  praised,
  roundText,
  type Seat,
  scoreText,
  variationText,
} from "./words.ts";

type Shown = ShownType<State>;

/** Whose view is taken: of a shared game that is over nobody here was a player. */
export const seatOf = (state: State): Seat => (isOver(state) && !state.played ? "all" : viewOf(state.table));

export function render(root: HTMLElement, app: App, shown: Shown) {
  const { state, rules, side, probe, layout } = shown;
  const begun = state.phase !== "choosing";
  const over = isOver(state);
  const won = outcome(state);
  const seat = seatOf(state);
  const card = layout.cells.find((cell) => cell?.pawns.includes(side[0]))?.card ?? "";
  const back = isBack(state); // to look at it
  const [main, sub] = begun
    ? headline(
        back ? "all" : seat,
        side,
        back || isYours(state),
        probe,
        card,
        shown.stepsFrom(card),
        isAway(state.table),
      )
    : [
        `Play ${state.title}`,
        isForMany(rules) ? "Against computers, or with friends" : "Against a computer, or with a friend",
      ];
  const winner = probe && !probe.moves.length ? probe.winner : null;
  showHeadline(root, begun ? (won ? (seat as Side) : (winner ?? side)) : "", [main, sub]);
  app.title(begun ? main : "");
  explain(app, shown);
  root.classList.toggle("begun", begun);
  set(root, { "data-outcome": won, "data-level": won && levelOf(state.table, other(seat as Side)) });
  const isLooking = !begun && state.deal === "looking";
  const busy = isLooking
    ? "dealing"
    : state.phase === "opening"
      ? "opening"
      : state.thinking === "on"
        ? "thinking"
        : "";
  show(root, {
    stage: { inert: !begun, "aria-busy": busy && "true", "data-busy": busy },
    start: { hidden: begun },
    begin: { "aria-busy": String(isLooking) },
    coach: { hidden: !begun },
    send: { hidden: !isSendable(state) },
    sent: state.sent,
    notice: state.notice,
    over: { hidden: !over },
  });
  const said = renderCoach(root, shown, seat);
  const round = renderRound(root, state, over);
  // What was said of a move does not fit a game that is over, nor one that is looked back at.
  if (probe && begun) write(part(root, "status"), `${over || back ? "" : said} ${main}. ${sub}. ${round}`.trim());
}

/** Beside the board, where there is room: the opponent, how it went so far, and the moves with their marks. */
export function renderBeside(root: HTMLElement, { game, state }: Shown) {
  const { level } = written(state.table);
  const record = level && recordText(keptGames().games, level);
  write(part(root, "against"), record || `Against ${level ? opponentText(level) : "each other"}.`);
  const moves = game.steps.slice(1).map(({ move, judgement }, at) => {
    const mark = state.comments || isOver(state) ? markOf(judgement)[0] : "";
    const attributes = { class: `move ${toMove(game, at)}`, "aria-current": at + 1 === game.at && "step" };
    return html("li", attributes, moveText(move), html("span", { class: "mark" }, mark));
  });
  draw(part(root, "moves"), moves);
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

/**
 * What your move has done, and the answer to it: in words, and a mistake also as a picture. It
 * stays until you move again.
 *
 * @returns what is said
 */
function renderCoach(root: HTMLElement, shown: Shown, seat: Seat): string {
  const { game, hidden, state, probe } = shown;
  const yours = state.comments && !isAway(state.table) ? lastOf(game, seat) : 0;
  const step = game.steps[yours];
  const judgement = yours ? step.judgement : null;
  const key = game.steps[yours + 1]?.judgement?.best ?? (game.at === yours ? probe?.moves[0]?.move : "");
  const said = judgement && seat !== "all" ? praised(seat, step.move, judgement, hidden, key) : "";
  const replied = yours && seat !== "all" ? reply(shown, seat, yours) : "";
  const [at, back] = [mistakeAt(state), takesBack(state)];
  const shows = at && (isOver(state) || (at === yours && seat !== "all"));
  set(part(root, "feedback"), { class: `feedback ${judgement && said ? judgement.verdict : ""}` });
  show(root, {
    feedback: said,
    reply: replied,
    picture: judgement?.verdict === "blunder" ? [mistake(game.steps[yours - 1].position, step, judgement)] : [],
    "show-me": { hidden: !shows },
    "take-back": { hidden: !back },
  });
  write(part(root, "show-me"), shown.variation ? "Back to the game" : "Show me");
  write(part(root, "take-back"), `Take back ${moveText(game.steps[back].move)}`);
  renderChosen(root, shown, seat);
  return `${said} ${replied}`;
}

/**
 * What the others have answered, and with three and four players who can force a win now.
 *
 * @param yours the number of your move
 */
function reply({ game, probe }: Shown, seat: Seat, yours: number) {
  const { steps, at } = game;
  const { judgement } = steps[yours];
  if (!judgement?.many) return at > yours ? answered(toMove(game, at - 1), steps[at]) : "";
  const answers = steps.slice(yours + 1, at + 1).map((step, after) => ({ side: toMove(game, yours + after), step }));
  return answeredByMany(answers, seat, probe?.winner ?? null);
}

/** What a first tap has chosen, on your turn. */
export function renderChosen(root: HTMLElement, shown: Shown, seat: Seat) {
  const { game, probe, variation } = shown;
  const yours = seat === "all" || seat === toMove(game);
  const move = yours ? shown.moveTo(shown.selected) : undefined;
  const first = game.steps.length === 1 && probe ? FIRST_MOVE : "";
  const lacking = yours && new Turn(shown.rules).twoSided && probe?.moves[0]?.result === null ? NO_HINT : "";
  const aiming = shown.aimed && aimText(shown.aimed, new Turn(shown.rules).mayStay);
  const chosen = aiming || (move ? chosenText(move) : `${first} ${lacking}`.trim());
  write(part(root, "advice"), variation ? variationText(variation) : chosen);
  // What was said folds.
  part(root, "coach").classList.toggle("choosing", variation !== null || aiming !== "" || move !== undefined);
  set(part(root, "play-selected"), { hidden: !move });
  write(part(root, "play-selected"), `Move to ${moveText(move?.move ?? "")}`);
}

/** A mistake: the move that was played, and the one that was better. @param position in which it was made */
function mistake(position: string, { move, path }: Step, { best, bestPath }: Judgement) {
  const label = `You played ${moveText(move)}, the dashed line; ${moveText(best)}, the solid line, was better.`;
  return diagram(position, drawnOf(path, bestPath), label);
}

/** A mistake's path and that of the better move, as they are drawn. */
export const drawnOf = (path: string[], better: string[]) => [
  { path, kind: "played" as const },
  { path: better, kind: "better" as const },
];
