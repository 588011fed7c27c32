/** Lines of a game that is analysed, notes, and the addresses that hold them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_CHARACTERS, notesIn, read, written } from "#home/analyse/later/link.ts";
import { branched, chosen, deleted, MOST_LETTERS, MOST_LINES, noted, promoted } from "#home/analyse/lines.ts";
import { transformed } from "#home/analyse/setup.ts";
import { follow, movesOf, newGame } from "#home/shared/game.ts";

const VARIANT = { rules: "collapsi", edition: "wild" };

/** A game in which a1, b1 and c1 are legal in every position, until there are `most` moves. */
const look =
  (most = 6) =>
  async (position) => {
    const [start, turn] = position.split(" ");
    const names = start.length - 3 < most ? ["a1", "b1", "c1"] : [];
    const next = turn === "r" ? "b" : "r";
    const moves = names.map((move) => ({ move, position: `${start}${move[0]} ${next}`, path: [], result: null }));
    return { position, edition: "wild", result: null, moves };
  };

const START = newGame("Ar2 r", VARIANT);
const played = async (game, ...moves) => (await follow(game, moves, look(99))).game;

/** A game after a move at the position shown, as Analyse plays it. */
async function after(game, name, most) {
  const probe = await look(most)(game.steps[game.at].position);
  const made = probe.moves.find(({ move }) => move === name);
  return branched(game, made, probe);
}

const linesOf = ({ study, steps }) => (study?.lines ?? [steps]).map((line) => movesOf(line));
const at = (game, step) => ({ ...game, at: step });

/** a1 b1 c1, and after a1 also c1 c1, which is shown. */
async function branching() {
  const main = await played(START, "a1", "b1", "c1");
  return after(await after(at(main, 1), "c1"), "c1");
}

test("a move at an earlier position begins a line, and the old one stays", async () => {
  const game = await branching();
  assert.deepEqual(linesOf(game), ["a1.b1.c1", "a1.c1.c1"]);
  assert.deepEqual([movesOf(game.steps), game.at, game.study.shown], ["a1.c1.c1", 3, 1]);
  const back = await after(at(game, 1), "b1"); // a line has it already
  assert.deepEqual([linesOf(back), back.study.shown, back.at], [linesOf(game), 0, 2]);
  const again = await after(at(game, 0), "a1"); // the line shown has it, too
  assert.deepEqual([linesOf(again), again.study.shown, again.at], [linesOf(game), 1, 1]);
});

test("a line is chosen, promoted and deleted", async () => {
  const game = await branching();
  const main = chosen(game, 0);
  assert.deepEqual([movesOf(main.steps), main.at], ["a1.b1.c1", 2]); // where they part
  const other = promoted(main, 1);
  assert.deepEqual([linesOf(other), other.study.shown, other.at], [["a1.c1.c1", "a1.b1.c1"], 0, 2]);
  const gone = deleted(game, 1);
  assert.deepEqual([linesOf(gone), gone.at, gone.study], [["a1.b1.c1"], 1, undefined]);
  assert.equal(deleted(at(game, 0), 1).at, 0);
  const three = await after(at(game, 0), "b1");
  assert.deepEqual(linesOf(deleted(three, 1)), ["a1.b1.c1", "b1"]);
  assert.equal(movesOf(deleted(three, 1).steps), "b1"); // what is shown stays
});

test("a game has at most 100 lines", async () => {
  const game = await played(START, "a1");
  const lines = Array.from({ length: MOST_LINES }, () => game.steps);
  await assert.rejects(after({ ...game, at: 0, study: { lines, shown: 0, notes: {} } }, "b1"), /at most 100 lines/);
});

test("a note is on a position, whichever line leads there, and goes with the last", async () => {
  const game = noted(noted(await branching(), "a1", " both \u0007"), "a1.c1", "one");
  assert.deepEqual(game.study.notes, { a1: "both", "a1.c1": "one" });
  assert.deepEqual(deleted(game, 1).study.notes, { a1: "both" });
  assert.deepEqual(noted(game, "a1", "").study.notes, { "a1.c1": "one" });
  const long = noted(game, "", "😀".repeat(MOST_LETTERS + 9)).study.notes[""];
  assert.equal([...long].length, MOST_LETTERS);
  assert.ok(long.isWellFormed());
});

test("a turned board takes all lines and notes along", async () => {
  const game = noted(noted(await branching(), "", "start"), "a1.c1", "one");
  const turned = transformed({ ...game, at: 0 }, "right"); // of two columns
  assert.deepEqual(linesOf(turned), ["b1.a1.b1", "b1.b1.b1"]);
  assert.deepEqual(turned.study.notes, { "": "start", "b1.b1": "one" });
  assert.equal(turned.steps, turned.study.lines[1]);
});

const reading = (address, game, most) =>
  read(new URLSearchParams(address), game, (from, moves) => follow(from, moves, look(most)));

