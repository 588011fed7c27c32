/** Making elements. No markup is ever built from text, so nothing needs escaping. */

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/**
 * @param {Element} element
 * @param {Attributes} attributes false, null and undefined remove one
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElement}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/** A drawing of index.html's collection. @param {string} name */
export const icon = (name) =>
  svg("svg", { class: `icon icon-${name}`, "aria-hidden": "true" }, svg("use", { href: `#drawing-${name}` }));

/** An element that index.html is sure to have. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** An element that a mode's page.html is sure to have. @param {HTMLElement} root @param {string} id */
export const part = (root, id) => /** @type {HTMLElement} */ (root.querySelector(`#${id}`));

/** Set an element's text, unless it says so already. @param {HTMLElement} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Give a button another text and drawing. @param {HTMLElement} button @param {string} text @param {string} [drawing] */
export function relabel(button, text, drawing) {
  const [label, use] = ["span", "use"].map((tag) => button.querySelector(tag));
  if (label) label.textContent = text;
  if (use && drawing) set(use, { href: `#drawing-${drawing}` });
}

/**
 * Replace an element's children. If one of their buttons had the focus, the one with its `data-key`
 * gets it, or else the one in its place.
 *
 * @param {HTMLElement} root
 * @param {(Node | string)[]} children
 */
export function refill(root, children) {
  const buttons = () => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button:enabled")]);
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const at = buttons().indexOf(focused);
  root.replaceChildren(...children);
  const now = at < 0 ? [] : buttons();
  const { key } = focused.dataset;
  (now.find(({ dataset }) => key && dataset.key === key) ?? now[at] ?? now.at(-1))?.focus({ preventScroll: true });
}

/** Give the focus to what is played on. @param {HTMLElement} root of the mode */
export const toBoard = (root) =>
  /** @type {HTMLElement | null} */ (root.querySelector(".stage [tabindex='0']"))?.focus();
