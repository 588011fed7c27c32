/** Positions as text: as the page takes them apart, and as the engine reads them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { loader } from "#engine/kernels.ts";
import { around } from "#home/analyse/editor.ts";
import { permuted, renaming } from "#home/analyse/setup.ts";
import { imageOf } from "#home/engine/layout.ts";
import { read as readCells, write as writeCells } from "#home/engine/notation.ts";
import { Position } from "#home/engine/position.ts";
import { Prober } from "#home/engine/probe.ts";
import { rulesOf } from "#home/engine/rules.ts";
import { inOrder, isInLine, landed, parted, read, sideToMove, write } from "#home/shared/notation.ts";
import { cellName, cellNumber, nameAt } from "#shared/cells.ts";

const kernels = await loader(new URL("../../tablebase/games/collapsi/page/engine/kernels.wasm", import.meta.url))();
const RULES = rulesOf("4x4", []);
const DEAL = "A223/4A2J/3A23/J3A4";
const LATER = "xA22r3/x4A2xJ/3A23/xJ3A4b r";

/** The start of a deal. */
const dealt = (text) => Position.written(text, "", RULES).position;

test("a cell's name says its column and row", () => {
  assert.equal(cellName(6, 4), "c2");
  assert.equal(cellNumber("c2", 4), 6);
  assert.equal(cellNumber(cellName(63, 9), 9), 63);
});

test("the page takes a position apart, and puts it together", () => {
  const layout = read("_A2rb/xJ3_ b");
  assert.deepEqual([layout.rows, layout.columns, layout.turn], [2, 3, "b"]);
  assert.deepEqual(layout.cells[2], { card: "2", faceUp: true, pawns: "rb" });
  assert.deepEqual(layout.cells[3], { card: "J", faceUp: false, pawns: "" });
  assert.equal(layout.cells[5], null);
  assert.equal(sideToMove(layout), "blue");
  assert.equal(write(layout), "_A2rb/xJ3_ b");
});

test("a shift takes the pawn along, over the edge too", () => {
  const size = { rows: 3, columns: 4 };
  assert.deepEqual(landed("b3", size, false), [1, 2]);
  assert.deepEqual(landed("d1R", size, false), [0, 0]);
  assert.deepEqual(landed("a1L", size, false), [3, 0]);
  assert.deepEqual(landed("b1U", size, false), [1, 2]);
  assert.deepEqual(landed("b3D", size, false), [1, 0]);
  assert.deepEqual(landed("a1L", size, true), [-1, 0]); // it sticks out
  assert.deepEqual(parted("c12U"), { cell: "c12", shift: "U" });
  assert(isInLine([3, 1], [0, 1], "L") && !isInLine([3, 1], [0, 1], "D"));
  const named = (shift) => inOrder(read("_A2r/3b4_ r"), shift).map(nameAt);
  assert.deepEqual(named("R"), ["b1", "c1", "a2", "b2"]);
  assert.deepEqual(named("U"), ["c1", "b2", "b1", "a2"]);
});

test("a layout is edited with gaps around its cards, and written without them", () => {
  const edited = around(read("_A2r/3b4_ r"), 1);
  assert.deepEqual([edited.rows, edited.columns], [4, 5]);
  const cards = edited.cells.map((cell) => cell?.card);
  assert.deepEqual(cards, [...`${" ".repeat(7)}A2  34${" ".repeat(7)}`]);
  [edited.cells[0], edited.cells[7]] = [edited.cells[7], edited.cells[0]];
  assert.equal(write(around(edited, 0)), "A___/___2r/_3b4_ r");
  const wider = around(edited, 1);
  assert.deepEqual([wider.rows, wider.columns, wider.cells[7].card], [5, 6, "A"]);
});

test("a board is turned, and the names of moves and shifts with it", () => {
  assert.equal(permuted("Ar2/xJ3b r", "mirror"), "2Ar/3bxJ r");
  const mirrored = renaming("A2r3/4J3b/A2J r", "mirror");
  assert.deepEqual(["a1L", "a1R", "c2U", "b3D", "a2"].map(mirrored), ["c1R", "c1L", "a2U", "b3D", "c2"]);
});

test("a board is shifted over its edges, and shifts keep their directions", () => {
  assert.equal(permuted("A2r3/4J3b r", "left"), "2r3A/J3b4 r");
  assert.equal(permuted("A2r3/4J3b r", "up"), "4J3b/A2r3 r");
  const shifted = renaming("A2r3/4J3b/A2J r", "down");
  assert.deepEqual(["a1L", "c3U"].map(shifted), ["a2L", "c1U"]);
});

test("a board whose lines stick out is turned by the places of its cards", () => {
  const turns = ["_A2r/3b4_ r"];
  for (const _ of "1234") turns.push(permuted(turns.at(-1), "rotate"));
  assert.deepEqual(turns.slice(0, 3), ["_A2r/3b4_ r", "3b_/4A/_2r r", "_43b/2rA_ r"]);
  assert.equal(turns[4], turns[0]);
  const named = renaming(turns[0], "rotate");
  assert.deepEqual(["c1R", "b1", "a2L", "b2D"].map(named), ["b3D", "b2", "a1U", "a2L"]);
});

