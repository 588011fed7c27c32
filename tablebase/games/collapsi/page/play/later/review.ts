/**
 * After the game: who won and where it was decided, who was winning after each move, and your
 * mistakes, to be looked at and tried again. Loaded when a game is over.
 */

import { button, report } from "#shared/commands.ts";
import { html, part, refill, set, write } from "#shared/dom.ts";
import { counted } from "#shared/judge.ts";
import { keptGames } from "#shared/store.ts";
import { Turn } from "../../engine/turns.ts";
import { recordText, tallies } from "../../games/tally.ts";
import type { Side } from "../../shared/api.ts";
import * as api from "../../shared/api.ts";
import { type Game, isForMany, type Step, toMove } from "../../shared/game.ts";
import { other, read, SIDES } from "../../shared/notation.ts";
import type { Shown } from "../../shared/session.ts";
import { type Go, jumps, strip } from "../../shared/strip.ts";
import { moveText, named } from "../../shared/words.ts";
import { isDecided } from "../match.ts";
import { losing, mistakes, tryAgainAt } from "../record.ts";
import { matchOf, type State } from "../state.ts";
import { LEVELS, NEXT } from "../table.ts";
import type { Seat } from "../words.ts";

type Session = Shown<State>;

export function renderReview(root: HTMLElement, session: Session, seat: Seat, winner: Side, go: Go) {
  const { game, rules } = session;
  const moves = game.steps.slice(1);
  const judged = moves.filter((step) => step.judgement).length;
  const duel = judged > 0 && !isForMany(rules);
  const yours = mistakes(game, seat);
  const [title, text] = duel
    ? decision(seat, winner, game.steps, losing(game, winner).pop() ?? 0, yours.length)
    : ["The game is over", scores(session)];
  const { kept } = session.state;
  const { games } = keptGames();
  const called = isForMany(rules) ? "" : LEVELS[kept.about.level];
  const isWon = seat === winner && called && !kept.about.again;
  const isFirst = isWon && tallies(games).some(({ level, won }) => level === called && won === 1);
  const next = isWon && rules?.tabled && !kept.about.match ? NEXT[kept.about.level] : undefined;
  write(part(root, "over-title"), isFirst ? `Your first win against ${called}!` : title);
  const uncounted = kept.about.again ? "A game tried again does not count. " : "";
  write(part(root, "over-record"), called ? `${uncounted}${recordText(games, kept.about.level)}` : "");
  set(part(root, "next-level"), { hidden: !next });
  write(part(root, "next-level"), next ? `Play ${LEVELS[next]}` : "");
  const mistaken = lookingBack(game);
  write(part(root, "over-text"), mistaken || text);
  refill(part(root, "strip"), duel ? strip(game, seat === "all" ? "red" : seat, go) : []);
  const left = judged < moves.length ? `${judged} of ${counted(moves.length, "move")} could be judged. ` : "";
  const made = seat === "all" ? counted(yours.length, "mistake") : `Your mistakes: ${yours.length}`;
  refill(part(root, "mistakes"), [html("span", {}, left + (judged ? made : "")), ...jumps(game, yours, go)]);
  renderTurning(part(root, "turning"), session, go);
  const again = tryAgainAt(game, seat, winner);
  set(part(root, "try-again"), { hidden: !again });
  write(part(root, "try-again"), `Try again from move ${again}`);
  part(root, "try-again").classList.toggle("primary", seat !== winner);
  part(root, "play-again").classList.toggle("primary", !next && (seat === winner || !again));
  set(part(root, "swap"), { hidden: seat === "all" || isForMany(rules) });
  renderNext(root, session.state);
}

/** What the buttons after a game do in a match. */
function renderNext(root: HTMLElement, state: State) {
  const match = matchOf(state);
  if (!match) return write(part(root, "play-again"), "Play again");
  set(part(root, "swap"), { hidden: true }); // the colours change anyway
  const goesOn = match.counted ? "Next round" : `Continue round ${match.round}`;
  write(part(root, "play-again"), isDecided(match) ? "Play a new match" : goesOn);
  part(root, "play-again").classList.add("primary");
  part(root, "try-again").classList.remove("primary");
  part(root, "try-again").append(" (does not change the score)");
}

