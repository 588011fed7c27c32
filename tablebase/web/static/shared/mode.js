/** The frame that modes of a game share: its state, its toolbar and tabs, its sheet, its address, its link. */

import { bind, presses } from "./commands.js";
import { copyShown } from "./copy.js";
import { part } from "./dom.js";
import { Machine } from "./machine.js";
import { showSheet } from "./sheet.js";
import { mountTabs } from "./tabs.js";

/** @typedef {import("./app.js").Command} Command */

/**
 * @abstract
 * @template Seen what a state comes to: the state, and what follows from it
 */
export class GameMode {
  /** What forms show. */
  #forms = "";

  /**
   * @param {HTMLElement} root
   * @param {import("./app.js").App} app
   * @param {Machine<any>} machine with the effect `look`, and others of its own
   * @param {(state: any) => Seen} seen
   * @param {(game: Seen) => string} address of the game
   */
  constructor(root, app, machine, seen, address) {
    this.root = root;
    this.app = app;
    this.machine = machine;
    this.seen = seen;
    this.address = address;
    machine.effects.note = ({ replace }) => this.remember(replace);
    mountTabs(part(root, "tabs"));
    /** @type {Command[]} */
    this.commands = [];
  }

  /**
   * Bring the mode to life: its views, and its toolbar.
   *
   * @param {Command[]} commands
   * @param {(game: Seen) => import("./sheet.js").Said} say what there is to say of the game
   * @param {(game: Seen) => unknown} render the rest
   * @param {Record<string, () => unknown>} [does] what other buttons do
   */
  frame(commands, say, render, does = {}) {
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

  /** Take an event. @param {string} type @param {object} [about] */
  send = (type, about) => this.machine.send(type, about);

  /**
   * The commands that go through the game.
   *
   * @param {string} back what going back does, in words
   * @param {string} on what going on does
   * @param {() => boolean} [canBack]
   * @returns {Command[]}
   */
  walks(back, on, canBack = () => this.machine.state.game.at > 0) {
    const to = (/** @type {number} */ by) => this.machine.state.game.at + by;
    const go = (/** @type {number} */ by) => this.send("go", { at: to(by) });
    const canGoOn = () => this.machine.state.game.steps[to(1)] !== undefined;
    return [
      { button: "undo", key: "u", does: back, run: () => go(-1), enabled: canBack },
      { button: "redo", key: "r", does: on, run: () => go(1), enabled: canGoOn },
    ];
  }

  /** Let forms show what is played, whenever it changes: meanwhile they show what is being chosen. @template Played @param {Played} played @param {(played: Played) => unknown} show */
  showForms(played, show) {
    const key = JSON.stringify(played);
    if (key !== this.#forms) show(played);
    this.#forms = key;
  }

  isOpened = () => this.machine.state.game.steps.length > 0;

  /** Note in the address bar what is shown. */
  remember = (replace = false) => this.app.remember(this.address(this.game), null, replace);

  copy = () => copyShown(this.root, this.address(this.game), () => this.remember());
}
