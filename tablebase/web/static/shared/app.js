/**
 * What a mode of the page is, and what the page offers to it.
 *
 * A mode is a folder, of which three files are loaded when it is first opened. `page.html` is its
 * markup, where `<slot name="board">` stands for a template of index.html. `style.css` is its style,
 * whose rules begin with `.mode-NAME`. `index.js` exports `mount(root, app)`, which brings the markup
 * in `root` to life. It is called once, when the mode is first opened; while another mode is shown
 * `root` is out of the document, so that ids need be unique in a mode only: find elements in
 * `root` (`part` of dom.js), not in `document`.
 *
 * @typedef {object} Mode
 * @property {(query: URLSearchParams, state: any) => unknown} show what the address asks for: it
 *   has been opened, by a link or by the browser's buttons. `state` is what `remember` kept
 *   with it, or null. What it throws is shown to the reader.
 * @property {boolean} [daily] whether an address of it stands for something else each day
 * @property {() => unknown} [hide] another mode is about to be shown: stop clocks and searches
 * @property {() => unknown} [focus] put the focus on what is played: where it was is gone
 * @property {Command[]} [commands] what keys do in this mode (`bind` of commands.js)
 * @property {() => Promise<Teller>} [tell] what spoken.js asks, for players who don't see the board
 *
 * @typedef {{key: string, does: string, run: () => unknown, button?: string,
 *   enabled?: () => boolean}} Command
 *   `button` is the id of the button that does the same
 * @typedef {{move: string, said: string}} Told a move as it is typed, and as it is read aloud
 * @typedef {object} Teller
 * @property {() => string} board what is on it, in sentences
 * @property {() => Told[]} moves those that the player can make now
 * @property {(move: string) => unknown} play
 * @typedef {(root: HTMLElement, app: App) => Mode | Promise<Mode>} Mount
 *
 * @typedef {object} Home what the page's own game adds around all modes: its module `home.js`
 * @property {Command[]} commands what keys do in every mode
 * @property {(shown: () => Command[]) => void} mount bring its parts of the page to life; `shown`
 *   gives the commands of the mode that is shown
 * @property {(mode: string, query: URLSearchParams) => void} begin a mode is being loaded: ask ahead
 *   what it will ask
 */

import { ROOMS } from "../rooms.js";

export class App {
  /**
   * @param {string} mode
   * @param {(query: string, state?: any) => unknown} open
   * @param {() => boolean} shown whether the mode is the one that is shown
   * @param {() => boolean} asked whether no other has been asked for, and is being loaded
   */
  constructor(mode, open, shown, asked) {
    this.mode = mode;
    this.isShown = shown;
    this.isAsked = asked;
    /** Open an address, in any mode: `app.open("?mode=play")`; with a state that its `show` takes. */
    this.open = open;
  }

  /**
   * Note in the address bar what is shown, as a new entry of the browser's history, unless the
   * address stays the same.
   *
   * @param {string} query beginning with "?"
   * @param {any} state kept with the entry: plain data
   * @param {boolean} [replace] the entry shown, instead of a new one
   */
  remember(query, state, replace = false) {
    if (!this.isShown() || !this.isAsked()) return;
    if (replace || query === location.search) history.replaceState(state, "", query || location.pathname);
    else history.pushState(state, "", query);
  }

  /** The title of the window. @param {string} text */
  title(text) {
    const title = text ? `${text} · ${ROOMS.title}` : ROOMS.title;
    if (this.isShown() && document.title !== title) document.title = title;
  }
}