/** For three and four players, when somebody could force a win. */
function renderTurning(list: HTMLElement, session: Session, go: Go) {
  const { game, rules } = session;
  if (!rules?.tabled || !isForMany(rules)) return list.replaceChildren();
  const last = game.steps[game.steps.length - 1].position;
  const find = async () => {
    const turns = await turnsOf(session);
    const points = turns.map((turn) => button({}, () => go(turn.at - 1), wordsOf(turn)));
    const said = points.length ? points : ["Who could force a win never changed."];
    const items = said.map((each) => html("li", {}, each));
    const { steps } = session.game;
    if (steps[steps.length - 1].position === last) refill(list, items);
  };
  find().catch((error) => report(error, find));
}

/** The points of three or four players, where they go out one after the other. */
function scores({ game, rules }: Session) {
  if (!rules || !isForMany(rules) || new Turn(rules).oneEnds) return "";
  return pointsText(game.steps, rules.players);
}

/** The words for what is drawn on the board while you look at a mistake. */
function lookingBack({ steps, at }: Game) {
  const next = steps[at + 1];
  if (next?.judgement?.verdict !== "blunder") return "";
  return `Move ${at + 1}: ${moveText(next.move)} (dashed) gave the win away. ${moveText(next.judgement.best)} (solid line) would have kept it.`;
}

/** A move, and who could force a win before and after it. */
type Turning = { at: number; side: Side; move: string; before: Side | null; after: Side | null };

async function turnsOf({ game }: Session): Promise<Turning[]> {
  const probes = await Promise.all(game.steps.map(({ position }) => api.probe(position, game)));
  const winners = probes.map(({ winner }) => winner);
  return game.steps.flatMap(({ move }, at) =>
    at && winners[at] !== winners[at - 1]
      ? [{ at, side: toMove(game, at - 1), move, before: winners[at - 1], after: winners[at] }]
      : [],
  );
}

function wordsOf({ at, side, move, before, after }: Turning) {
  const who = `Move ${at}, ${named(side)} ${moveText(move)}: `;
  if (before === side) return `${who}gave a forced win away${after ? `; ${named(after)} can force one now` : ""}.`;
  return after
    ? `${who}${named(after)} can force a win from here.`
    : `${who}${named(before as Side)} can no longer force a win.`;
}

/**
 * How the game was decided: a title, and a sentence. Moves after which nobody knows who was winning may hide another
 * mistake.
 *
 * @param decided the move that lost it, or 0
 * @param mistakes yours, or everybody's
 */
export function decision(seat: Seat, winner: Side, steps: Step[], decided: number, mistakes: number): [string, string] {
  const loser = other(winner);
  const { move, judgement } = steps[decided];
  const unknown = steps.findLastIndex((step, at) => at > 0 && !step.judgement);
  if (unknown > decided) return ["The game is over", ""];
  if (!judgement) {
    if (seat === loser)
      return ["Lost from the start", "None of your moves could have won. You could only delay the end."];
    return ["Won from the start", `${seat === winner ? "You" : named(winner)} never let it slip.`];
  }
  const who = seat === loser ? "You" : named(loser);
  const lost = `${who} lost the game with ${moveText(move)}; ${moveText(judgement.best)} would have kept the win.`;
  if (seat === winner && !mistakes && unknown < 0) return ["No mistakes!", lost];
  return [`Decided on move ${decided} of ${steps.length - 1}`, lost];
}

/** The points of three or four players after a game: none for the first who was out, the most for the last one in. */
export function pointsText(steps: Step[], players: number) {
  const order = wentOut(steps, Object.values(SIDES).slice(0, players));
  return order
    ? `Points: ${order
        .map((side, points) => `${named(side)} ${points}`)
        .reverse()
        .join(", ")}.`
    : "";
}

/** The players in the order in which they went out, the winner last; null if it is not known. */
function wentOut(steps: Step[], all: Side[]) {
  const out: Side[] = [];
  let rest = all;
  for (const [at, { position }] of steps.entries()) {
    const { turn } = read(position);
    const from = all.indexOf(SIDES[turn[0]]);
    const inOrder = [...all.slice(from), ...all.slice(0, from)];
    // One letter stands for all players while nobody is out.
    const gone =
      turn.length > 1 || out.length ? inOrder.filter((side) => !out.includes(side) && !turn.includes(side[0])) : [];
    if (at === 0 && gone.length > 1) return null;
    out.push(...gone);
    rest = inOrder.filter((side) => !out.includes(side));
  }
  return [...out, ...rest];
}
