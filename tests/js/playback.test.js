/** Playing the best line by itself: pausing ends it at once. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Playback } from "#home/analyse/playback.js";

const button = { disabled: false, querySelector: () => null };
globalThis.document = { getElementById: () => ({}) };

/** A session whose search has not ended yet; `end` ends it. */
function searching() {
  const played = [];
  const session = Object.assign(new EventTarget(), {
    game: {},
    draft: null,
    probe: { moves: [{ move: "a", is_best: null }] },
    play: async (move) => played.push(move),
  });
  let end;
  session.searched = new Promise((resolve) => (end = resolve));
  const playback = new Playback({ querySelector: () => button }, session);
  return { playback, session, played, end };
}

test("the best move is played once the search has ended", async () => {
  const { playback, played, session, end } = searching();
  const playing = playback.play();
  session.probe = { moves: [{ move: "b", result: "win", is_best: true }] };
  end();
  await playing;
  assert.deepEqual(played, ["b"]);
});

test("a move that was waited for is not played after a pause", async () => {
  const { playback, played, session, end } = searching();
  playback.toggle();
  assert.equal(playback.running, true);
  playback.toggle();
  assert.equal(playback.running, false);
  end();
  await session.searched;
  await new Promise(setImmediate);
  assert.deepEqual(played, []);
});

test("a move that nothing is known of is not played as the best, and Autoplay ends", async () => {
  const { playback, played, session, end } = searching();
  playback.toggle();
  session.probe = { moves: [{ move: "b", result: null, is_best: null }] };
  end();
  await session.searched;
  await new Promise(setImmediate);
  assert.deepEqual([played, playback.running], [[], false]);
});
