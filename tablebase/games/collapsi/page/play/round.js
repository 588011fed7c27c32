/**
 * The game under way as a round of a match: whether moves stand, how it is left, and the score.
 *
 * @typedef {import("../shared/api.js").Side} Side
 * @typedef {import("./match.js").Match} Match
 */

import { part, relabel, write } from "../../../../shared/dom.js";
import { other, read } from "../shared/notation.js";
import { count, isDecided, isOfFriends, lastMatch, remember, worth } from "./match.js";
import { closeKept } from "./record.js";
import { roundText, scoreText } from "./words.js";

export class Round {
  /**
   * @param {HTMLElement} root of the mode
   * @param {import("./record.js").Record} record of the game
   * @param {() => boolean} begun whether a game has begun
   */
  constructor(root, record, begun) {
    this.root = root;
    this.record = record;
    this.begun = begun;
  }

  /** The match that the game belongs to, as it stands now. */
  get match() {
    const last = lastMatch();
    return this.begun() && last && last.id === this.record.about.match?.id ? last : null;
  }

  /** The match, if the game is its round under way. */
  get running() {
    const { match } = this;
    return match && !match.counted && match.game === this.record.kept.id ? match : null;
  }

  /** Whether moves stand, also for the browser's buttons: in a round against the computer, taking one back would change what it costs to leave. */
  get isBound() {
    const { running } = this;
    return running !== null && !isOfFriends(running);
  }

  /**
   * Leave the round, if the player knows what it costs.
   *
   * @param {Match} match
   * @param {import("../shared/api.js").Probe} probe of the last position
   * @param {import("./words.js").Seat} seat
   * @returns {Promise<boolean>} whether it is left
   */
  async leave(match, probe, seat) {
    const { askToLeave } = await import("./later/leave.js");
    const side = seat === "all" ? probe.side_to_move : seat;
    const { choice, points } = await askToLeave(match, probe, side, seat === "all");
    if (choice === "give up") {
      count(match, other(side), points);
      closeKept(match.game, other(side));
      const now = this.match;
      if (now) write(part(this.root, "notice"), roundText(now, other(side), points, ""));
    }
    if (choice === "end") endMatch(match);
    return choice !== "";
  }

  /** The score of the match, and what the round has brought: over, it counts. @param {boolean} over @param {{position: string, winner: Side | null}} ended */
  render(over, { position, winner }) {
    const points = winner ? worth(read(position)) : 0;
    const { match: round } = this.record.about;
    const counts = this.record.isRound;
    if (over && winner && round && counts) count(round, winner, points);
    const { match } = this;
    part(this.root, "score").hidden = !match;
    part(this.root, "round").hidden = !over || !match || !counts;
    write(part(this.root, "score"), match ? scoreText(match) + (counts ? "" : ". This game does not change it.") : "");
    write(part(this.root, "round"), match && over && winner && counts ? roundText(match, winner, points) : "");
    relabel(part(this.root, "new-game"), this.running && !over ? "Leave" : "New game");
  }

  /** What the buttons after a game do in a match. */
  renderNext() {
    const { match } = this;
    if (!match) return write(part(this.root, "play-again"), "Play again");
    part(this.root, "swap").hidden = true; // the colours change anyway
    const goesOn = match.counted ? "Next round" : `Continue round ${match.round}`;
    write(part(this.root, "play-again"), isDecided(match) ? "Play a new match" : goesOn);
    part(this.root, "play-again").classList.add("primary");
    part(this.root, "try-again").classList.remove("primary");
    part(this.root, "try-again").append(" (does not change the score)");
  }
}

/** End the last match, if the player is sure. @returns {Promise<boolean>} whether it is ended */
export async function askAndEnd() {
  const { askToEnd } = await import("./later/leave.js");
  const match = lastMatch();
  if (!match || !(await askToEnd(scoreText(match)))) return false;
  endMatch(match);
  return true;
}

/** @param {Match} match */
function endMatch({ game }) {
  remember(null);
  closeKept(game, null);
}
