/** The frame that modes of a game share: its toolbar and tabs, its address, its link. */

import { bind } from "./commands.js";
import { copyShown } from "./copy.js";
import { part } from "./dom.js";
import { mountTabs } from "./tabs.js";

/**
 * @abstract
 * @template {import("./timeline.js").Timeline<any>} Game `now` is undefined until a
 *   game is shown, and `illegal` is what is wrong with the moves of a link
 */
export class GameMode {
  /**
   * @param {HTMLElement} root
   * @param {import("./app.js").App} app
   * @param {(remember: (replace: boolean) => void) => Game} begun makes the game, which asks to be
   *   remembered when it changes
   * @param {(game: Game) => string} address of the game
   */
  constructor(root, app, begun, address) {
    this.root = root;
    this.app = app;
    this.address = address;
    this.game = begun((replace) => this.remember(replace));
    /** @type {import("./app.js").Command[]} */
    this.commands = [];
  }

  /**
   * Bring the toolbar and the tabs to life.
   *
   * @param {import("./app.js").Command[]} commands
   * @param {EventTarget} [source] of the changes that enable or disable them
   */
  frame(commands, source = this.game) {
    this.commands = commands;
    mountTabs(part(this.root, "tabs"));
    bind(this.root, commands, source);
  }

  /** Show the game of an address. @abstract @param {URLSearchParams} _query @param {any} _state kept with it @returns {Promise<unknown>} */
  follow(_query, _state) {
    throw new Error("abstract");
  }

  /** Show what the address asks for, and say which move of it is not legal. @param {URLSearchParams} query @param {any} state */
  show = async (query, state) => {
    await this.follow(query, state);
    const { illegal } = this.game;
    if (!illegal) return;
    this.remember(true);
    throw illegal;
  };

  /**
   * The commands that go through the game.
   *
   * @param {string} back what going back does, in words
   * @param {string} on what going on does
   * @param {(by: number) => unknown} [go]
   * @param {() => boolean} [canBack]
   * @returns {import("./app.js").Command[]}
   */
  walks(back, on, go = (by) => this.game.goTo(this.game.at + by), canBack = () => this.game.at > 0) {
    const canGoOn = () => this.isOpened() && !this.game.isAtEnd;
    return [
      { button: "undo", key: "u", does: back, run: () => go(-1), enabled: canBack },
      { button: "redo", key: "r", does: on, run: () => go(1), enabled: canGoOn },
    ];
  }

  isOpened = () => this.game.now !== undefined;

  /** Note in the address bar what is shown. */
  remember = (replace = false) => this.app.remember(this.address(this.game), null, replace);

  copy = () => copyShown(this.root, this.address(this.game), () => this.remember());
}
