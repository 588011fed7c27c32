/** The games that a device keeps: how many, in which form, and what several tabs do to them. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { friendsGame } from "#home/play/later/seldom.ts";
import { exported, FileError, imported } from "#shared/kept.ts";
import {
  forgetAll,
  forgetGame,
  keep,
  keepGame,
  keptGame,
  keptGames,
  LIMITS,
  names,
  newKept,
  recall,
  retain,
  setting,
} from "#shared/store.ts";

/** Storage as browsers have it: keys are properties. */
class FakeStorage {
  getItem(key) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key, text) {
    if (text.length > full) throw new DOMException("full", "QuotaExceededError");
    this[key] = text;
  }
  removeItem(key) {
    delete this[key];
  }
}
let full = Number.POSITIVE_INFINITY;

Object.assign(FakeStorage.prototype, { length: 1 });
globalThis.location = { pathname: "/games/one/index.html" };

beforeEach(() => {
  globalThis.localStorage = new FakeStorage();
  full = Number.POSITIVE_INFINITY;
  forgetAll();
});

const fresh = (about = {}) => newKept({ mode: "play", address: "?p=x", about });
const kept = (about) => keepGame(fresh(about)).game;
const legal = async () => undefined;
const ids = (games) => games.map(({ id }) => id);
const textOf = (games, version = 1) => JSON.stringify({ format: "kept games", version, games });

test("a game is kept under the path of the site", () => {
  const { id } = kept();
  assert.deepEqual(Object.keys(localStorage), [`tablebase /games/one/ game ${id}`]);
  globalThis.location = { pathname: "/games/other/" };
  assert.deepEqual(keptGames().games, []);
  globalThis.location = { pathname: "/games/one/" };
  assert.equal(keptGames().games[0].id, id);
});

test("games come back, the latest first", () => {
  const one = kept({ level: "easy" });
  assert.deepEqual([one.over, one.starred, one.version], [false, false, 1]);
  const two = kept();
  const later = keepGame({ ...one, address: "?p=y" }).game;
  assert.deepEqual(ids(keptGames().games), [one.id, two.id]);
  assert.equal(keptGame(one.id).address, "?p=y");
  assert.deepEqual(keptGame(one.id).about, { level: "easy" });
  assert.ok(later.changed > one.changed);
  forgetGame(one.id);
  assert.equal(keptGame(one.id), null);
});

test("a tab does not overwrite what another one has kept", () => {
  const game = kept();
  const other = keepGame({ ...game, address: "?p=other" }).game;
  for (const changed of [game.changed, other.changed + 1])
    assert.equal(keepGame({ ...game, changed, address: "?p=mine" }), null);
  assert.equal(keptGame(game.id).address, "?p=other");
  assert.ok(keepGame({ ...other, address: "?p=mine" }));
});

test("the oldest game without a star makes room", async () => {
  const first = kept();
  const starred = keepGame({ ...first, starred: true }).game;
  const second = kept();
  for (let more = 2; more < LIMITS.games; more++) kept();
  const { game, dropped } = keepGame(fresh());
  assert.deepEqual(ids(dropped), [second.id]);
  assert.equal(keptGames().games.length, LIMITS.games);
  assert.ok(keptGame(starred.id) && keptGame(game.id));
  const later = { ...game, changed: game.changed + 1 };
  assert.equal(await imported(new Blob([textOf([later])]), legal), 1); // it takes no more room
});

test("games take at most two megabytes", async () => {
  const long = "x".repeat(LIMITS.bytes / 4);
  const games = [1, 2, 3].map(() => kept({ long }));
  const further = new Blob([textOf([{ ...fresh({ long }), changed: 1 }])]);
  assert.deepEqual(ids(keepGame(fresh({ long })).dropped), [games[0].id]);
  await assert.rejects(imported(further, legal), /no room for 1 game more/);
  const longer = { ...games[1], about: { long: long + long } };
  assert.deepEqual(ids(keepGame(longer).dropped), [games[2].id]); // and not the game itself
});

test("a text that cannot be read stays, and breaks no list", () => {
  const { id } = kept();
  const wrong = [{ id: "another" }, { id: "broken1", address: "javascript:0" }];
  const texts = wrong.map((about) => JSON.stringify({ ...fresh(), ...about }));
  texts.push("{", "null", "7", '{"version":2}');
  texts.forEach((text, at) => {
    retain(`game broken${at}`, text);
  });
  const { games, unread } = keptGames();
  assert.deepEqual(ids(games), [id]);
  assert.deepEqual(unread.map(({ text }) => text).sort(), [...texts].sort());
  for (let more = 0; more < LIMITS.games; more++) kept();
  assert.equal(keptGames().unread.length, texts.length);
});

