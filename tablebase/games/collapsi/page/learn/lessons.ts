/**
 * The lessons, whose boards and texts are in page.html: boards with one task each, and which of them this device has
 * seen done. All but the first lesson end with puzzles. Boards of the rule of thumb are those of docs/strategy.md; a
 * test checks every claim that is made there.
 */

import { keep, setting } from "#shared/store.ts";

export interface Step {
  position: string; // the side to move is the reader's
  isPuzzle: boolean; // whether the texts leave open which moves win
  say: string; // what to do
  right: string; // what to say after a move that wins; by default how it goes on, as after another
  wrong: string;
}

export type Lesson = { name: string; title: string; entry: HTMLElement; steps: Step[] };

/** @param root of the mode */
export const lessonsIn = (root: HTMLElement): Lesson[] =>
  ([...root.querySelectorAll("#lessons > li")] as HTMLElement[]).map((entry) => {
    const steps = (entry.querySelector("template") as HTMLTemplateElement).content.children as Iterable<HTMLElement>;
    const title = entry.querySelector("b")?.textContent ?? "";
    return { name: entry.dataset.lesson ?? "", title, entry, steps: [...steps].map(stepOf) };
  });

function stepOf(step: HTMLElement): Step {
  const { position = "", moves } = step.dataset;
  const [say, right, wrong] = [".say", ".right", ".wrong"].map((kind) => step.querySelector(kind)?.textContent ?? "");
  return { position, isPuzzle: !moves, say, right, wrong };
}

/** What is kept of steps: that they were found, without being shown; that they were found at the first try. */
type Earned = "lessons" | "stars";

/** The steps of each lesson, by its name. */
const kept = (earned: Earned): Record<string, number[]> => setting(earned, {});

/** The steps of a lesson that have earned it. */
export const earnedOf = ({ name, steps }: Lesson, earned: Earned = "lessons") =>
  (kept(earned)[name] ?? []).filter((at) => at < steps.length);

/** @param at the step */
export const earn = (lesson: Lesson, at: number, earned: Earned) =>
  keep(earned, { ...kept(earned), [lesson.name]: [...new Set([...earnedOf(lesson, earned), at])].sort() });

export const isDone = (lesson: Lesson) => earnedOf(lesson).length === lesson.steps.length;

/** The first step that has not been done; the first of all if all have been. */
export function nextOf(lesson: Lesson) {
  const next = lesson.steps.findIndex((_, at) => !earnedOf(lesson).includes(at));
  return Math.max(0, next);
}
