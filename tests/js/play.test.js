/**
 * Play's state under random events, with every order of late answers: no move is lost or made twice,
 * the computer answers once, a round counts once, and what is kept stays kept.
 */

import fc from "fast-check";
import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineError } from "#engine/errors.ts";
import { scored } from "#home/play/match.ts";
import {
  first,
  isBound,
  isCommented,
  isOver,
  isSendable,
  isYours,
  mistakeAt,
  query,
  reduce,
  takesBack,
} from "#home/play/state.ts";
import { FRIEND, tableFor } from "#home/play/table.ts";
import { current, play } from "#home/shared/game.ts";
import { attempt, mountBanner, report } from "#shared/commands.ts";
import { Machine } from "#shared/machine.ts";

const RULES = { name: "collapsi", players: 2, tabled: true, deck: "J".repeat(16) };
const PLIES = 5;
const CARDS = "A223/4A2Jr/3A23/Jb3A4";
const CHOICES = { rival: "computer", you: "red", level: "easy", rules: "collapsi", edition: "wild" };
const MATCH = { version: 1, id: "m", choices: CHOICES, round: 1, points: [0, 0], counted: false, game: "" };

/** Positions are named by the moves that led there: a or b, until there are `PLIES` or two b follow each other. */
const START = `${CARDS} r`;
const GAME = `?p=${START.replaceAll(" ", "_")}&mode=play&as=red&level=easy`;

/** @param {string} position */
function probe(position) {
  const [layout] = position.split(" ");
  const made = position.split("@")[1] ?? "";
  const turn = made.length % 2 ? "r" : "b";
  const over = made.length >= PLIES || made.endsWith("bb");
  const moves = over ? [] : ["a", "b"];
  return {
    position,
    side_to_move: made.length % 2 ? "blue" : "red",
    winner: over ? (made.length % 2 ? "red" : "blue") : null,
    result: "win",
    dte: 1,
    moves: moves.map((move) => ({
      move,
      path: [],
      result: move === "a" ? "win" : "loss",
      dte: 1,
      keeps_win: move === "a",
      is_best: move === "a",
      position: `${layout} ${turn}@${made}${move}`,
    })),
  };
}

/** The banner's elements. */
const shown = {};
globalThis.document = {
  getElementById: (id) => (shown[id] ??= { hidden: true, addEventListener: (_, press) => (shown[id].press = press) }),
};
Object.defineProperty(globalThis, "navigator", { value: { onLine: true } });
mountBanner();

/** The game of an address, as far as its moves are legal. */
function gameOf(address) {
  const asked = new URLSearchParams(address);
  let game = {
    rules: "collapsi",
    edition: "wild",
    at: 0,
    steps: [{ position: START, move: "", path: [], judgement: null }],
  };
  for (const name of asked.get("m")?.split(".").filter(Boolean) ?? []) {
    const known = probe(current(game).position);
    const move = known.moves.find(({ move }) => move === name);
    if (move) game = play(game, move, known);
  }
  return { ...game, at: Number(asked.get("at") ?? game.at) };
}

/** A device with Play on it, whose effects end when a test says so. */
class Device {
  pending = [];
  /** What is kept, by id. */
  games = {};
  history = [{ query: "?mode=play", entry: null }];
  at = 0;
  match = null;
  counted = [];
  heard = [];
  made = 0;

  constructor(match) {
    this.match = match;
    const later = (kind) => (effect) =>
      new Promise((resolve, reject) => {
        const { game, asked } = this.state;
        this.pending.push({ kind, effect, asked, position: current(game).position, resolve, reject });
      });
    const effects = Object.fromEntries(["look", "deal", "open", "think"].map((name) => [name, later(name)]));
    this.machine = new Machine(first(this.fresh()), reduce, {
      ...effects,
      begin: () => this.begin(),
      note: ({ replace }) => this.note(replace),
      keep: (effect) => this.keep(effect),
      score: (effect) => this.score(effect),
      focus() {},
      refocus() {},
      hint() {},
      sound: ({ name }) => void this.heard.push(name),
    });
  }

  get state() {
    return this.machine.state;
  }

