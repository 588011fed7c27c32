/** What makes a deal or a position possible. docs: `tablebase/games/collapsi/legality.py`. */

import { EngineError, quote } from "#engine/errors.ts";
import { type Cell, UNKNOWN } from "./notation.ts";
import { cardLetter, cellName, COLOURS, GONE, JOKER, LETTERS, type Rules } from "./rules.ts";
import { compared } from "./symmetry.ts";
import type { Position } from "./position.ts";

const count = (cards: number[], kind: number) => cards.filter((card) => card === kind).length;

/** Check that the cards are the deck. */
export function checkCards(cards: number[], rules: Rules, parameter: string) {
  const sorted = [...cards].sort((a, b) => a - b);
  if (compared(sorted, rules.deck) !== 0)
    throw new EngineError(`wrong deck ${counted(sorted)}: expected ${counted(rules.deck)}`, parameter);
}

/** Cards by kind: "4xA 4x2 2xJ". */
function counted(cards: number[]) {
  const kinds = [...new Set(cards)].sort((a, b) => (a || 10) - (b || 10));
  return kinds.map((card) => `${count(cards, card)}x${cardLetter(card)}`).join(" ");
}

/** Check that the cells are those of a deal. */
export function checkStart(text: string, cells: Cell[], parameter: string) {
  if (cells.some(({ faceUp, pawns, card }) => !faceUp || (pawns && card !== JOKER)))
    throw new EngineError(
      `${quote(text)} is a position of a game under way, expected a deal: every card face up, pawns only on jokers`,
      parameter,
    );
}

const COLLAPSES = "expected it to collapse with its player's first move";

const refuse = (message: string): never => {
  throw new EngineError(message, "position");
};

/** Check that a position is possible. */
export function checkPosition(position: Position) {
  checkPawns(position);
  checkOrder(position);
  checkDeck(position);
  if (position.order.length === position.pawns.length) checkJokers(position);
  else checkJokersWithPlayersOut(position);
}

/** Check that pawns stand on different face-up cards. */
function checkPawns(position: Position) {
  const { rules, pawns } = position;
  pawns.forEach((cell, player) => {
    if (cell === GONE) return;
    const name = cellName(rules, cell);
    if (!position.isUp(cell))
      refuse(`the ${COLOURS[player]} pawn is on ${name}, whose card has collapsed: expected a face-up card`);
    if (count(pawns, cell) > 1 && !rules.turn.pawnsShare)
      refuse(`two pawns are on ${name}: expected them on different cells`);
  });
}

/** Check that two or more players are in, in turn order, and that the right one moves. */
function checkOrder({ order, rules: { players, turn }, down }: Position) {
  const turns = Array.from({ length: players }, (_, turn) => (order[0] + turn) % players);
  const still = `players '${order.map((player) => LETTERS[player]).join("")}' are still in`;
  const inTurn = turns.filter((player) => order.includes(player));
  if (order.length < 2 || order.length !== inTurn.length || compared(order, inTurn) !== 0)
    refuse(`${still}: expected two or more, in turn order`);
  if (turn.oneEnds && order.length < players)
    refuse(`${still}: expected all, because the game ends as soon as a player cannot move`);
  const expected = down % players;
  if (order.length === players && order[0] !== expected && turn.showsSide(down))
    refuse(
      `the position has ${COLOURS[order[0]]} to move, but ${down} cards are face down and nobody is out: expected ${COLOURS[expected]}`,
    );
}

/** Check that the cards can come from the deck, and that those face up are known. */
function checkDeck(position: Position) {
  const { cards, rules } = position;
  cards.forEach((card, cell) => {
    if (card === UNKNOWN && position.isUp(cell)) refuse(`the card on ${cellName(rules, cell)} is face up but unknown`);
  });
  for (const card of [...new Set(cards)].sort((a, b) => a - b)) {
    const [there, most] = [count(cards, card), count(rules.deck, card)];
    if (card !== UNKNOWN && there > most) refuse(`wrong deck: ${there}x${cardLetter(card)}, expected at most ${most}`);
  }
}

const jokersUp = (position: Position) =>
  new Set(position.cards.flatMap((card, cell) => (card === JOKER && position.isUp(cell) ? [cell] : [])));

/** While all are in, check that after p plies just the first p players have left their jokers. */
function checkJokers(position: Position) {
  const { rules, ply, pawns } = position;
  const up = jokersUp(position);
  // Red may have landed on blue's joker: it stays face up when blue leaves, until red does.
  if (position.kept && ply === 2) up.delete(pawns[0]);
  const waiting = pawns.slice(ply);
  waiting.forEach((cell, number) => {
    if (!up.has(cell))
      refuse(
        `after ${plies(ply)} ${COLOURS[ply + number]} has not moved yet but is on ${cellName(rules, cell)}: expected ${COLOURS[ply + number]} on a joker`,
      );
  });
  const left = [...up].filter((cell) => !waiting.includes(cell));
  if (left.length)
    refuse(`the joker on ${cellName(rules, left[0])} is still face up after ${plies(ply)}: ${COLLAPSES}`);
}

const plies = (ply: number) => `${ply} ${ply === 1 ? "ply" : "plies"}`;

/** Once a player is out, check that face-up jokers are under pawns of players waiting or out. */
function checkJokersWithPlayersOut(position: Position) {
  const { order, pawns, ply, rules } = position;
  const up = jokersUp(position);
  const left = [...up].filter((cell) => !pawns.includes(cell));
  // A joker stays face up when its player's pawn is removed.
  const mayBeLeft = rules.turn.pawnsRemoved ? pawns.length - order.length : 0;
  if (left.length > mayBeLeft)
    refuse(`the joker on ${cellName(rules, left[0])} is face up without a pawn: ${COLLAPSES}`);
  const waiting = order.filter((player) => up.has(pawns[player]));
  if (!waiting.length) return;
  const last = [...pawns.keys()].slice(-waiting.length);
  if (compared(waiting, order.slice(0, waiting.length)) !== 0 || compared(waiting, last) !== 0)
    refuse(
      `${waiting.map((player) => COLOURS[player]).join(" and ")} stand on jokers: expected everybody before them to have moved or be out`,
    );
  if (ply !== pawns.length - up.size)
    refuse(
      `${ply} cards are face down before everybody has moved: expected ${pawns.length - up.size}, the jokers of those who have`,
    );
}
