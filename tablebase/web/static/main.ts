/** The page's shell: opens the mode that the address asks for, when it is first asked for. */

import * as frame from "#home/home.ts";
import type { App, Home, Mode } from "#shared/app.ts";
import { attempt, listen, mountBanner } from "#shared/commands.ts";
import { byId, html, set, template } from "#shared/dom.ts";
import { markup, styles } from "#shared/files.ts";
import { mountUpdates } from "#shared/update.ts";
import { address, modeOf, ROOMS } from "./rooms.ts";

/** What keys do for players who don't see the board. */
const SPOKEN: [string, string, "type" | "moves" | "board"][] = [
  ["m", "type a move", "type"],
  ["w", "hear where you can go", "moves"],
  ["i", "hear what is on the board", "board"],
];

/** What the page's own game adds around all modes. */
const home: Home = frame;

/** The modes that have been opened, by name. */
const opened: Map<string, Promise<{ root: HTMLElement; mode: Mode }>> = new Map();

let shown: Mode | null = null;
let shownName = "";

/** Milliseconds without a touch or a key after which the page may show another day's puzzle. */
const UNTOUCHED = 5 * 60_000;

let touched = 0;

/** The day whose puzzle, board and streak are shown. */
let shownOn = "";

/** The mode that was asked for last: while it loads, the one shown must not change the address. */
let askedName = "";

/** Show what the address asks for. */
async function show() {
  const query = new URLSearchParams(location.search);
  const state = history.state;
  const name = modeOf(query);
  byId("more").hidePopover();
  if (!opened.has(name)) home.begin(name, query);
  askedName = name;
  const { root, mode } = await load(name).catch((error) => {
    askedName = shownName;
    throw error;
  });
  if (query.toString() !== new URLSearchParams(location.search).toString()) return; // the reader has moved on
  if (shown !== mode) {
    shown?.hide?.();
    [shown, shownName] = [mode, name];
    byId("page").replaceChildren(root);
    document.title = ROOMS.title;
    byId("more-type").hidden = !mode.tell;
    for (const link of document.querySelectorAll("#modes a, #more a[href^='?']"))
      set(link, { "aria-current": link.getAttribute("href") === `?mode=${name}` && "page" });
  }
  shownOn = today();
  await mode.show(query, state);
}

/** A mode, loaded when it is first asked for. */
function load(name: string) {
  const found = opened.get(name) ?? build(name);
  opened.set(name, found);
  found.catch(() => opened.delete(name));
  return found;
}

async function build(name: string) {
  const file = (path: string) => address(ROOMS.modes[name] + path);
  const [{ mount }, content] = await Promise.all([
    import(file("index.js")),
    markup(file("page.html")),
    styles(file("style.css")),
  ]);
  const root = html("div", { class: `mode mode-${name}` }, content);
  for (const slot of root.querySelectorAll("slot")) slot.replaceWith(template(`${slot.name}-parts`));
  return { root, mode: await mount(root, appOf(name)) };
}

/** What the page offers to a mode. */
function appOf(name: string): App {
  const isShown = () => shownName === name;
  return {
    isShown,
    open,
    remember(query, state, replace = false) {
      if (!isShown() || askedName !== name) return;
      if (replace || query === location.search) history.replaceState(state, "", query || location.pathname);
      else history.pushState(state, "", query);
    },
    title(text) {
      const title = text ? `${text} · ${ROOMS.title}` : ROOMS.title;
      if (isShown() && document.title !== title) document.title = title;
    },
  };
}

/**
 * Open an address of the page.
 *
 * @param query beginning with "?"
 * @param state as `show` takes it
 */
async function open(query: string, state: any = null) {
  history.pushState(state, "", query);
  await opening();
}

/** Show what the address asks for, and do not lose the focus with what was shown before. */
async function opening() {
  (document.querySelector("dialog[open]") as HTMLDialogElement | null)?.close(); // it is of what was shown before
  await attempt(show);
  if (document.activeElement === document.body) shown?.focus?.();
}

const today = () => new Date().toDateString();

/** Show what is new on another day. */
function renew() {
  const day = today();
  if (document.hidden || !shown || shownOn === day) return;
  attempt(async () => {
    if ((await shown?.renew?.()) !== false) shownOn = day;
  });
}

/** What keys do in the mode that is shown. */
function commands() {
  const spoken = shown?.tell ? SPOKEN.map(([key, does, what]) => ({ key, does, run: () => speak(what) })) : [];
  return [...spoken, ...(shown?.commands ?? [])];
}

async function speak(what: "type" | "moves" | "board") {
  const [{ speak }, teller] = await Promise.all([import("#shared/spoken.ts"), shown?.tell?.()]);
  if (teller) speak(byId("page").firstElementChild as HTMLElement, teller, what);
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a[href^='?']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { id } = (link as HTMLElement).dataset; // of the game that is kept with it
  open(link.getAttribute("href") ?? "?", id ? { id } : null);
});
addEventListener("popstate", opening);
// A tab that was left open over midnight shows what is new today, but what is being played stays.
document.addEventListener("visibilitychange", renew);
for (const event of ["pointerdown", "click", "keydown"])
  addEventListener(event, () => (touched = performance.now()), true);
setInterval(() => performance.now() > touched + UNTOUCHED && renew(), 60_000);
mountBanner();
home.mount(commands);
listen(() => [...home.commands, ...commands()]);
byId("more-type").addEventListener("click", () => {
  byId("more").hidePopover();
  attempt(() => speak("type"));
});
const firstShown = attempt(show);
// On a first visit, fetching everything else would delay what is shown first.
if (navigator.serviceWorker?.controller) mountUpdates();
else firstShown.then(mountUpdates);
