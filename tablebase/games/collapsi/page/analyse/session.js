/** The session of Analyse: a move that is made at an earlier position begins a line of its own, and the board can be turned. */

import { current } from "../shared/game.js";
import { Session } from "../shared/explored.js";
import { transformed } from "./motions.js";

export class LinesSession extends Session {
  /**
   * @param {import("../shared/explored.js").Remember} remember
   * @param {() => Promise<import("./later/study.js").StudyPanel>} study what knows of lines, loaded when
   *   there is a second one
   */
  constructor(remember, study) {
    super(remember);
    this.study = study;
  }

  /** @override @param {import("../shared/api.js").MoveValue} move @param {import("../shared/api.js").Probe} probe */
  async after(move, probe) {
    const { game } = this;
    const next = game.steps[game.at + 1]?.move ?? move.move;
    if (!game.study && next === move.move) return super.after(move, probe);
    return (await this.study()).branched(game, move, probe);
  }

  /** Turn or shift the whole game. @param {string} motion */
  async transform(motion) {
    const found = this.rules?.motions.find((known) => known.motion === motion);
    if (found) await this.turnTo(transformed(this.game, found.cells));
  }

  /** @param {string} edition */
  async setEdition(edition) {
    await this.open(current(this.game).position, { rules: this.game.rules, edition });
  }
}
