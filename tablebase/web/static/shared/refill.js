/** Replacing what lists hold, without losing the focus with the button that had it. */

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
  if (at < 0) return;
  const { key } = focused.dataset;
  const after = buttons();
  const same = key === undefined ? undefined : after.find((button) => button.dataset.key === key);
  (same ?? after[Math.min(at, after.length - 1)])?.focus();
}
