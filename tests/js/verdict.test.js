/** What counted deals say of a design: shares, intervals, and whether it is fair. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gameOf } from "#home/rules/atlas.ts";
import { draftOf } from "#home/rules/draft.ts";
import { matchOf, mean, shareOf, verdict } from "#home/rules/fairness.ts";
import { decodeRules } from "#home/shared/address.ts";

const draft = (text) => draftOf(decodeRules(text));
const DRAFT = draft("4x4~AAAA2222333344~1234.1~w2");
const THREE = draft("3x4~AAAA22223~1234.1~w3");

/** Deals of which red wins some, all in games of 9 and 10 moves. */
const counts = (red, blue, more = {}) => ({
  edition: "wild",
  deals: red + blue,
  wins: { red, blue },
  lengths: { 9: red, 10: blue },
  exact: false,
  ...more,
});

test("red's share is of the deals whose winner is known", () => {
  assert.equal(shareOf(counts(30, 10)).share, 0.75);
  assert.equal(shareOf({ ...counts(30, 10), deals: 50, wins: { red: 30, blue: 10, unknown: 10 } }).share, 0.75);
  assert.deepEqual(shareOf(counts(0, 0)), { share: 0, interval: [0, 1] });
  assert.deepEqual(shareOf(counts(30, 10, { exact: true })).interval, [0.75, 0.75]);
  assert.deepEqual(shareOf({ ...counts(0, 40), wins: { blue: 40 } }), shareOf(counts(0, 40)));
});

test("a match is judged from thirty deals on, if all are known", () => {
  assert.equal(matchOf(counts(20, 9), DRAFT), null);
  assert.notEqual(matchOf(counts(20, 10), DRAFT), null);
  assert.equal(matchOf(counts(20, 10, { deals: 31 }), DRAFT), null);
  assert.equal(matchOf(counts(20, 10), THREE), null);
});

test("who is favoured", () => {
  const said = (red, blue, more) => verdict(counts(red, blue, more), DRAFT);
  assert.match(said(900, 100), /^Red wins 90\.0% of the deals \(88\.0 to 91\.7%\)\. The first player is favoured\./);
  assert.match(said(100, 900), / The second player is favoured\./);
  assert.match(said(10000, 10000), / That is close to fair\./);
  assert.match(said(10, 10), / It may be fair\. Test more deals to find out\./);
  assert.match(said(3, 1, { exact: true }), /^Red wins 75\.00% of the deals \(exact, all deals\)\./);
});

test("games are counted, and those that took too long are named", () => {
  assert.equal(mean({ 9: 1, 10: 3 }), 9.75);
  assert.equal(mean({}), 0);
  const slow = verdict({ ...counts(3, 1), deals: 5, wins: { red: 3, blue: 1, unknown: 1 } }, DRAFT);
  assert.match(slow, / Games last 9\.3 moves on average\. 1 deal took too long and is not counted\.$/);
});

test("while no deal is decided nothing is said of the others", () => {
  const slow = { ...counts(0, 0), deals: 2, wins: { unknown: 2 }, lengths: {} };
  assert.equal(verdict(slow, DRAFT), "2 deals took too long and are not counted.");
  const unmeasured = verdict({ ...counts(1, 0), lengths: {} }, DRAFT);
  assert.match(unmeasured, /^Red wins 100\.0% .* It may be fair\. Test more deals to find out\.$/);
});

test("three players can force a win, or nobody can", () => {
  const said = verdict({ ...counts(20, 10), deals: 40, wins: { red: 20, blue: 10, nobody: 10 } }, THREE);
  assert.match(said, /^Red can force a win in 50\.0% of the deals .* In 25\.0% nobody can force a win\.$/);
});

test("joker steps that change nothing make no other game", () => {
  assert.equal(gameOf([3]), "13");
  assert.equal(gameOf([4]), "24");
  assert.equal(gameOf([4, 3, 2]), "1234");
  assert.equal(gameOf([1]), "1");
});