test("cells that do not exist stay away from a turn", () => {
  assert.equal(permuted("_Ar/2b3 r", "mirror"), "Ar_/32b r");
});

test("the engine reads cells as they are written", () => {
  const { cells, side } = readCells(`${LATER}`, RULES);
  assert.equal(side, "r");
  assert.deepEqual(cells[2], { card: 2, faceUp: true, pawns: "r" });
  assert.deepEqual(cells[7], { card: 0, faceUp: false, pawns: "" });
  assert.equal(`${writeCells(cells, RULES)} r`, LATER);
  assert.equal(writeCells(readCells("a223 4A2j\n3A23 J3A4", RULES).cells, RULES), DEAL);
});

test("what can't be read is quoted, with what was expected", () => {
  const wrong = [
    ["A223/4A2J/3A23", "'A223/4A2J/3A23' has 3 rows: expected 4 rows of 4 cards, with / between the rows"],
    ["A22/4A2J/3A23/J3A4", "'A22/4A2J/3A23/J3A4': row 1 'A22' has 3 cards, expected 4"],
    [
      "A223/4A2Q/3A23/J3A4",
      "'A223/4A2Q/3A23/J3A4': row 2 '4A2Q' has 'Q' at character 4, expected A, J, 2 to 9, x and the card if face down, x? if unknown",
    ],
  ];
  for (const [text, message] of wrong) assert.throws(() => readCells(text, RULES), { message, parameter: "position" });
  const gap = rulesOf({ rows: 3, columns: 3, picture: ["###", "#_#", "###"], deck: "JJAAAA22" }, []);
  const message = "'A2A/A2J/AJA': row 2 'A2J' has '2' at character 2, expected _, because there is no cell";
  assert.throws(() => readCells("A2A/A2J/AJA", gap), { message });
});

test("a deal's pawns are on its jokers, red on the first unless marked", () => {
  assert.deepEqual(dealt(DEAL).pawns, [7, 12]);
  const marked = dealt("A223/4A2J/3A23/Jr3A4");
  assert.deepEqual(marked.pawns, [12, 7]);
  assert.equal(String(marked.deal), "A223/4A2J/3A23/Jr3A4");
  assert.equal(String(dealt("A223/4A2Jr/3A23/J3A4").deal), DEAL);
});

test("what is no deal is refused", () => {
  const wrong = [
    ["A223/4A2J/3A23/Jrb3A4", "'A223/4A2J/3A23/Jrb3A4' has two pawns on a joker: expected one on each"],
    [
      "A223/4A2Jr/3A23/Jr3A4",
      "'A223/4A2Jr/3A23/Jr3A4' marks two jokers for the same player, expected one for each: Jr and Jb",
    ],
    ["A223/4A2J/3A23/J3AA", "wrong deck 5xA 4x2 4x3 1x4 2xJ: expected 4xA 4x2 4x3 2x4 2xJ"],
    [
      "Ar223/4A2J/3A23/J3A4",
      "'Ar223/4A2J/3A23/J3A4' is a position of a game under way, expected a deal: every card face up, pawns only on jokers",
    ],
  ];
  for (const [text, message] of wrong) assert.throws(() => dealt(text), { message }, message);
});

test("a position is read, knows its ply, and is written the same", async () => {
  const start = await Position.parse(DEAL, "", RULES, kernels);
  assert.equal(String(start), "A223/4A2Jr/3A23/Jb3A4 r");
  assert.deepEqual([start.ply, start.mover, start.next], [0, 7, 12]);
  const later = await Position.parse(LATER, "single", RULES, kernels);
  assert.equal(String(later), LATER);
  assert.deepEqual([later.ply, later.left, later.mover, later.edition.name], [4, 12, 2, "single"]);
  assert.equal(String(later.deal), DEAL);
  const { edition, ply, players } = later.shown();
  assert.deepEqual([edition, ply, players], ["single", 4, undefined]);
});

/** The positions after the moves of a position, by name. */
const after = (position) => new Map(position.moves(kernels).map((move) => [move.name, move]));

test("a move leaves a collapsed card behind", async () => {
  const first = after(await Position.parse(DEAL, "", RULES, kernels)).get("c3").left;
  assert.equal(String(first), "A223/4A2xJ/3A2r3/Jb3A4 b");
  assert.equal(String(after(first).get("a1").left), "Ab223/4A2xJ/3A2r3/xJ3A4 r");
});

