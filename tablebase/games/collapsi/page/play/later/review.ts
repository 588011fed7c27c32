/**
 * After the game: who won and where it was decided, who was winning after each move, and your
 * mistakes, to be looked at and tried again. Loaded when a game is over.
 */

import { button, report } from "#shared/commands.ts";
import { html, part, refill, set, write } from "#shared/dom.ts";
import { counted, markOf } from "#shared/judge.ts";
import { keptGames } from "#shared/store.ts";
import { Turn } from "../../engine/turns.ts";
import { recordText, tallies } from "../../games/tally.ts";
import type { Side } from "../../shared/api.ts";
import * as api from "../../shared/api.ts";
import { type Game, isForMany, type Step, toMove } from "../../shared/game.ts";
import { other, read, SIDES } from "../../shared/notation.ts";
import type { Shown } from "../../shared/session.ts";
import { moveText, named } from "../../shared/words.ts";
import { losing, mistakes, tryAgainAt } from "../record.ts";
import { LEVELS, NEXT } from "../table.ts";
import type { Seat } from "../words.ts";

type Session = Shown<any>;

/** Shows another position of the game. */
type Go = (at: number) => unknown;

export function renderReview(root: HTMLElement, session: Session, seat: Seat, winner: Side, go: Go) {
  const { game, rules } = session;
  const judged = game.steps.length > 1 && game.steps.slice(1).every((step) => step.judgement);
  const duel = judged && !isForMany(rules);
  const yours = judged ? mistakes(game, seat) : [];
  const [title, text] = duel
    ? decision(seat, winner, game.steps, losing(game, winner).pop() ?? 0, yours.length)
    : ["The game is over", scores(session)];
  const { kept } = session.state;
  const { games } = keptGames();
  const called = LEVELS[kept.about.level];
  const isWon = seat === winner && called && !kept.about.again;
  const isFirst = isWon && tallies(games).some(({ level, won }) => level === called && won === 1);
  const next = isWon && rules?.tabled && !kept.about.match ? NEXT[kept.about.level] : undefined;
  write(part(root, "over-title"), isFirst ? `Your first win against ${called}!` : title);
  write(part(root, "over-record"), called ? recordText(games, kept.about.level) : "");
  set(part(root, "next-level"), { hidden: !next });
  write(part(root, "next-level"), next ? `Play ${LEVELS[next]}` : "");
  const mistaken = lookingBack(game);
  write(part(root, "over-text"), mistaken || text);
  refill(part(root, "strip"), duel ? strip(session, seat === "all" ? "red" : seat, go) : []);
  const made = seat === "all" ? counted(yours.length, "mistake") : `Your mistakes: ${yours.length}`;
  refill(part(root, "mistakes"), judged ? [html("span", {}, made), ...yours.map((at) => jump(session, at, go))] : []);
  renderTurning(part(root, "turning"), session, go);
  const again = judged ? tryAgainAt(game, seat, winner) : 0;
  set(part(root, "try-again"), { hidden: !again });
  write(part(root, "try-again"), `Try again from move ${again}`);
  part(root, "try-again").classList.toggle("primary", seat !== winner);
  part(root, "play-again").classList.toggle("primary", !next && (seat === winner || !again));
  set(part(root, "swap"), { hidden: seat === "all" || isForMany(rules) });
}

/** For three and four players, when somebody could force a win. */
function renderTurning(list: HTMLElement, session: Session, go: Go) {
  const { game, rules } = session;
  if (!rules?.tabled || !isForMany(rules)) return list.replaceChildren();
  const last = game.steps[game.steps.length - 1].position;
  const find = async () => {
    const points = await turningPoints(session, go);
    const { steps } = session.game;
    if (steps[steps.length - 1].position === last) refill(list, points);
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

/** A bar for each move: up while you were winning, down while you were not, and as long as the end was far. */
function strip(session: Session, you: Side, go: Go) {
  const { game } = session;
  const axis = html(
    "div",
    { class: "axis", "aria-hidden": "true" },
    html("span", {}, named(you)),
    html("span", {}, named(other(you))),
  );
  return [axis, ...game.steps.map((_, at) => ply(session, at, you, go))];
}

function ply(session: Session, at: number, you: Side, go: Go) {
  const { game } = session;
  const { move, judgement } = game.steps[at];
  const ahead = leader(game, at);
  const [mark, meaning] = markOf(judgement);
  const made = at ? `Move ${at}, ${named(toMove(game, at - 1))} ${moveText(move)}${mark && `: ${meaning}`}` : "Start";
  const label = `${made}. ${named(ahead)} is winning, ${counted(distance(game, at), "move")} from the end.`;
  const bar = html("i");
  bar.style.setProperty(
    "--far",
    String(distance(game, at) / Math.max(1, ...game.steps.map((_, each) => distance(game, each)))),
  );
  const attributes = {
    class: `ply ${ahead} ${ahead === you ? "up" : "below"}`,
    "aria-label": label,
    title: label,
    "aria-current": at === game.at && "step",
  };
  return button(attributes, () => go(at), bar, html("span", {}, mark === "??" ? mark : ""));
}

/** How many moves the end was away, with best play, from a position of a game whose moves are judged. */
function distance(game: Game, at: number) {
  const { judgement } = game.steps[Math.max(at, 1)];
  return judgement ? (at ? judgement.dte - 1 : judgement.bestDte) : 0;
}

/** Who is winning at a position of a game whose moves are judged. */
function leader(game: Game, at: number) {
  const mover = toMove(game, Math.max(at - 1, 0));
  const { judgement } = game.steps[Math.max(at, 1)];
  const wins = judgement?.result === "win" || (at === 0 && judgement?.verdict === "blunder");
  return wins ? mover : other(mover);
}

/** A mistake, to look at: the position in which it was made. */
function jump({ game }: Session, at: number, go: Go) {
  const named = `move ${at}: ${moveText(game.steps[at].move)}`;
  const attributes = { "aria-label": `Look at ${named}`, "aria-current": game.at === at - 1 && "step" };
  return button(attributes, () => go(at - 1), named);
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
  const who = `Move ${at}, ${named(side)} ${move}: `;
  if (before === side) return `${who}gave a forced win away${after ? `; ${named(after)} can force one now` : ""}.`;
  return after
    ? `${who}${named(after)} can force a win from here.`
    : `${who}${named(before as Side)} can no longer force a win.`;
}

/** The turning points of the game, each to be looked at. @param go shows a position of it */
async function turningPoints(session: Session, go: Go): Promise<HTMLElement[]> {
  const turns = await turnsOf(session);
  if (!turns.length) return [html("li", {}, "Who could force a win never changed.")];
  return turns.map((turn) =>
    html(
      "li",
      {},
      button({}, () => go(turn.at - 1), wordsOf(turn)),
    ),
  );
}

/**
 * How the game was decided: a title, and a sentence.
 *
 * @param decided the move that lost it, or 0
 * @param mistakes yours, or everybody's
 */
export function decision(seat: Seat, winner: Side, steps: Step[], decided: number, mistakes: number): [string, string] {
  const loser = other(winner);
  const { move, judgement } = steps[decided];
  if (!judgement) {
    if (seat === loser)
      return ["Lost from the start", "None of your moves could have won. You could only delay the end."];
    return ["Won from the start", `${seat === winner ? "You" : named(winner)} never let it slip.`];
  }
  const who = seat === loser ? "You" : named(loser);
  const lost = `${who} lost the game with ${moveText(move)}; ${moveText(judgement.best)} would have kept the win.`;
  if (seat === winner && !mistakes) return ["No mistakes!", lost];
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
