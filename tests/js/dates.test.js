/** What is new every day: its number, its date, and the days in a row on which it was done. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gradeOf } from "#home/shared/grades.ts";
import { dateOf, dayOf, daysOf, inARow } from "#shared/days.ts";

process.env.TZ = "Europe/Berlin"; // where clocks change

test("days change at midnight by the reader's clock, and begin with 1", () => {
  assert.equal(dayOf(new Date(2026, 10, 16, 0, 0, 1)), 1);
  assert.equal(dayOf(new Date(2026, 10, 16, 23, 59, 59)), 1);
  assert.equal(dayOf(new Date(2026, 10, 17)), 2);
  assert.equal(dayOf(new Date(2027, 10, 16)), 366);
  assert.equal(dayOf(new Date(2020, 0, 1)), 1);
});

test("every day of a year has the number after the day before", () => {
  for (let day = 1; day <= 366; day++) assert.equal(dayOf(new Date(2026, 10, 15 + day, 12)), day);
});

test("a day is named by its date", () => {
  assert.equal(dateOf(1), "Mon 16 Nov");
  assert.equal(dateOf(7), "Sun 22 Nov");
  assert.equal(dateOf(46), "Thu 31 Dec");
});

test("puzzles grow harder from Monday to Sunday", () => {
  const week = ["easy", "medium", "medium", "hard", "hard", "expert", "master"];
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(gradeOf), week);
  assert.equal(gradeOf(8), "easy");
});

/** Days with results such as "won", by their numbers. */
function daysWith(results) {
  const days = daysOf(
    `test ${JSON.stringify(results)}`,
    (result) => result === "won",
    (result) => result === "lost",
  );
  for (const [day, result] of Object.entries(results)) days.keep(Number(day), result);
  return days;
}

test("a streak counts the days up to today", () => {
  const days = daysWith({ 3: "won", 4: "won", 5: "won" });
  assert.equal(days.of(4), "won");
  assert.equal(days.of(6), undefined);
  assert.deepEqual(days.streaks(5), { streak: 3, best: 3 });
});

test("a streak holds while today is open, and ends tomorrow", () => {
  const days = daysWith({ 3: "won", 4: "won", 5: "begun" });
  assert.deepEqual(days.streaks(5), { streak: 2, best: 2 });
  assert.deepEqual(days.streaks(6), { streak: 0, best: 2 });
});

test("a day that was lost or left out ends a streak; the best one is remembered", () => {
  assert.deepEqual(daysWith({ 1: "won", 2: "won", 3: "lost", 4: "won" }).streaks(4), { streak: 1, best: 2 });
  assert.deepEqual(daysWith({ 1: "won", 2: "won", 4: "won" }).streaks(4), { streak: 1, best: 2 });
  assert.deepEqual(daysWith({ 3: "won", 4: "lost" }).streaks(4), { streak: 0, best: 1 });
  assert.deepEqual(daysWith({}).streaks(9), { streak: 0, best: 0 });
});

test("a streak is worth words from the second day on", () => {
  assert.equal(inARow(1), "");
  assert.equal(inARow(2), " · 2 days in a row");
});
