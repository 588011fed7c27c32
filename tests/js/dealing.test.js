/** The deal of the next game: one that the player can win, where that is known. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { dealTo } from "#home/analyse/deals.js";
import { dealFor } from "#home/play/dealing.js";
import { Session } from "#home/shared/explored.js";
import { answering } from "./client.js";

const GAME = { length: "game", rival: "computer", you: "red", level: "beginner", rules: "booked", edition: "wild" };

/** Deals whose winners are these, one after the other; counts those that were drawn. */
function drawing(winners) {
  const drawn = [];
  answering(async (path) => {
    if (path === "rules") return [{ name: "booked", book: true, tabled: false, editions: [] }];
    drawn.push(path);
    return { winner: winners[drawn.length - 1] };
  });
  return drawn;
}

test("deals are drawn until one can be won", async () => {
  const drawn = drawing(["blue", "blue", "red", "red"]);
  assert.equal((await dealFor(GAME)).winner, "red");
  assert.equal(drawn.length, 3);
});

test("without the book, which could not be fetched, the first deal is played", async () => {
  const drawn = drawing([null, null]);
  assert.equal((await dealFor(GAME)).winner, null);
  assert.equal(drawn.length, 1);
});

test("of two deals the one that was asked for last is shown", async () => {
  const session = new Session();
  const deal = (rules) => dealTo(session, {}, { rules, edition: "" });
  let [first, second] = [null, null];
  answering(async (path, { position, rules }) => {
    if (path === "rules") return [{ name: rules, tabled: true, editions: [{ name: "wild" }] }];
    if (path === "random" && rules === "second") await first; // which the engine was busy with
    if (path === "random") return { position: `A${rules === "first" ? 2 : 3} r`, seed: 1 };
    if (path === "probe") second ??= deal("second"); // while the first is being solved
    const probe = { position, edition: "wild", result: "win", dte: 3, moves: [] };
    return path === "line" ? { line: [probe] } : probe;
  });
  first = deal("first");
  assert.equal(await first, null);
  assert.equal((await second)?.position, "A3 r");
  assert.equal(session.game.rules, "second");
});