  fresh(match = null) {
    const id = `g${this.made++}`;
    const about = { helped: false, again: false, left: false, match };
    return { version: 1, id, mode: "play", address: "", begun: 1, changed: 0, starred: false, over: false, about };
  }

  send(type, about = {}) {
    attempt(() => this.machine.send(type, about));
  }

  address(query, entry) {
    const asked = new URLSearchParams(query);
    const own = this.games[this.state.kept.id] ?? null;
    const kept = this.games[entry?.id] ?? null;
    const position = asked.get("p");
    this.send("address", { position, query, entry, kept, own, fresh: this.fresh(), match: this.match });
  }

  begin() {
    const match = this.match?.counted
      ? { ...this.match, round: this.match.round + 1, counted: false, game: "" }
      : this.match;
    const running = this.games[match?.game];
    if (running) {
      this.visit(running.address, { id: running.id });
      return undefined;
    }
    const kept = this.fresh(match && { id: match.id, round: match.round });
    if (match) this.match = { ...match, game: kept.id };
    return { type: "begun", changes: { ...this.known(), kept } };
  }

  known() {
    return { rules: RULES, table: tableFor("red", "easy"), match: this.match, values: false };
  }

  /** Open an address as a link does. */
  visit(query, entry = null) {
    this.history = [...this.history.slice(0, this.at + 1), { query, entry }];
    this.at++;
    this.address(query, entry);
  }

  /** The browser's buttons. */
  travel(by) {
    const at = Math.min(Math.max(this.at + by, 0), this.history.length - 1);
    if (at === this.at) return;
    this.at = at;
    const { query, entry } = this.history[at];
    this.address(query, entry);
  }

  note(replace) {
    const { game, kept, ended } = this.state;
    const noted = { query: query(this.state), entry: { game, id: kept.id, ended } };
    if (replace) this.history[this.at] = noted;
    else {
      this.history = [...this.history.slice(0, this.at + 1), noted];
      this.at++;
    }
  }

  keep({ game }) {
    const id = game.id || `g${this.made++}`;
    const stored = this.games[id];
    assert.ok(!stored?.over || stored.changed !== game.changed, "a game that is over stays as it is");
    if (stored?.changed === game.changed && game.about.moves < stored.about.moves) {
      assert.ok(game.about.helped, "taking back is help");
      assert.ok(!isBound({ ...this.state, kept: stored }), "in a round moves stand");
    }
    if (stored && stored.changed !== game.changed) return { type: "follow", kept: stored };
    this.games[id] = { ...game, id, changed: (stored?.changed ?? 0) + 1 };
    return { type: "set", changes: { kept: this.games[id] } };
  }

  score({ round, winner, points }) {
    const { match } = this;
    if (match?.id === round.id && match.round === round.round && !match.counted) {
      this.match = scored(match, winner, points);
      this.counted.push(round.round);
    }
    return { type: "set", changes: { match: this.match } };
  }

  /** Another tab makes the next move of the game. */
  elsewhere(move, tells) {
    const stored = this.games[this.state.kept.id];
    if (!stored || stored.over) return;
    const game = gameOf(`${stored.address.replace(/&at=\d+/, "")}`);
    const known = probe(current(game).position);
    const made = known.moves.find((each) => each.move === move);
    if (!made) return;
    const address = query({ ...this.state, game: play(game, made, known) });
    this.games[stored.id] = {
      ...stored,
      address,
      changed: stored.changed + 1,
      about: { ...stored.about, moves: game.at + 1 },
    };
    if (tells) this.send("follow", { kept: this.games[stored.id] });
  }

  /** Answer one of the open questions, or let it fail. What comes too late changes nothing. */
  async answer(which, move = "a", fails = false) {
    if (!this.pending.length) return;
    const [{ kind, effect, asked, position, resolve, reject }] = this.pending.splice(which % this.pending.length, 1);
    const before = this.state;
    if (fails) reject(new EngineError("no engine", null, 500));
    else if (kind === "deal") resolve({ type: "dealt", game: gameOf(""), line: [probe(START)], wrong: null });
    else if (kind === "look") resolve({ type: "found", line: [probe(position)] });
    else if (kind === "think") resolve({ type: "reply", move });
    else
      resolve({
        type: "opened",
        changes: this.known(),
        game: effect.game ?? gameOf(effect.query),
        noted: effect.game ? "" : "replace",
      });
    await new Promise(setImmediate);
    this.check(kind, asked === before.asked && !fails, before);
    if (fails && shown.banner?.hidden === false) shown["banner-retry"].press();
  }

