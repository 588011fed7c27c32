/** The deal of the next game: one that the player can win, where that is known. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { dealFor } from "#home/play/settings.ts";
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
