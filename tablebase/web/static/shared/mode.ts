/** The frame that modes of a game share: its state, its toolbar and tabs, its sheet, its address, its link. */

import type { App, Command } from "./app.ts";
import { bind, presses } from "./commands.ts";
import { part } from "./dom.ts";
import type { Machine } from "./machine.ts";
import { copyShown } from "./share.ts";
import { type Said, showSheet } from "./sheet.ts";

/** @abstract */
export class GameMode<Seen> {
  root: HTMLElement;
  app: App;
  machine: Machine<any>;
  seen: (state: any) => Seen;
  address: (game: Seen) => string;
  commands: Command[];

  /** What forms show. */
  #forms = "";

  /**
   * @param machine with the effect `look`, and others of its own
   * @param address of the game
   */
  constructor(
    root: HTMLElement,
    app: App,
    machine: Machine<any>,
    seen: (state: any) => Seen,
    address: (game: Seen) => string,
  ) {
    this.root = root;
    this.app = app;
    this.machine = machine;
    this.seen = seen;
    this.address = address;
    machine.effects.note = ({ replace }) => this.remember(replace);
    mountTabs(part(root, "tabs"));
    this.commands = [];
  }

  /**
   * Bring the mode to life: its views, and its toolbar.
   *
   * @param say what there is to say of the game
   * @param render the rest
   * @param does what other buttons do
   */
  frame(
    commands: Command[],
    say: (game: Seen) => Said,
    render: (game: Seen) => unknown,
    does: Record<string, () => unknown> = {},
  ) {
    this.commands = commands;
    presses(this.root, does);
    this.machine.addEventListener("change", () => {
      if (!this.isOpened()) return;
      render(this.game);
      const said = say(this.game);
      showSheet(this.root, said);
      this.app.title(`${said.headline[0]} · ${said.title}`);
    });
    bind(this.root, commands, this.machine);
  }

  /** The game as it is seen now. */
  get game() {
    return this.seen(this.machine.state);
  }

  /** Take an event. */
  send = (type: string, about?: object) => this.machine.send(type, about);

  /**
   * The commands that go through the game.
   *
   * @param back what going back does, in words
   * @param on what going on does
   */
  walks(back: string, on: string, canBack: () => boolean = () => this.machine.state.game.at > 0): Command[] {
    const to = (by: number) => this.machine.state.game.at + by;
    const go = (by: number) => this.send("go", { at: to(by) });
    const canGoOn = () => this.machine.state.game.steps[to(1)] !== undefined;
    return [
      { button: "undo", key: "u", does: back, run: () => go(-1), enabled: canBack },
      { button: "redo", key: "r", does: on, run: () => go(1), enabled: canGoOn },
    ];
  }

  /** Let forms show what is played, whenever it changes: meanwhile they show what is being chosen. */
  showForms<Played>(played: Played, show: (played: Played) => unknown) {
    const key = JSON.stringify(played);
    if (key !== this.#forms) show(played);
    this.#forms = key;
  }

  isOpened = () => this.machine.state.game.steps.length > 0;

  /** Note in the address bar what is shown. */
  remember = (replace = false) => this.app.remember(this.address(this.game), null, replace);

  copy = () => copyShown(this.root, this.address(this.game), () => this.remember());
}

/**
 * Let the chosen one of some buttons show its panel; the arrow keys walk over them.
 *
 * @param list with the role tablist; each of its tabs names its panel in `aria-controls`
 */
export function mountTabs(list: HTMLElement) {
  const tabs = [...list.querySelectorAll("[role=tab]")] as HTMLElement[];
  const panel = (tab: HTMLElement) =>
    list.parentElement?.querySelector(`#${tab.getAttribute("aria-controls")}`) as HTMLElement;
  const choose = (chosen: HTMLElement) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      panel(tab).hidden = tab !== chosen;
    }
  };
  for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const shown = tabs.filter((tab) => !tab.hidden);
    const next = shown[(shown.findIndex((tab) => tab.tabIndex === 0) + step + shown.length) % shown.length];
    choose(next);
    next.focus();
    event.preventDefault();
  });
  choose(tabs[0]);
  return { choose };
}