test("a shift moves a line, with the pawns on it", async () => {
  const rules = rulesOf({ rows: 4, columns: 4, shift: "may", pushed: "back" }, []);
  const moves = after(await Position.parse(DEAL, "", rules, kernels));
  assert.equal(String(moves.get("a2R").left), "A223/xJ4rA2/3A23/Jb3A4 b");
  const named = (found) => [...found.keys()].filter((name) => name.startsWith("a2"));
  assert.deepEqual(named(moves), ["a2", "a2L", "a2R", "a2U", "a2D"]);
  const narrow = rulesOf({ rows: 2, columns: 3, deck: "JJAA22", shift: "must", pushed: "back" }, []);
  const shifts = after(await Position.parse("2J2/AJA", "", narrow, kernels));
  assert.deepEqual(named(shifts), ["a2L", "a2R", "a2U"]);
  const line = rulesOf({ rows: 1, columns: 6, deck: "JJAA22" }, []);
  assert.deepEqual(line.neighbours[0], [1, 5]); // no cell is next to itself
});

test("where pawns may share a card, it stays until both have left", async () => {
  const rules = rulesOf({ rows: 4, columns: 4, landing: true }, []);
  const shared = after(await Position.parse(DEAL, "", rules, kernels)).get("a4").left;
  assert.equal(String(shared), "A223/4A2xJ/3A23/Jrb3A4 b");
  const left = after(shared).get("b4").left;
  assert.equal(String(left), "A223/4A2xJ/3A23/Jr3bA4 r");
  assert.equal(left.down, 1); // of two moves one left its card face up
  assert.equal(left.ply, 2);
});

test("a player who is out loses the turn, and the pawn where rules say so", async () => {
  const without = async (out) => {
    const rules = rulesOf({ rows: 3, columns: 4, wrap: false, deck: "JJJAAAA22223", players: 3, out }, []);
    return String(await Position.parse("JrJbA2/JgA2A/A223", "single", rules, kernels));
  };
  assert.equal(await without("stays"), "JrJbA2/JgA2A/A223 bg");
  assert.equal(await without("removed"), "JJbA2/JgA2A/A223 bg");
});

test("impossible positions are refused", async () => {
  const wrong = [
    [
      "A2r23/4A2xJ/3A23/Jb3A4 r",
      "'A2r23/4A2xJ/3A23/Jb3A4 r' says 'r' is to move, but 1 cards are face down: expected 'b'",
    ],
    ["xA2r23/4A2xJ/3A23/J3A4 r", "'xA2r23/4A2xJ/3A23/J3A4 r' has 0 blue pawns ('b'): expected one behind its card"],
    ["A22r3/4A2xJ/3A23/xJb3A4 r", "the blue pawn is on a4, whose card has collapsed: expected a face-up card"],
    ["xA2rb23/4A2xJ/3A23/J3A4 r", "two pawns are on b1: expected them on different cells"],
    [
      "xA2r23/4A2J/3A23/xJ3bA4 r",
      "the joker on d2 is still face up after 2 plies: expected it to collapse with its player's first move",
    ],
  ];
  for (const [text, message] of wrong)
    await assert.rejects(Position.parse(text, "", RULES, kernels), { message, parameter: "position" }, message);
});

test("cards that nobody knows come from the deck", async () => {
  const position = await Position.parse("x?22r3/x?A2x?/3A23/x?3A4b r", "", RULES, kernels);
  assert.equal(position.cards.includes(-1), true);
  assert.deepEqual(position.deal.cards.toSorted(), RULES.deck);
});

test("the board has 384 automorphisms, and all images of a deal have one canonical form", () => {
  const { deal } = dealt(DEAL);
  const { all } = imageOf(deal, kernels);
  assert.equal(all, 384);
  const images = Array.from({ length: all }, (_, number) => imageOf(deal, kernels, number).deal);
  const forms = new Set(images.map((each) => String(imageOf(each, kernels).deal)));
  assert.equal(forms.size, 1);
  assert.deepEqual([...forms][0].slice(0, 1), "J");
  assert.equal(new Set(images.map(({ cards, starts }) => String([cards, starts]))).size, all);
});

test("a table is named by the rows of its board, also after one whose cells have the same neighbours", async () => {
  const tables = new Prober(kernels, { nibble: { values: [], replies: Array(16).fill(0) } });
  const named = async (rows, columns) => {
    const rules = rulesOf({ rows, columns, wrap: false, deck: "JJAA22" }, []);
    return (await tables.find(rules.deck, rules, {})).layout.key;
  };
  assert.deepEqual([await named(1, 6), await named(6, 1)], ["JJAA22", "J.J.A.A.2.2"]);
});

test("a deal is solved once, and what is solved does not wait for other deals", async () => {
  const tables = new Prober(kernels, { nibble: { values: [], replies: Array(16).fill(0) } });
  const find = async (deck, players, pause) => {
    const rules = rulesOf({ rows: 1, columns: 6, deck, players }, []);
    return (await tables.find(rules.deck, rules, { pause, report() {} })).table;
  };
  const [one, again] = await Promise.all([find("JJAA22", 2), find("JJAA22", 2)]);
  assert.equal(one, again);
  let go = () => {};
  const waiting = new Promise((resolve) => (go = resolve));
  const other = find("JJJAA2", 3, () => waiting);
  assert.equal(await find("JJAA22", 2), one);
  go();
  assert.notEqual(await other, one);
});
