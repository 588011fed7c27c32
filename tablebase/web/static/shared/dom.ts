/** Making elements. No markup is ever built from text, so nothing needs escaping. */

export type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => unknown)>;

/** @param attributes false, null and undefined remove one; a function is what it listens with */
export function set(element: Element, attributes: Attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      Reflect.set(element, name, value);
      continue;
    }
    const text = value === true ? "" : value === false ? null : (value?.toString() ?? null);
    if (element.getAttribute(name) === text) continue;
    if (text === null) element.removeAttribute(name);
    else element.setAttribute(name, text);
  }
}

function built<Built extends Element>(element: Built, attributes: Attributes, children: (Node | string)[]): Built {
  set(element, attributes);
  element.append(...children);
  return element;
}

export const html = (tag: string, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElement =>
  built(document.createElement(tag), attributes, children);

export const svg = (tag: string, attributes: Attributes = {}, ...children: (Node | string)[]): SVGElement =>
  built(document.createElementNS("http://www.w3.org/2000/svg", tag) as SVGElement, attributes, children);

/** A class attribute: names, those of them that hold. */
export const classes = (base: string, classes: Record<string, boolean>) =>
  [base, ...Object.keys(classes).filter((name) => classes[name])].join(" ");

/** A drawing of index.html's collection. */
export const icon = (name: string) =>
  svg("svg", { class: `icon icon-${name}`, "aria-hidden": "true" }, svg("use", { href: `#drawing-${name}` }));

/** An element that index.html is sure to have. */
export const byId = (id: string) => document.getElementById(id) as HTMLElement;

/** A copy of what a template of index.html holds. */
export const template = (id: string) => (byId(id) as HTMLTemplateElement).content.cloneNode(true) as DocumentFragment;

/** An element that a mode's page.html is sure to have. */
export const part = (root: HTMLElement, id: string) => root.querySelector(`#${id}`) as HTMLElement;

/** Set an element's text, unless it says so already. */
export function write(element: HTMLElement, text: string) {
  if (element.textContent !== text) element.textContent = text;
}

/** Let parts of a mode look so, each by its id: a text, children, or attributes. */
export function show(root: HTMLElement, parts: Record<string, string | (Node | string)[] | Attributes>) {
  for (const [id, look] of Object.entries(parts)) {
    if (typeof look === "string") write(part(root, id), look);
    else if (Array.isArray(look)) draw(part(root, id), look);
    else set(part(root, id), look);
  }
}

/** Show each part whose `data-when` words all hold, and hide the others. @param words that hold, or false */
export function only(root: HTMLElement, words: (string | false)[]) {
  for (const each of root.querySelectorAll("[data-when]") as NodeListOf<HTMLElement>)
    set(each, { hidden: !each.dataset.when?.split(" ").every((word) => words.includes(word)) });
}

/** Let fields show values, each by its name; a list gets one that it does not offer. */
export function fill(root: HTMLElement, values: Record<string, string | number | boolean>) {
  for (const [name, value] of Object.entries(values))
    for (const field of root.querySelectorAll(`[name=${name}]`) as NodeListOf<HTMLInputElement | HTMLSelectElement>) {
      if (field instanceof HTMLInputElement) field.checked = field.value === String(value);
      else if (![...field.options].some((option) => option.value === String(value)))
        field.append(html("option", {}, String(value)));
      if (field instanceof HTMLSelectElement) field.value = String(value);
    }
}

/** Give a button another text. */
export function relabel(button: HTMLElement, text: string) {
  const label = button.querySelector("span");
  if (label) write(label, text);
}

/** What an element that is drawn listens to: functions that are its properties. */
const HANDLERS = ["onclick", "onfocus", "onblur", "onpointerenter", "onpointerleave"] as const;

/**
 * Give an element other children, and change only what differs. An element stays if there is one of
 * the same kind with its `data-key`, or else in its place: it keeps the focus and its animations, and
 * gets the new one's attributes, children and `HANDLERS`. `tabindex` is left to its grid.
 */
export function draw(root: Element, children: (Node | string)[]) {
  if (!children.length && root.firstChild) return root.replaceChildren();
  if (!root.firstChild) return root.append(...children);
  const all = children.map((child) => (typeof child === "string" ? document.createTextNode(child) : child));
  const keys = new Set(all.map(keyOf));
  const keyed = new Map([...root.children].map((child) => [keyOf(child), child]));
  for (const [key, child] of keyed) if (key && !keys.has(key)) child.remove();
  let next = root.firstChild as ChildNode | null;
  for (const wanted of all) {
    const key = keyOf(wanted);
    const known = key ? keyed.get(key) : next;
    const stays = known?.nodeName === wanted.nodeName && keyOf(known) === key;
    if (stays && known !== wanted) update(known, wanted);
    const shown = stays ? known : wanted;
    if (shown === next) next = next.nextSibling;
    else root.insertBefore(shown, next);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

const keyOf = (node: Node) => (node instanceof Element ? (node.getAttribute("data-key") ?? "") : "");

/** Let a node look like another of its kind. */
function update(node: Node, wanted: Node) {
  if (!(node instanceof Element && wanted instanceof Element)) {
    if (node.nodeValue !== wanted.nodeValue) node.nodeValue = wanted.nodeValue;
    return;
  }
  for (const name of new Set([...node.getAttributeNames(), ...wanted.getAttributeNames()]))
    if (name !== "style" && name !== "tabindex") set(node, { [name]: wanted.getAttribute(name) });
  if (node instanceof HTMLElement && wanted instanceof HTMLElement) {
    const { cssText } = wanted.style; // the page's policy lets no attribute set it
    if (node.style.cssText !== cssText) node.style.cssText = cssText;
    for (const name of HANDLERS) node[name] = wanted[name] as any;
  }
  draw(node, [...wanted.childNodes]);
}

/**
 * Draw an element's children anew. If a button that had the focus goes, the one now in its place
 * gets it.
 */
export function refill(root: HTMLElement, children: (Node | string)[]) {
  const buttons = () => [...root.querySelectorAll("button:enabled")] as HTMLElement[];
  const focused = document.activeElement as HTMLElement;
  const at = buttons().indexOf(focused);
  draw(root, children);
  if (at < 0 || (document.activeElement === focused && focused.matches(":enabled"))) return;
  const now = buttons();
  (now.includes(focused) ? focused : (now[at] ?? now.at(-1)))?.focus({ preventScroll: true });
}

/** Give the focus to what is played on. @param root of the mode */
export const toBoard = (root: HTMLElement) =>
  (root.querySelector(".stage [tabindex='0']") as HTMLElement | null)?.focus();
