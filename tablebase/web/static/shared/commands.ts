/**
 * What buttons, forms and keys do. An error of it is shown above everything, until it is closed or an attempt
 * succeeds that began later.
 */

import { EngineError } from "#engine/client.ts";
import type { Command } from "./app.ts";
import { type Attributes, byId, html, part, set, toBoard, write } from "./dom.ts";

/** What a key does, and the button of that id, while it is enabled. */
export const command = (
  button: string,
  key: string,
  does: string,
  run: () => unknown,
  enabled?: () => boolean,
): Command => ({ button, key, does, run, enabled });

/** A button; an error of what it does is shown. */
export const button = (attributes: Attributes, run: (event: PointerEvent) => unknown, ...children: (Node | string)[]) =>
  html("button", { type: "button", ...attributes, onclick: (event) => attempt(() => run(event)) }, ...children);

/** Let buttons of page.html do something, each by its id. */
export function presses(root: HTMLElement, does: Record<string, () => unknown>) {
  for (const [id, run] of Object.entries(does)) part(root, id).addEventListener("click", () => attempt(run));
}

/** Let what is chosen in parts of page.html do something, each by its id. */
export function chooses(root: HTMLElement, does: Record<string, (field: HTMLInputElement) => unknown>) {
  for (const [id, run] of Object.entries(does))
    part(root, id).addEventListener("change", ({ target }) => attempt(() => run(target as HTMLInputElement)));
}

/**
 * Let the buttons of commands do what their keys do.
 *
 * @param root of the mode
 * @param session whose `change` may enable or disable them
 */
export function bind(root: HTMLElement, commands: Command[], session: EventTarget) {
  for (const { button, key, does, run, enabled } of commands) {
    if (!button) continue;
    const element = part(root, button);
    element.title = `${does} (${key})`;
    element.setAttribute("aria-keyshortcuts", key);
    // A press may come when it is disabled already: it was made before, and the page was busy.
    element.addEventListener("click", () => enabled?.() !== false && attempt(run));
  }
  session.addEventListener("change", () => {
    for (const { button, enabled } of commands) {
      if (button && enabled) set(part(root, button), { disabled: !enabled() });
    }
  });
}

/**
 * Show the buttons of the commands that are enabled, and no others. If one that had the focus goes,
 * the board gets it.
 *
 * @param root of the mode
 */
export function showEnabled(root: HTMLElement, commands: Command[]) {
  const focused = document.activeElement as HTMLElement | null;
  for (const { button, enabled } of commands) {
    if (!button || !enabled) continue;
    set(part(root, button), { hidden: !enabled(), disabled: !enabled() });
  }
  if (focused?.hidden) toBoard(root);
}

/** Let keys do what the commands of the mode that is shown say. */
export function listen(commands: () => Command[]) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
    if (document.querySelector("dialog[open], :popover-open")) return; // it handles its own keys
    const command = commands().find(({ key }) => key === event.key);
    if (!command || command.enabled?.() === false) return;
    event.preventDefault();
    attempt(command.run);
  });
}

/** Whether a key belongs to the field it is typed into. */
const typing = (target: EventTarget | null) =>
  target instanceof Element && target.matches("input:not([type=radio], [type=checkbox]), select, textarea");

/**
 * Let a form use what is entered; what the engine says is wrong with it is shown in `#FORM-error`, if there is one.
 *
 * @param root of the mode
 * @param form its id
 */
export function enters(root: HTMLElement, form: string, use: () => unknown) {
  const place = root.querySelector(`#${form}-error`) as HTMLElement | null;
  const say = (text: string) => place && write(place, text);
  part(root, form).addEventListener("reset", () => say(""));
  part(root, form).addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      try {
        await use();
        say("");
      } catch (wrong) {
        if (!place || !(wrong instanceof EngineError && wrong.status === 422)) throw wrong;
        say(begun(wrong.message));
      }
    });
  });
}

/** A message as a sentence begins; a name of the address, as in `own=`, stays as it is. */
const begun = (message: string) => message.replace(/^[a-z](?=[a-z]* )/, (first) => first.toUpperCase());

const MISSING =
  "You are offline, and this part is not on this device yet. It stays here once you have opened it online.";

/** What has failed: what the user asked for last, and all beside it. */
const failed: Set<() => unknown> = new Set();

/** How many errors were shown. */
let reports = 0;

/** Do what the user asks for, and show an error if it fails. */
export async function attempt(action: () => unknown) {
  const before = reports;
  try {
    await action();
    if (reports === before) hide();
  } catch (error) {
    report(error, action, true);
  }
}

/**
 * Show an error. An error that does not come from the engine is a bug, and goes to the console too.
 * A wrong question stays wrong, so it is not tried again.
 *
 * @param action that failed, and may be tried again; it must not catch its errors. If an error says what to `retry`,
 *   only that is
 * @param isAsked whether the user asked for it, last of all
 */
export function report(error: any, action: () => unknown, isAsked?: boolean) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  reports++;
  const wrong = error instanceof EngineError && error.status >= 400 && error.status < 500;
  if (isAsked) failed.clear();
  if (!wrong) failed.add(error.retry ?? action);
  const missing = !navigator.onLine && !wrong;
  const message = error instanceof Error ? error.message : String(error);
  byId("banner-text").textContent = missing ? MISSING : begun(message);
  byId("banner-retry").hidden = !failed.size;
  byId("banner").hidden = false;
  if (!missing && !(error instanceof EngineError)) throw error;
}

function hide() {
  failed.clear();
  if (byId("banner").hidden) return;
  byId("banner").hidden = true;
  byId("banner-text").textContent = "";
}

export function mountBanner() {
  byId("banner-retry").addEventListener("click", () => {
    const actions = [...failed];
    failed.clear();
    attempt(() => Promise.all(actions.map((action) => action())));
  });
  byId("banner-close").addEventListener("click", hide);
}
