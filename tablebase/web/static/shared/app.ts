/**
 * What a mode of the page is, and what the page offers to it.
 *
 * A mode is a folder, of which three files are loaded when it is first opened. `page.html` is its
 * markup, where `<slot name="board">` or `"sheet"` stands for a template of index.html. `style.css` is its style,
 * whose rules begin with `.mode-NAME`. `index.js` exports `mount(root, app)`, which brings the markup
 * in `root` to life. It is called once, when the mode is first opened; while another mode is shown
 * `root` is out of the document, so that ids need be unique in a mode only: find elements in
 * `root` (`part` of dom.ts), not in `document`.
 */

export interface Mode {
  /**
   * what the address asks for: it has been opened, by a link or by the browser's buttons. `state` is what
   * `remember` kept with it, or null. What it throws is shown to the reader.
   */
  show: (query: URLSearchParams, state: any) => unknown;
  renew?: () => unknown; // another day has begun: show what is new on it; false if that must wait
  hide?: () => unknown; // another mode is about to be shown: stop clocks and searches
  focus?: () => unknown; // put the focus on what is played: where it was is gone
  commands?: Command[]; // what keys do in this mode (`bind` of commands.ts)
  tell?: () => Promise<Teller>; // what spoken.ts asks, for players who don't see the board
}

/** `button` is the id of the button that does the same. */
export type Command = { key: string; does: string; run: () => unknown; button?: string; enabled?: () => boolean };

/** A move as it is typed, and as it is read aloud. */
export type Told = { move: string; said: string };

export interface Teller {
  board: () => string; // what is on it, in sentences
  moves: () => Told[]; // those that the player can make now
  play: (move: string) => unknown;
}

export type Mount = (root: HTMLElement, app: App) => Mode | Promise<Mode>;

/** What the page's own game adds around all modes: its module `home.ts`. */
export interface Home {
  commands: Command[]; // what keys do in every mode
  /** bring its parts of the page to life; `shown` gives the commands of the mode that is shown */
  mount: (shown: () => Command[]) => void;
  begin: (mode: string, query: URLSearchParams) => void; // a mode is being loaded: ask ahead what it will ask
}

export interface App {
  isShown: () => boolean; // whether the mode is
  /** open an address, in any mode: `app.open("?mode=play")`; with a state that its `show` takes */
  open: (query: string, state?: any) => unknown;
  /**
   * Note in the address bar what is shown, as a new entry of the browser's history, or in place of the one shown.
   * It replaces that anyway if the address stays the same. `state` is kept with the entry: plain data.
   */
  remember: (query: string, state: any, replace?: boolean) => void;
  title: (text: string) => void; // of the window
}
