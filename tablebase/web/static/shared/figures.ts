/** Figures, large, each above its name. */

import { html } from "./dom.ts";

/**
 * @param list of class `figures`
 * @param figures by their names
 */
export const showFigures = (list: HTMLElement, figures: Record<string, number>) =>
  list.replaceChildren(
    ...Object.entries(figures).map(([name, value]) =>
      html("div", {}, html("dt", {}, name), html("dd", {}, String(value))),
    ),
  );
