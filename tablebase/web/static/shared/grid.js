/**
 * A grid of buttons, one of them in the tab order; the arrow keys walk on from there. Buttons may
 * come and go, and the style sheet may lay them out in rows of any length.
 */

/** @param {HTMLElement} grid */
export function walkable(grid) {
  grid.addEventListener("focusin", (event) => rove(grid, /** @type {HTMLElement} */ (event.target)));
  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const buttons = [...grid.querySelectorAll("button")];
    const here = buttons.find((button) => button === document.activeElement);
    const there = here && next(event.key, here, buttons);
    if (!there) return;
    event.preventDefault();
    there.focus();
  });
}

/** Leave one button in the tab order, by default the one that was. @param {HTMLElement} grid @param {HTMLElement | null} [chosen] */
export function rove(grid, chosen = grid.querySelector("button[tabindex='0']")) {
  const buttons = grid.querySelectorAll("button");
  const stop = chosen ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

/** @param {string} key @param {HTMLElement} here @param {HTMLElement[]} buttons */
function next(key, here, buttons) {
  const at = buttons.indexOf(here);
  switch (key) {
    case "ArrowLeft":
      return buttons[at - 1];
    case "ArrowRight":
      return buttons[at + 1];
    case "ArrowUp":
      return nearest(
        here,
        buttons.slice(0, at).filter((button) => bottom(button) <= top(here)),
      );
    case "ArrowDown":
      return nearest(
        here,
        buttons.slice(at).filter((button) => top(button) >= bottom(here)),
      );
    case "Home":
      return buttons[0];
    case "End":
      return buttons[buttons.length - 1];
  }
}

/** The button nearest to one, by rows first. @param {HTMLElement} here @param {HTMLElement[]} others */
function nearest(here, others) {
  const away = (/** @type {HTMLElement} */ other) =>
    Math.abs(top(other) - top(here)) * 1000 + Math.abs(left(other) - left(here));
  return others.sort((one, other) => away(one) - away(other))[0];
}

/** @param {HTMLElement} button */
const top = (button) => Math.round(button.getBoundingClientRect().top);
/** @param {HTMLElement} button */
const bottom = (button) => Math.round(button.getBoundingClientRect().bottom);
/** @param {HTMLElement} button */
const left = (button) => Math.round(button.getBoundingClientRect().left);
