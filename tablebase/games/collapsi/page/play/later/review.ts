/**
 * After the game: who won and where it was decided, who was winning after each move, and your
 * mistakes, to be looked at and tried again. Loaded when a game is over.
 */

import { button } from "#shared/commands.ts";
import { html, part, refill, set, show, write } from "#shared/dom.ts";
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
import { LEVELS } from "../table.ts";
import type { Seat } from "../words.ts";

type Session = Shown<State>;

export function renderReview(root: HTMLElement, session: Session, seat: Seat, go: Go) {
  const { game, rules, state } = session;
  const winner = state.ended.winner as Side;
  const { level, again, match } = state.kept.about;
  const moves = game.steps.slice(1);
  const judged = moves.filter((step) => step.judgement).length;
  const many = isForMany(rules);
  const duel = judged > 0 && !many;
  const yours = mistakes(game, seat);
  const [title, text] = duel
    ? decision(seat, winner, game.steps, losing(game, winner).pop() ?? 0, yours.length)
    : ["The game is over", rules && many && !new Turn(rules).oneEnds ? pointsText(game.steps, rules.players) : ""];
  const { games } = keptGames();
  const called = many ? "" : LEVELS[level]?.called;
  const isWon = seat === winner && called && !again;
  const isFirst = isWon && tallies(games).some((tally) => tally.level === called && tally.won === 1);
  const next = isWon && rules?.tabled && !match ? LEVELS[level].next : undefined;
  const tried = tryAgainAt(game, seat, winner);
  const unscored = tried && match ? "Trying again does not change the score. " : "";
  const uncounted = again ? "A game tried again does not count. " : unscored;
  const left = judged < moves.length ? `${judged} of ${counted(moves.length, "move")} could be judged. ` : "";
  const made = seat === "all" ? counted(yours.length, "mistake") : `Your mistakes: ${yours.length}`;
  show(root, {
    "over-title": isFirst ? `Your first win against ${called}!` : title,
    "over-record": called ? `${uncounted}${recordText(games, level)}` : "",
    "over-text": lookingBack(game) || text,
  });
  const look: Go = (at) => {
    part(root, "stage").scrollIntoView({ block: "nearest" }); // on a phone it is above
    return go(at);
  };
  refill(part(root, "strip"), duel ? strip(game, seat === "all" ? "red" : seat, go) : []);
  refill(part(root, "mistakes"), [html("span", {}, left + (judged ? made : "")), ...jumps(game, yours, look)]);
  const round = matchOf(state); // in which the colours change anyway
  const goesOn = round?.counted ? "Next round" : `Continue round ${round?.round}`;
  const offered: Record<string, [label: string, isMain: boolean]> = {
    "next-level": [next ? `Play ${LEVELS[next].called}` : "", true],
    "try-again": [tried ? `Try again from move ${tried}` : "", !round && seat !== winner],
    "play-again": [
      round ? (isDecided(round) ? "Play a new match" : goesOn) : "Play again",
      round !== null || (!next && (seat === winner || !tried)),
    ],
    swap: [seat === "all" || many || round ? "" : "Swap sides", false],
  };
  for (const [id, [label, isMain]] of Object.entries(offered)) {
    const button = part(root, id);
    set(button, { class: isMain && "primary" });
    write(button, label);
    if (isMain && label && button.previousElementSibling) button.parentElement?.prepend(button); // first, also by Tab
  }
  return renderTurning(part(root, "turning"), session, look);
}

/** The words for what is drawn on the board while you look at a mistake. */
function lookingBack({ steps, at }: Game) {
  const next = steps[at + 1];
  if (next?.judgement?.verdict !== "blunder") return "";
  return `Move ${at + 1}: ${moveText(next.move)} (dashed) gave the win away. ${moveText(next.judgement.best)} (solid line) would have kept it.`;
}

/** For three and four players, when somebody could force a win. */
async function renderTurning(list: HTMLElement, session: Session, go: Go) {
  const { rules } = session;
  if (!rules?.tabled || !isForMany(rules)) return list.replaceChildren();
  const turns = await session.looked(turnsOf(session));
  const points = turns.map(({ at, said }) => button({}, () => go(at - 1), said));
  const said = points.length ? points : ["Who could force a win never changed."];
  refill(
    list,
    said.map((each) => html("li", {}, each)),
  );
}

/** The moves after which another player, or nobody, could force a win. */
export async function turnsOf({ game }: Pick<Session, "game">) {
  const probes = await Promise.all(game.steps.map(({ position }) => api.probe(position, game)));
  return game.steps.flatMap(({ move }, at) => {
    const [before, after] = [probes[at - 1]?.winner, probes[at].winner];
    if (!at || before === after) return [];
    const side = toMove(game, at - 1);
    const now = after
      ? `${named(after)} can force a win from here`
      : `${named(before as Side)} can no longer force a win`;
    const gave = `gave a forced win away${after ? `; ${named(after)} can force one now` : ""}`;
    return { at, said: `Move ${at}, ${named(side)} ${moveText(move)}: ${before === side ? gave : now}.` };
  });
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

/**
 * The points of three or four players, where they go out one after the other: none for the first who was out, the
 * most for the last one in; "" if it is not known who was out first.
 */
export function pointsText(steps: Step[], players: number) {
  const all = Object.keys(SIDES).slice(0, players);
  const turns = steps.map(({ position }) => [...read(position).turn]);
  const out: string[] = [];
  let inside = all; // from whose turn it is on
  for (const [at, turn] of turns.entries()) {
    // One letter stands for all players while nobody is out.
    const first = turn.length > 1 || out.length || at === turns.length - 1 ? -1 : all.indexOf(turn[0]);
    const still = first < 0 ? turn : [...all.slice(first), ...all.slice(0, first)];
    out.push(...[...inside.slice(1), inside[0]].filter((side) => !still.includes(side)));
    if (!at && out.length > 1) return "";
    inside = still;
  }
  const order = [...out, ...inside].reverse();
  return `Points: ${order.map((side, at) => `${named(SIDES[side])} ${players - 1 - at}`).join(", ")}.`;
}