test("an address keeps lines and notes", async () => {
  let game = await after(at(await branching(), 2), "a1"); // a line of a line
  game = await after(at(chosen(game, 0), 0), "c1");
  game = noted(noted(chosen(game, 2), "", "start & <b>end</b>"), "a1.c1", "line\ntwo~ 1-2.x");
  const { address, left } = written(at(game, 2));
  assert.deepEqual(left, { lines: 0, notes: 0 });
  assert.match(address, /m=a1\.b1\.c1&at=2&e=wild&v=1\.c1\.a1~1-2\.c1~0\.c1&line=1&note=/);
  const { game: again, said } = await reading(address, await played(START, "a1", "b1", "c1"));
  assert.deepEqual(said, []);
  assert.deepEqual(linesOf(again).toSorted(), linesOf(game).toSorted());
  assert.deepEqual([movesOf(again.steps), again.at, again.study.notes], ["a1.c1.a1", 2, game.study.notes]);
  assert.deepEqual(await notesIn(address), game.study.notes); // without an engine
});

test("a link has room for 2,000 characters: what is left out comes last", async () => {
  const fits = (address) => address.length <= MOST_CHARACTERS;
  let game = await branching();
  for (const moves of ["a1", "a1.b1", "a1.b1.c1", "a1.c1"]) game = noted(game, moves, `${moves} `.repeat(200));
  const { address, left } = written(game, { fits });
  assert.ok(fits(address));
  assert.deepEqual(left, { lines: 0, notes: 1 });
  const { game: again } = await reading(address, await played(START, "a1", "b1", "c1"));
  assert.deepEqual(Object.keys(again.study.notes), ["a1", "a1.b1", "a1.b1.c1"]);
  const without = written(game, { fits, notes: false });
  assert.ok(!without.address.includes("note="));
  assert.deepEqual(without.left, { lines: 0, notes: 0 });
  const few = written(game, { fits: (text) => !text.includes("v=") });
  assert.deepEqual(few.left, { lines: 1, notes: 4 });
  assert.match(few.address, /m=a1\.b1\.c1&at=1&e=wild$/); // where the line shown parts from the main line
});

test("all lines that can be made are read again, however long they are", async () => {
  let game = START;
  for (let line = 0; line < MOST_LINES; line++) {
    game = at(game, 0);
    const first = [0, 1, 2, 3, 4].map((place) => ["a1", "b1", "c1"][Math.floor(line / 3 ** place) % 3]);
    for (const name of [...first, ...Array(9).fill("a1")]) game = await after(game, name, 14);
  }
  const { address } = written(game);
  const main = await played(START, ...movesOf(game.study.lines[0]).split("."));
  const { game: again, said } = await reading(address, main, 14);
  assert.deepEqual(said, []);
  assert.deepEqual(linesOf(again).toSorted(), linesOf(game).toSorted());
});

test("a variation that is wrong keeps its valid part, and it is said which move is wrong", async () => {
  const main = await played(START, "a1", "b1");
  const { game, said } = await reading("v=1.c1.zz.a1~9.a1~7-0.a1~x~0.c1&note=1.x&note=5.y&note=z", main);
  assert.deepEqual(linesOf(game), ["a1.b1", "a1.c1", "c1"]);
  assert.deepEqual(game.study.notes, { a1: "x" });
  assert.deepEqual(said, [
    "move 3 of line 1 of this link, zz, is not legal; the moves before it are shown",
    "line 2 of this link begins at a position that it does not have",
    "line 3 of this link begins at a position that it does not have",
    "line 4 of this link begins at a position that it does not have",
    "note 2 of this link is on a position that it does not have",
    "note 3 of this link is on a position that it does not have",
  ]);
});

test("a link with the same line twice, or with the beginning of one, has it once", async () => {
  const main = await played(START, "a1");
  const { game, said } = await reading("v=1.b1.c1~1.b1~0.c1~0.c1&line=2&note=1-1.here", main);
  assert.deepEqual([linesOf(game), said], [["a1.b1.c1", "c1"], []]);
  assert.deepEqual([movesOf(game.steps), game.at], ["a1.b1.c1", 2]);
  assert.deepEqual(game.study.notes, { a1: "here" });
});

test("a link with too much is read as far as it may go", async () => {
  const many = Array.from({ length: 400 }, () => "0.b1").join("~");
  assert.match((await reading(`v=${many}`, START)).said[0], /^this link has too many lines: only the first \d+ are/);
  const deep = `0${".a1".repeat(6400)}`;
  const { game, said } = await reading(`v=0.b1~${deep}&line=77&at=-4`, await played(START, "c1"), 9000);
  assert.deepEqual(linesOf(game), ["c1", "b1"]);
  assert.equal(said.length, 1);
  const notes = await reading(`${"&note=0.x".repeat(1001)}`, START);
  assert.deepEqual(notes.said, ["this link has too many notes: only the first 1000 are read"]);
  assert.deepEqual(notes.game.study.notes, { "": "x" });
});
