/** Rules as the engine takes them, as links and files write them, and as the designer changes them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { described } from "#home/engine/described.ts";
import { editionOf as editionIn, rulesOf } from "#home/engine/rules.ts";
import { TURNS } from "#home/engine/turns.ts";
import * as draft from "#home/rules/draft.ts";
import { filling, summary } from "#home/rules/words.ts";
import { decodeRules, editionOf, encodeRules, forEngine, nameOfOwn } from "#home/shared/address.ts";
import { titleOf } from "#home/shared/rule_list.ts";

const LINK = "_oo_.oooo.oooo._oo_~AAAA222233~1234.1~w2~mine";

test("a board's size says it all", () => {
  const rules = rulesOf("4x4", []);
  assert.deepEqual(rules.deck, [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4]);
  assert.deepEqual(rules.neighbours[0], [1, 3, 4, 12]);
  assert.deepEqual(rules.editions[1], { name: "single", joker_steps: [1] });
  assert.equal(rules.masks[0], 0b1_0000_0001_1010n);
});

test("an option that the engine does not know is refused", () => {
  const given = { rows: 3, columns: 3, deck: "JJAA22334" };
  assert.throws(() => rulesOf({ ...given, misere: true }, []), /'misere' is no option that is known here/);
  assert.equal(rulesOf({ ...given, misere: false, landing: true }, []).name, "custom");
});

test("without joined edges and with gaps a cell has fewer neighbours", () => {
  const [rows, columns, deck] = [3, 3, "JJAAAA22"];
  const { neighbours, places, cells } = rulesOf(
    { rows, columns, deck, wrap: false, picture: ["###", "#_#", "###"] },
    [],
  );
  assert.deepEqual(neighbours, [
    [1, 3],
    [0, 2],
    [1, 4],
    [0, 5],
    [2, 7],
    [3, 6],
    [5, 7],
    [4, 6],
  ]);
  assert.deepEqual(places, [0, 1, 2, 3, 5, 6, 7, 8]);
  assert.equal(cells[4], null);
});

test("what is wrong with rules is said, with what was expected", () => {
  TURNS.push({ options: { shift: "may", pushed: "aside" }, says: { isKnown: false } }); // as of a turn that is new
  const [rows, columns] = [3, 3];
  const wrong = [
    ["chess", "no rules named 'chess': expected a board's size, such as 5x5, or a name from the list of rules"],
    [{ rows: 0, columns }, "board 0x3: expected 1 to 9 rows and 1 to 9 columns"],
    ["2x2", "board of 4 cells: expected 5 to 64"],
    ["9x9", "no usual deck for 81 cells and 2 players: expected a deck"],
    [{ rows, columns, picture: ["###"] }, "picture of a board ###: expected 3 rows of 3, # for a cell, _ for none"],
    [{ rows, columns, deck: "JJX" }, "card 'X': expected A, J, or 2 to 9"],
    [{ rows, columns, deck: "JJAAAA" }, "deck of 6 cards: expected 9, one for each cell"],
    [{ rows, columns, deck: "JAAAAA222" }, "deck with 1 jokers: expected 2"],
    [{ rows, columns, players: 5 }, "5 players: expected 2 to 4"],
    [
      { rows, columns, players: 3, landing: true },
      "landing 'true' and players '3': expected options that a turn has, and that go together",
    ],
    [
      { rows: 5, columns: 5, shift: "must", pushed: "out", edges: "line" },
      "pushed 'out': expected at most 16 cells, 6 in a line, and edges that are joined",
    ],
    [
      { rows, columns, shift: "may", pushed: "aside" },
      "shift 'may' and pushed 'aside': the page does not know these moves, only the library and the server do",
    ],
    [
      { rows, columns, deck: "JJAAAA222", shift: "must", pushed: "out" },
      "shift 'must' and pushed 'out': expected options that a turn has, and that go together",
    ],
    [
      { rows: 1, columns: 9, shift: "must", pushed: "back" },
      "shift: expected two rows and columns or more, without gaps",
    ],
    [{ rows, columns, out: "removed" }, "out 'removed': expected options that a turn has, and that go together"],
    [
      { rows, columns, players: 3, out: "goes" },
      "players '3' and out 'goes': expected options that a turn has, and that go together",
    ],
    [{ rows, columns, editions: [] }, "rules 'custom': expected 1 to 100 editions"],
    [{ rows, columns, wrap: false, picture: ["#_#", "#_#", "#_#"], deck: "JJAAAA" }, "board: expected connected cells"],
  ];
  const gone = "rules 'shift' are gone, because of the publisher: expected 'shift-back'";
  assert.throws(() => rulesOf("shift", [], { shift: "of the publisher: expected 'shift-back'" }), { message: gone });
  for (const [asked, message] of wrong)
    assert.throws(() => rulesOf(asked, []), { message, parameter: "rules", status: 422 }, message);
});

test("a link says who is not there", () => {
  const [rows, columns, absent] = [6, 6, 2];
  const deck = `${"A234".replaceAll(/./g, (rank) => rank.repeat(8))}JJJJ`;
  const known = draft.draftOf({ rows, columns, deck, absent, editions: [{ name: "single", joker_steps: [1] }] });
  const again = decodeRules(encodeRules(known));
  assert.equal(again?.absent, 2);
  assert.deepEqual(rulesOf(again, []).deck, rulesOf(known, []).deck);
});

test("a link and a file say how lines shift", () => {
  const rules = decodeRules("3x3~AAA2223~1~w2-must-out-line");
  assert.deepEqual([rules.shift, rules.pushed, rules.edges], ["must", "out", "line"]);
  assert.match(draft.toml(rules), /\nshift = "must"\npushed = "out"\nedges = "line"\n/);
  assert.equal(decodeRules("3x3~AAA2223~1~w2-must-back").edges, undefined);
});

test("an edition is chosen by its name, by default the first", () => {
  const rules = rulesOf("4x4", []);
  assert.equal(editionIn(rules, "").name, "wild");
  assert.equal(editionIn(rules, "single").name, "single");
  const message = "unknown edition 'double': expected wild or single";
  assert.throws(() => editionIn(rules, "double"), { message, parameter: "edition" });
});

test("rules are described with what a browser can do, and how their board can be turned", async () => {
  const known = await described(rulesOf("4x4", []));
  assert.deepEqual([known.positions, known.tabled, known.searched], [745532, true, true]);
  assert.equal(known.deck, "AAAA2222333344JJ");
  const motions = new Map(known.motions.map(({ motion, cells }) => [motion, cells]));
  assert.deepEqual([...motions.keys()], ["rotate", "turn", "mirror", "flip", "left", "right", "up", "down"]);
  assert.deepEqual(motions.get("rotate").slice(0, 4), ["d1", "d2", "d3", "d4"]);
  assert.deepEqual(motions.get("left").slice(0, 5), ["d1", "a1", "b1", "c1", "d2"]);
  const flat = await described(rulesOf({ rows: 3, columns: 4, wrap: false }, []));
  const kept = flat.motions.map(({ motion }) => motion);
  assert.deepEqual(kept, ["turn", "mirror", "flip"]);
  const large = await described(rulesOf("5x6", []));
  assert.deepEqual([large.positions, large.tabled, large.searched], [null, false, true]);
});

test("a link holds rules, and they come back", () => {
  const rules = decodeRules(LINK);
  assert.deepEqual(rules, {
    rows: 4,
    columns: 4,
    picture: ["_##_", "####", "####", "_##_"],
    wrap: true,
    deck: "AAAA222233JJ",
    editions: [
      { name: "wild", joker_steps: [1, 2, 3, 4] },
      { name: "single", joker_steps: [1] },
    ],
    players: 2,
    out: "stays",
    name: "mine",
  });
  for (const text of [LINK, "4x4~AAAA2222333~24~4r", "3x4~AAAA222233~5~wl2", "3x3~AAA2223~1~w2-may-out-board~mine"])
    assert.equal(encodeRules(decodeRules(text)), text);
  assert.deepEqual(forEngine(nameOfOwn(LINK)), { ...rules, name: `own:${LINK}` });
  assert.equal(forEngine("3x4"), "3x4");
});

test("one's own rules are not called by the text of their link", () => {
  assert.deepEqual(["shift-back", "5x6", nameOfOwn(LINK)].map(titleOf), ["Shift and come back", "5x6", "my own rules"]);
});

test("a text that is no link's rules is none", () => {
  for (const text of ["", "4x4", "4x4~XYZ", "4x4~AAAA~~w2", "4x4~AAAA~1~w5", `${LINK}~more`])
    assert.equal(decodeRules(text), null, text);
});

test("rules become the file that the library reads", () => {
  const lines = draft.toml({ ...decodeRules("3x4~AAAA22223~13.1~4r~mine"), name: "mine" }).split("\n");
  assert.deepEqual(lines, [
    'name = "mine"',
    'board = "3x4"',
    "wrap = false",
    'deck = "AAAA 2222 3 JJJJ"',
    "players = 4",
    'out = "removed"',
    "",
    "[editions]",
    '"1,3" = [1, 3]',
    "single = [1]",
    "",
  ]);
  assert.match(draft.toml(decodeRules(LINK)), /^board = "_##_ #### #### _##_"$/m);
});

test("every choice of a design is in its link, and in its file", () => {
  const landing = decodeRules("4x4~AAAA2222333344~1234.1~wl2");
  assert.equal(landing.landing, true);
  assert.match(draft.toml(landing), /^landing = true$/m);
  const three = decodeRules("3x4~AAAA22223~1234.1~w3r");
  assert.deepEqual([three.players, three.out, three.deck], [3, "removed", "AAAA22223JJJ"]);
  assert.match(draft.toml(three), /^players = 3\nout = "removed"$/m);
  const sheet = decodeRules("3x4~AAAA22223~1234.1~w3e");
  assert.equal(sheet.out, "ends");
  assert.match(draft.toml(sheet), /^players = 3\nout = "ends"$/m);
  assert.match(summary(draft.draftOf(sheet)), / If you cannot move, the game ends\. The player who moved last wins\.$/);
  for (const rules of [landing, three, sheet]) assert.deepEqual(decodeRules(encodeRules(draft.draftOf(rules))), rules);
});

const START = draft.draftOf(decodeRules("4x4~AAAA2222333344~1234.1~w2"));

test("a draft is what rules are made of, and makes them again", () => {
  assert.equal(draft.isUsual(START), true);
  assert.equal(START.name, "custom");
  assert.equal(encodeRules(START), "4x4~AAAA2222333344~1234.1~w2");
  assert.equal(encodeRules(draft.draftOf(decodeRules(LINK))), LINK);
  assert.equal(draft.draftOf({ ...START, deck: "JJ 4433 3322 22AA AA", motions: [] }).deck, START.deck);
  assert.deepEqual(rulesOf(START, []).deck, rulesOf("4x4", []).deck);
});

test("the usual cards follow the board until one is changed", () => {
  const smaller = draft.resized(START, { rows: 3, columns: 4 });
  assert.equal(smaller.deck, "AAAA222233JJ");
  assert.equal(draft.lacking(smaller), 0);
  const own = draft.counted(smaller, "9", 1);
  assert.equal(draft.isUsual(own), false);
  assert.equal(draft.lacking(own), -1);
  assert.equal(draft.lacking(draft.resized(own, { rows: 4, columns: 4 })), 3);
  assert.equal(draft.changed(own, { players: 3 }).deck, "AAAA2222339JJJ");
  assert.equal(draft.reset(own).deck, smaller.deck);
});

test("gaps stay where they are when the board is resized", () => {
  const holed = draft.toggled(draft.toggled(START, 5), 15);
  assert.equal(draft.cellsOf(holed), 14);
  assert.deepEqual(draft.resized(holed, { rows: 4, columns: 3 }).picture, ["###", "#_#", "###", "###"]);
  assert.deepEqual(draft.resized(holed, { rows: 5, columns: 5 }).picture.slice(3), ["###_#", "#####"]);
  assert.deepEqual(draft.toggled(holed, 5).picture, ["####", "####", "####", "###_"]);
});

test("a design in plain words", () => {
  assert.equal(
    summary(START),
    "Red and Blue play. Board: 4x4, edges joined. Cards: 4 × A, 4 × 2, 4 × 3, 2 × 4 and 2 starting cards. " +
      "From a starting card a pawn walks 1, 2, 3 or 4 steps (wild) or 1 step.",
  );
  const four = draft.changed(draft.toggled(START, 0), {
    players: 4,
    out: "removed",
    wrap: false,
    editions: [editionOf([2])],
  });
  assert.match(summary(four), /^Red, Blue, Green and Yellow play. 15 cells on a 4x4 board, edges not joined\. /);
  assert.match(
    summary(four),
    / walks 2 steps\. If you cannot move, you are out\. Your pawn is removed\. The last player left wins\.$/,
  );
  assert.equal(filling(START), "Every cell has a card, from the usual deck.");
  assert.equal(filling(draft.counted(draft.counted(START, "4", 1), "5", 1)), "Every cell has a card.");
  assert.equal(filling(draft.counted(START, "4", 1)), "1 cell still needs a card.");
  assert.equal(filling(draft.counted(START, "4", 4)), "2 cards too many for the board.");
});
