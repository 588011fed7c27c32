/** Which steps of the lessons have been done, kept on this device. */

import { keep, setting } from "#shared/settings.js";

/** @typedef {import("./lessons.js").Lesson} Lesson */

/** The steps of each lesson that have been done, by its name. @returns {Record<string, number[]>} */
const kept = () => setting("lessons", {});

/** @param {Lesson} lesson */
export const doneOf = ({ name, steps }) => (kept()[name] ?? []).filter((at) => at < steps.length);

/** @param {Lesson} lesson @param {number} at the step */
export const keepDone = (lesson, at) =>
  keep("lessons", { ...kept(), [lesson.name]: [...new Set([...doneOf(lesson), at])].sort() });

/** @param {Lesson} lesson */
export const isDone = (lesson) => doneOf(lesson).length === lesson.steps.length;

/** The first step that has not been done; the first of all if all have been. @param {Lesson} lesson */
export const nextOf = (lesson) => {
  const done = doneOf(lesson);
  return Math.max(
    0,
    lesson.steps.findIndex((_, at) => !done.includes(at)),
  );
};
