/** Which steps of the lessons have been done, kept on this device. */

import { keep, setting } from "#shared/settings.ts";
import type { Lesson } from "./lessons.ts";

/** The steps of each lesson that have been done, by its name. */
const kept = (): Record<string, number[]> => setting("lessons", {});

export const doneOf = ({ name, steps }: Lesson) => (kept()[name] ?? []).filter((at) => at < steps.length);

/** @param at the step */
export const keepDone = (lesson: Lesson, at: number) =>
  keep("lessons", { ...kept(), [lesson.name]: [...new Set([...doneOf(lesson), at])].sort() });

export const isDone = (lesson: Lesson) => doneOf(lesson).length === lesson.steps.length;

/** The first step that has not been done; the first of all if all have been. */
export const nextOf = (lesson: Lesson) => {
  const done = doneOf(lesson);
  return Math.max(
    0,
    lesson.steps.findIndex((_, at) => !done.includes(at)),
  );
};