  /** Answer a question of a kind. */
  async answerTo(wanted, move) {
    const which = this.pending.findIndex(({ kind }) => kind === wanted);
    await this.answer(which, move);
  }

  /** What an answer may change. */
  check(kind, counts, before) {
    const { game } = this.state;
    if (kind === "think" && counts) {
      assert.equal(isYours(before), false, "the computer makes no move of yours");
      assert.deepEqual(game.steps.slice(0, before.game.at + 1), before.game.steps.slice(0, before.game.at + 1));
      assert.deepEqual([game.at, game.steps.length], [before.game.at + 1, before.game.at + 2]);
    } else if (!(counts && (kind === "open" || kind === "deal")) && this.state.phase === before.phase)
      assert.equal(game, before.game, "no other answer changes the game");
  }

  /** What holds at any time. */
  holds() {
    const { state } = this;
    const { steps, at } = state.game;
    assert.ok(steps[at]);
    steps.slice(1).forEach(({ move, position }, before) => {
      assert.equal(probe(steps[before].position).moves.find((each) => each.move === move)?.position, position);
    });
    const thinking = this.pending.filter(({ kind, asked }) => kind === "think" && asked === state.asked);
    assert.ok(thinking.length <= 1, "the computer is asked once");
    assert.equal(new Set(this.counted).size, this.counted.length, "a round counts once");
    for (const [id, game] of Object.entries(this.games)) {
      const stored = this.over?.[id];
      if (stored) assert.deepEqual({ ...game, changed: 0 }, { ...stored, changed: 0 }, "what is over stays");
      if (game.over) this.over = { ...this.over, [id]: game };
    }
  }

  /** Answer all that is open, until nothing is. */
  async settle() {
    this.send("focused");
    for (let answers = 0; this.pending.length; answers++) {
      assert.ok(answers < 100, "it comes to an end");
      await this.answer(0);
      this.holds();
    }
    const { state } = this;
    if (state.phase !== "playing" || state.away) return;
    const isEnd = state.game.at === state.game.steps.length - 1;
    assert.ok(state.line, "the moves are known");
    assert.ok(isYours(state) || isOver(state) || !isEnd, "the computer has answered");
    const stored = this.games[state.kept.id];
    if (state.played && !state.kept.over && stored.changed === state.kept.changed) {
      const shownNow = state.game.steps.slice(0, state.game.at + 1);
      assert.deepEqual(gameOf(stored.address).steps.slice(0, shownNow.length), shownNow, "what is shown is kept");
    }
    if (isOver(state) && state.kept.about.match && !state.kept.about.again && state.played)
      assert.ok(this.counted.includes(state.kept.about.match.round), "the round has counted");
  }
}

test("all that has failed is tried again, once", () => {
  const tried = [];
  for (const what of ["one", "another"]) report(new EngineError(what, null, 500), () => tried.push(what));
  for (let presses = 0; presses < 2; presses++) shown["banner-retry"].press();
  assert.deepEqual(tried, ["one", "another"]);
});

const moves = fc.constantFrom("a", "b");
const step = (weight, name, ...values) => ({ weight, arbitrary: fc.tuple(fc.constant(name), ...values) });
const steps = fc.array(
  fc.oneof(
    step(14, "answer", fc.nat(5), moves),
    step(1, "answer", fc.nat(5), moves, fc.constant(true)),
    step(7, "move", moves),
    step(2, "undo"),
    step(2, "go", fc.nat(PLIES)),
    step(1, "hint"),
    step(1, "again"),
    step(1, "swap"),
    step(2, "anew"),
    step(3, "begin"),
    step(1, "chosen"),
    step(2, "away"),
    step(2, "travel", fc.constantFrom(-1, 1)),
    step(1, "visit", fc.constantFrom("?mode=play", GAME, `${GAME}&m=a`, `${GAME}&m=a.a.b`, `${GAME}&m=a.b.b`)),
    step(1, "elsewhere", moves, fc.boolean()),
    step(1, "focused"),
  ),
  { maxLength: 60 },
);

