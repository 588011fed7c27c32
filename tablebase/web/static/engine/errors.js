/** What the engine says when a question has no answer. */

/** A question without an answer: what is wrong with it, and with which of its parameters. */
export class EngineError extends Error {
  /**
   * @param {string} message as the API's `error`
   * @param {string | null} [parameter] the parameter at fault, if it is one
   * @param {number} [status] an HTTP status: 422 the question is wrong, 404 nothing found, 501 neither
   *   the engine nor a server can answer
   */
  constructor(message, parameter = null, status = 422) {
    super(message);
    this.name = "EngineError";
    this.parameter = parameter;
    this.status = status;
  }
}

const SHOWN = 60; // characters of a text that a message quotes

/** A text as messages show it: quoted, and shortened if it is long. @param {string} text */
export const quote = (text) => `'${text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}...`}'`;
