/**
 * A grid of buttons, one of them in the tab order; the arrow keys walk on from there. Buttons may
 * come and go, and the style sheet may lay them out in rows of any length.
 */

export function walkable(grid: HTMLElement) {
  grid.addEventListener("focusin", (event) => rove(grid, event.target as HTMLElement));
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

/** Leave one button in the tab order, by default the one that was. */
export function rove(grid: HTMLElement, chosen: HTMLElement | null = grid.querySelector("button[tabindex='0']")) {
  const buttons = grid.querySelectorAll("button");
  const stop = chosen ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

function next(key: string, here: HTMLElement, buttons: HTMLElement[]) {
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

/** The button nearest to one, by rows first. */
function nearest(here: HTMLElement, others: HTMLElement[]) {
  const away = (other: HTMLElement) => Math.abs(top(other) - top(here)) * 1000 + Math.abs(left(other) - left(here));
  return others.sort((one, other) => away(one) - away(other))[0];
}

const top = (button: HTMLElement) => Math.round(button.getBoundingClientRect().top);
const bottom = (button: HTMLElement) => Math.round(button.getBoundingClientRect().bottom);
const left = (button: HTMLElement) => Math.round(button.getBoundingClientRect().left);