test("where there is no room or no permission, games last until the tab is closed", () => {
  full = 10;
  const { game, lasts } = keepGame(fresh());
  assert.equal(lasts, false);
  assert.equal(keptGame(game.id).id, game.id);
  Reflect.deleteProperty(globalThis, "localStorage");
  const other = keepGame(fresh());
  assert.equal(other.lasts, false);
  assert.equal(keptGames().games.length, 2);
});

test("everything can be deleted in one place", () => {
  kept();
  keep("play", { level: "hard" });
  forgetAll();
  assert.deepEqual(names(), []);
  assert.equal(setting("play", null), null);
});

test("an export is imported again, and the later game stays", async () => {
  const one = kept();
  const two = kept();
  const file = new Blob([exported()]);
  forgetGame(one.id);
  const later = keepGame({ ...two, address: "?p=later" }).game;
  assert.equal(await imported(file, legal), 1);
  assert.equal(keptGame(two.id).address, later.address);
  assert.equal(keptGame(one.id).address, one.address);
  assert.equal(await imported(file, legal), 0); // each is here, as late as in the file or later
});

test("an import that does not last says so", async () => {
  const game = kept();
  const file = new Blob([exported()]);
  forgetGame(game.id);
  full = 10;
  const said = /^1 game added, but this browser has no room: they last until you close this tab/;
  await assert.rejects(imported(file, legal), (error) => error instanceof FileError && said.test(error.message));
  assert.equal(keptGame(game.id).address, game.address); // until then
  forgetGame(game.id);
  Reflect.deleteProperty(globalThis, "localStorage");
  assert.equal(await imported(file, legal), 1); // the page has said before that nothing is kept
});

test("an import is refused whole", async () => {
  const refused = (file, message, check = legal) =>
    assert.rejects(
      imported(new Blob([file]), check),
      (error) => error instanceof FileError && message.test(error.message),
    );
  await refused("x".repeat(2 * 1024 * 1024 + 1), /too large/);
  await refused("x".repeat(2 * 1024 * 1024), /no games/);
  await refused("{", /no games/);
  await refused(textOf([], 2), /no games/);
  await refused(textOf([fresh(), { id: "x" }]), /Game 2 of the file cannot be read/);
  const illegal = async () => {
    throw new Error("a1: not a legal move");
  };
  await refused(textOf([fresh()]), /Game 1 of the file cannot have been played: a1: not a legal move/, illegal);
  const many = Array.from({ length: LIMITS.games + 1 }, () => ({ ...fresh(), changed: 1 }));
  await refused(textOf(many), /no room for 501 games/);
  assert.deepEqual(names(), []);
  assert.equal(recall("game x"), null);
});

test("a friend's link goes on with the game whose deal, rules and moves it has", () => {
  const START = "?p=A223/4A2J/3A23/J3A4";
  const keeps = (address, level, about = {}) =>
    keepGame(newKept({ mode: "play", address, about: { level, ...about } }));
  const own = keeps(`${START}&m=a3.b1&e=wild&as=all`, "").game;
  keeps(`${START}&m=a3.b1&e=wild&as=red&level=easy`, "easy"); // the computer's
  keeps(`${START}&m=a3.b1&e=single&as=all`, "");
  keeps(`${START}&m=a3.b&e=wild&as=all`, ""); // the beginning of a name is no move
  keeps(`${START}&m=a3&e=wild&as=all`, "", { match: "a match", round: 1 });
  const sent = keeps(`${START}&m=d1.c3&e=wild&as=blue&level=friend`, "friend", { seat: "blue" }).game;
  const found = (moves, seat) =>
    friendsGame(new URLSearchParams(`${START}&m=${moves}&e=wild&as=${seat}&level=friend`))?.kept.id;
  const red = ["a3.b1.c2", "a3.b1", "a3", "a3.c1", "a3.b1x", "d1.c3"].map((moves) => found(moves, "red"));
  assert.deepEqual(red, [own.id, ...Array(5)]); // one's own link is no answer, nor is one for the other seat
  assert.deepEqual([found("d1.c3", "blue"), found("d1.c3.c2", "blue")], [sent.id, sent.id]); // opened again
});