/** Let a device go through these steps. */
async function through(device, all) {
  for (const [name, ...values] of all) {
    if (name === "answer") await device.answer(...values);
    else if (name === "travel") device.travel(...values);
    else if (name === "visit") device.visit(...values);
    else if (name === "elsewhere") device.elsewhere(...values);
    else if (name === "away") {
      device.send("hide");
      device.visit("?mode=play");
    } else if (name === "move") device.send("move", { name: values[0] });
    else if (name === "go") device.send("go", { at: values[0] });
    else device.send(name, name === "swap" ? { kept: device.fresh() } : {});
    for (let turns = 0; turns < 4; turns++) await Promise.resolve();
    device.holds();
  }
  await device.settle();
}

for (const match of [null, MATCH])
  test(`whatever happens in ${match ? "a match" : "a game"}, in whatever order answers come`, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const device = new Device(match);
        device.address("?mode=play", null);
        await through(device, all);
      }),
      { numRuns: Number(process.env.RUNS ?? 300) },
    );
  });

/** A game against the computer in which these moves have been made and answered. */
async function playing(...made) {
  const device = new Device(null);
  device.visit(GAME);
  await device.settle();
  for (const [mine, reply] of made) {
    device.send("move", { name: mine });
    await device.answerTo("look");
    await device.answerTo("think", reply);
    await device.settle();
  }
  return device;
}
const madeIn = ({ state }) => state.game.steps.slice(1).map(({ move }) => move);

/** Leave Play and come back. */
async function away(device) {
  device.send("hide");
  device.visit("?mode=play");
  await device.settle();
}

test("a star for the game under way undoes no move", async () => {
  const device = await playing(["a", "b"]);
  const [game] = Object.values(device.games);
  device.games[game.id] = { ...game, starred: true, changed: game.changed + 1 };
  await away(device);
  device.send("move", { name: "a" });
  await device.settle();
  const [kept, ...others] = Object.values(device.games);
  assert.deepEqual([kept.starred, kept.about.moves, others.length], [true, 4, 0]);
});

test("a later state that is imported is gone on with", async () => {
  const device = await playing(["a", "b"]);
  device.elsewhere("a", false);
  await away(device);
  assert.deepEqual(madeIn(device), ["a", "b", "a", "a"]); // the computer has answered
});

test("while another game loads, the one before takes no move, and keeps its own", async () => {
  const device = await playing(["a", "b"]);
  const [before] = Object.values(device.games);
  device.visit(`${GAME}&m=b`);
  device.send("move", { name: "a" });
  device.send("undo");
  await device.settle();
  assert.deepEqual(madeIn(device), ["b", "a"]);
  assert.deepEqual(device.games, { [before.id]: before });
});

test("a game whose rules are known late replaces no other", async () => {
  const device = await playing();
  device.visit(`${GAME}&m=b`);
  device.visit(`${GAME}&m=a.a`);
  await device.answer(1);
  await device.answer(0); // of the first
  await device.settle();
  assert.deepEqual(madeIn(device), ["a", "a"]);
});

test("moves that Back took back are help, also after another mode", async () => {
  for (const leave of [false, true]) {
    const device = await playing(["a", "b"]);
    device.travel(-1);
    await device.settle();
    assert.equal(isYours(device.state), true);
    if (leave) await away(device);
    device.send("move", { name: "b" });
    await device.settle();
    const [game, ...others] = Object.values(device.games);
    assert.deepEqual([game.about.helped, game.about.moves, others.length], [true, 2, 0]);
  }
});

test("a move taken back and made again is answered", async () => {
  const device = await playing(["a", "b"]);
  device.send("undo");
  assert.equal(device.state.game.at, 0);
  await device.settle();
  device.send("move", { name: "a" });
  assert.deepEqual([device.state.game.at, isYours(device.state)], [1, false]);
  await device.settle();
  assert.deepEqual(madeIn(device), ["a", "a"]);
});

