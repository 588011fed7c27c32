/** Puzzles: to be written. */

/** @type {import("../shared/app.js").Mount} */
export function mount(root, app) {
  return { show: () => app.title("Puzzles") };
}
