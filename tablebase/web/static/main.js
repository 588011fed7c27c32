/** The page's shell: opens the mode that the address asks for, when it is first asked for. */

import { modeOf } from "./shared/address.js";
import { App } from "./shared/app.js";
import { attempt, mountBanner } from "./shared/banner.js";
import { listen } from "./shared/commands.js";
import { byId, html } from "./shared/dom.js";
import { mountHow, openHow } from "./shared/how.js";
import "./shared/update.js";

/** @typedef {import("./shared/app.js").Mode} Mode */

/** The modes that have been opened, by name. @type {Map<string, Promise<{root: HTMLElement, mode: Mode}>>} */
const opened = new Map();

/** @type {Mode | null} */
let shown = null;
let shownName = "";

/** Show what the address asks for. */
async function show() {
  const query = new URLSearchParams(location.search);
  const state = history.state;
  const asked = modeOf(query);
  const name = byId(`${asked}-page`) instanceof HTMLTemplateElement ? asked : "play";
  byId("more").hidePopover();
  const { root, mode } = await load(name);
  if (query.toString() !== new URLSearchParams(location.search).toString()) return; // gone elsewhere meanwhile
  if (shown !== mode) {
    shown?.hide?.();
    [shown, shownName] = [mode, name];
    byId("page").replaceChildren(root);
    document.title = "Collapsi";
    for (const link of document.querySelectorAll("#modes a, #more a")) {
      const here = link.getAttribute("href") === `?mode=${name}`;
      if (here) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }
  await mode.show(query, state);
}

/** A mode, loaded when it is first asked for. @param {string} name */
function load(name) {
  let found = opened.get(name);
  if (!found) {
    found = build(name);
    found.catch(() => opened.delete(name));
    opened.set(name, found);
  }
  return found;
}

/** @param {string} name */
async function build(name) {
  const { mount } = await import(new URL(`${name}/index.js`, import.meta.url).href);
  const root = html("div", { class: `mode mode-${name}` }, template(`${name}-page`));
  for (const slot of root.querySelectorAll("slot")) slot.replaceWith(template(`${slot.name}-parts`));
  const app = new App(name, open, () => shownName === name);
  return { root, mode: await mount(root, app) };
}

/** A copy of a template's content. @param {string} id */
const template = (id) => /** @type {HTMLTemplateElement} */ (byId(id)).content.cloneNode(true);

/** Open an address of the page. @param {string} query beginning with "?" */
async function open(query) {
  history.pushState(null, "", query);
  await attempt(show);
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a[href^='?']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open(link.getAttribute("href") ?? "?");
});
addEventListener("popstate", () => attempt(show));
mountBanner();
mountHow(() => shown?.commands ?? []);
listen(() => [{ key: "?", does: "how to play", run: openHow }, ...(shown?.commands ?? [])]);
attempt(show);