test("the move that lost can be taken back, until the game is over", async () => {
  const device = await playing(["a", "a"], ["b", "a"]);
  const lost = { ...device.state, comments: true };
  assert.deepEqual([mistakeAt(lost), takesBack(lost)], [3, 3]);
  const { game } = lost;
  assert.equal(takesBack({ ...lost, game: { ...game, at: 3 } }), 3); // before the answer, too
  const mistake = { ...current(game), judgement: { ...current(game).judgement, result: "loss" } };
  assert.equal(takesBack({ ...lost, game: { ...game, steps: game.steps.with(4, mistake) } }), 0);
  assert.equal(takesBack({ ...lost, comments: false }), 0);
  device.send("undo", { at: takesBack(lost) - 1 });
  await device.settle();
  assert.deepEqual([device.state.game.at, mistakeAt(device.state)], [2, 0]);
  device.send("undo", { at: -1 }); // pressed when it was gone
  assert.equal(device.state.game.at, 2);
});

test("a friend who plays elsewhere is sent a move once it is made, and no computer answers for them", async () => {
  const device = await playing(["a", "a"]);
  device.machine.state = { ...device.state, table: tableFor("red", FRIEND) };
  assert.equal(isSendable(device.state), false);
  device.send("move", { name: "a" });
  await device.answerTo("look");
  assert.deepEqual([isSendable(device.state), madeIn(device)], [true, ["a", "a", "a"]]);
});

test("what was sent is said also once values are known, until another position is shown", async () => {
  const device = await playing(["a", "a"]);
  device.machine.state = { ...device.state, table: tableFor("all", "") };
  device.send("move", { name: "a" });
  device.send("set", { changes: { sent: "Copied." } });
  await device.answerTo("look");
  assert.equal(device.state.sent, "Copied.");
  device.send("undo");
  assert.equal(device.state.sent, "");
});

test("friends are not told of mistakes while they play", () => {
  const commented = (seat, level, comments = true) => isCommented({ comments, table: tableFor(seat, level) });
  assert.deepEqual(
    [commented("red", "easy"), commented("red", "easy", false), commented("red", FRIEND), commented("all", "")],
    [true, false, false, false],
  );
});

test("the end of a game is heard once it is played, not when it is opened", async () => {
  const device = await playing(["b", "a"], ["b", "b"]);
  const ends = () => device.heard.filter((name) => name !== "move");
  assert.deepEqual(ends(), ["lost"]);
  for (const by of [-1, 1]) {
    device.travel(by);
    await device.settle();
  }
  const other = await playing();
  other.visit(query(device.state));
  await other.settle();
  assert.deepEqual([isOver(device.state), ends(), isOver(other.state), other.heard], [true, ["lost"], true, []]);
});

test("after Try again the computer answers", async () => {
  const device = await playing(["b", "a"], ["b", "b"]);
  assert.equal(device.state.ended.winner, "blue");
  const [over] = Object.values(device.games);
  device.send("again");
  await device.settle();
  device.send("move", { name: "a" });
  await device.settle();
  assert.deepEqual(madeIn(device), ["b", "a", "a", "a"]);
  assert.deepEqual(device.games[over.id], over);
  assert.equal(device.games[device.state.kept.id].about.again, true);
});

test("no move of a round is taken back, and one that was ended is played on as another game", async () => {
  const device = new Device(MATCH);
  device.address("?mode=play", null);
  device.send("begin");
  await device.settle();
  device.send("move", { name: "a" });
  await device.settle();
  for (const by of [-1, 1]) {
    device.travel(by);
    await device.settle();
    assert.deepEqual(madeIn(device), ["a", "a"]);
  }
  device.send("undo");
  assert.equal(device.state.game.at, 2);
  const { kept } = device.state;
  device.match = null; // the match is ended in another tab, and its round with it
  device.games[kept.id] = { ...kept, over: true, changed: kept.changed + 1, about: { ...kept.about, left: true } };
  device.send("follow", { kept: device.games[kept.id] });
  await device.settle();
  device.send("move", { name: "a" });
  await device.settle();
  const [round, other] = Object.values(device.games);
  assert.deepEqual([round.about.moves, other.about.again, device.counted], [2, true, []]);
});
