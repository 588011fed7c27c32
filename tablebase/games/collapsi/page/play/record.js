/**
 * The game that is played as this device keeps it, from your first move on. A game that is over
 * stays as it is: playing on from one of its positions makes another one.
 *
 * @typedef {import("../../../../shared/store.js").Kept} Kept
 * @typedef {import("../shared/api.js").Side} Side
 * @typedef {import("./words.js").Seat} Seat
 * @typedef {object} About what Play notes of a kept game
 * @property {Seat} seat yours
 * @property {string} level of the computer, or of several players, with dots; "" between people
 * @property {string} rules
 * @property {number} moves how many
 * @property {Side | null} winner
 * @property {import("../puzzles/own.js").Mistake[]} mistakes by which you gave a win away, once the
 *   game is over
 * @property {boolean} helped by a hint, by values that were shown, or by taking a move back
 * @property {boolean} again begun in the middle of another game
 * @property {boolean} left given up, or ended with its match
 * @property {{id: string, round: number} | null} match
 */

import { isAllowed } from "../../../../shared/device.js";
import { keepGame, keptGame, keptGames, newKept } from "../../../../shared/store.js";

/** @type {Pick<About, "helped" | "again" | "left" | "match">} */
const PLAIN = { helped: false, again: false, left: false, match: null };

export class Record {
  /** The game as it was kept last, or will be once you have moved. @type {Kept} */
  kept = this.#fresh(PLAIN);

  /** Whether it has been said that games are not kept. */
  #warned = !isAllowed();

  /** Whether you have moved. */
  played = false;

  /** @param {(said: string) => void} say what happens to games while they are kept */
  constructor(say) {
    this.say = say;
  }

  /** @param {Partial<About>} about */
  #fresh(about) {
    return newKept({ mode: "play", address: "", about });
  }

  /** @returns {About} */
  get about() {
    return /** @type {About} */ (this.kept.about);
  }

  /** Whether this is the round of a match that counts. */
  get isRound() {
    return this.about.match !== null && !this.about.again;
  }

  /** A new game. @param {About["match"]} [match] that it is a round of */
  begin(match = null) {
    this.kept = this.#fresh({ ...PLAIN, match });
    this.played = match !== null;
  }

  /** Go on with a kept game; with a new one if there is none of this id. @param {string} [id] */
  open(id = "") {
    const kept = keptGame(id);
    this.begin();
    if (!kept) return;
    this.kept = { ...kept, about: { ...PLAIN, ...kept.about } };
    this.played = true;
  }

  /** Note that the player was helped. */
  help() {
    if (!this.kept.over) this.about.helped = true;
  }

  /**
   * Keep the game as it stands.
   *
   * @param {string} address of the game at its end
   * @param {string} shown the address of the position shown
   * @param {Omit<About, keyof typeof PLAIN>} facts
   * @param {boolean} over
   * @returns {boolean} false if another tab has changed it
   */
  keep(address, shown, facts, over) {
    const isOther = this.kept.over && address !== this.kept.address;
    if (!this.played || (this.kept.over && !isOther)) return true;
    if (isOther) this.kept = this.#fresh({ ...PLAIN, match: this.about.match, again: true });
    const game = { ...this.kept, address: over ? address : shown, over, about: { ...this.about, ...facts } };
    if (JSON.stringify(game) === JSON.stringify(this.kept)) return true;
    const done = keepGame(game);
    if (!done) return false;
    this.kept = done.game;
    this.#report(done);
    return true;
  }

  /** @param {{dropped: Kept[], lasts: boolean}} done */
  #report({ dropped, lasts }) {
    if (dropped.length) this.say(droppedText(dropped));
    if (!lasts && !this.#warned) this.say(NOT_KEPT);
    this.#warned ||= !lasts;
  }
}

export const NOT_KEPT = "This browser does not let the page keep anything: your games last until you close this tab.";

/** What was deleted to make room. @param {Kept[]} dropped */
export function droppedText(dropped) {
  const date = new Date(dropped[0].begun).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  return `My games is full: the oldest game without a star, of ${date}, was deleted.`;
}

/** End a kept game without playing it to its end. @param {string} id @param {Side | null} winner */
export function closeKept(id, winner) {
  const kept = keptGame(id);
  if (kept) keepGame({ ...kept, over: true, about: { ...kept.about, winner, left: true } });
}

/** The game to go on with. @param {Kept[]} [games] @returns {Kept | undefined} */
export const unfinished = (games = keptGames().games) => games.find(({ mode, over }) => mode === "play" && !over);
