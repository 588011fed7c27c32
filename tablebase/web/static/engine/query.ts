/** Strict reading of a question's parameters. */

import { EngineError, quote } from "./errors.ts";

export type Query = Record<string, any>;

export function required(query: Query, name: string) {
  if (!(name in query)) throw new EngineError(`parameter '${name}' is missing`, name);
  return String(query[name]);
}

/** A whole number, or the default. */
export function numberOf<T>(query: Query, name: string, low: number, high: number, otherwise: T): number | T {
  if (!(name in query)) return otherwise;
  const number = Number(query[name]);
  if (Number.isInteger(number) && low <= number && number <= high) return number;
  throw new EngineError(`${name} ${quote(String(query[name]))}: expected a whole number, ${low} to ${high}`, name);
}

/** True or false, or the default. */
export function flagOf(query: Query, name: string, otherwise: boolean) {
  const given = String(query[name] ?? otherwise);
  if (given === "true" || given === "false") return given === "true";
  throw new EngineError(`${name} ${quote(given)}: expected true or false`, name);
}

/** One of some words, or undefined. */
export function choiceOf(query: Query, name: string, words: string[]) {
  const given = query[name];
  if (given === undefined || words.includes(given)) return given;
  throw new EngineError(`unknown ${name} ${quote(String(given))}: expected ${words.join(" or ")}`, name);
}
