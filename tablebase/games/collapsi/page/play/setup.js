/** Before a game: the choices, and on the board the deal that would be played. */

import { part, write } from "../../../../shared/dom.js";
import { keptGames } from "../../../../shared/store.js";
import { dealFor } from "./dealing.js";
import { upcoming } from "./match.js";
import { unfinished } from "./record.js";
import { choices, renderSettings, settings } from "./settings.js";
import { continueText } from "./words.js";

export class Setup {
  /** The deal being looked for, and the game that it will replace. */
  #looking = { instead: /** @type {import("../shared/game.js").Game | null} */ (null) };

  /** Whether the deal has been found; false if something else was asked for meanwhile. */
  #ready = Promise.resolve(false);

  /**
   * @param {HTMLElement} root of the mode
   * @param {import("../shared/session.js").Session} session
   * @param {() => boolean} begun whether a game has begun
   * @param {() => void} render shows that a deal is looked for
   */
  constructor(root, session, begun, render) {
    this.root = root;
    this.session = session;
    this.begun = begun;
    this.render = render;
  }

  /** Show the choices and a deal. @param {import("../shared/api.js").Variant} [variant] other than the chosen one, but for a match @returns {Promise<boolean>} false if something else was asked for meanwhile */
  prepare = (variant) => {
    this.#ready = this.#lookFor(variant);
    return this.#ready;
  };

  /** Wait for the deal, also if other choices are made meanwhile; if it failed, look for another. */
  async done() {
    /** @type {Promise<unknown>} */
    let ready;
    do {
      const mine = (ready = this.#ready);
      await mine.catch(() => mine === this.#ready && this.prepare());
    } while (ready !== this.#ready);
  }

  /** Whether the deal to play is still being looked for. */
  get isLooking() {
    return !this.begun() && this.session.game === this.#looking.instead;
  }

  /** @param {import("../shared/api.js").Variant} [variant] */
  async #lookFor(variant) {
    const mine = (this.#looking = { instead: this.session.game });
    this.render();
    await renderSettings(this.root);
    renderKept(this.root);
    if (this.begun() || mine !== this.#looking) return false;
    const chosen = choices();
    const { rules, edition } = (chosen.length === "game" && variant) || chosen;
    const { position } = await dealFor({ ...chosen, rules, edition });
    if (this.begun() || mine !== this.#looking) return false;
    return this.session.open(position, { rules, edition });
  }
}

/** The kept games: the one to go on with, and how many there are. @param {HTMLElement} root */
function renderKept(root) {
  const { games } = keptGames();
  const kept = unfinished(games);
  const offered = kept && !(settings().length === "match" && upcoming(choices()).game === kept.id);
  part(root, "continue").hidden = !offered;
  part(root, "begin").classList.toggle("primary", !offered);
  if (kept) write(part(root, "continue-what"), continueText(kept));
  part(root, "my-games").hidden = !games.length;
  write(part(root, "my-games"), `My games (${games.length})`);
}
