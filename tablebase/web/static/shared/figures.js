/** Figures, large, each above its name. */

import { html } from "./dom.js";

/** @param {HTMLElement} list of class `figures` @param {Record<string, number>} figures by their names */
export const showFigures = (list, figures) =>
  list.replaceChildren(
    ...Object.entries(figures).map(([name, value]) =>
      html("div", {}, html("dt", {}, name), html("dd", {}, String(value))),
    ),
  );
