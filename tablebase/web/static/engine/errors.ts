/** What the engine says when a question has no answer. */

/** A question without an answer: what is wrong with it, and with which of its parameters. */
export class EngineError extends Error {
  /**
   * @param message as the API's `error`
   * @param parameter the parameter at fault, if it is one
   * @param status an HTTP status: 422 the question is wrong, 404 nothing found, 501 neither the engine nor a server
   *   can answer
   */
  constructor(
    message: string,
    readonly parameter: string | null = null,
    readonly status: number = 422,
  ) {
    super(message);
    this.name = "EngineError";
  }

  static {
    Object.defineProperty(EngineError, "name", { value: "EngineError" }); // bundles shorten it
  }
}

/** Say what is wrong with a question, by default with its position. */
export function refuse(problem: string, parameter: string | null = "position", status = 422): never {
  throw new EngineError(problem, parameter, status);
}

const SHOWN = 60; // characters of a text that a message quotes

/** Signs that Python writes as escapes; a blank is none. */
const HIDDEN = /\p{C}|(?! )\p{Z}/gu;

/** A text as messages show it: quoted as Python quotes it, and shortened if it is long. */
export function quote(text: string) {
  const signs = [...text];
  const shown = signs.length <= SHOWN ? text : `${signs.slice(0, SHOWN).join("")}...`;
  const mark = shown.includes("'") && !shown.includes('"') ? '"' : "'";
  const plain = shown.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`);
  return `${mark}${plain.replace(HIDDEN, escaped)}${mark}`;
}

function escaped(sign: string) {
  const short = { "\t": "\\t", "\n": "\\n", "\r": "\\r" }[sign];
  const code = (sign.codePointAt(0) ?? 0).toString(16);
  const [letter, width] = code.length <= 2 ? ["x", 2] : code.length <= 4 ? ["u", 4] : ["U", 8];
  return short ?? `\\${letter}${code.padStart(width, "0")}`;
}
