/** Strict reading of a question's parameters. */

import { quote, refuse } from "./errors.ts";

export type Query = Record<string, any>;

export function required(query: Query, name: string) {
  if (!(name in query)) return refuse(`parameter '${name}' is missing`, name);
  return String(query[name]);
}

/** A whole number, or the default. */
export function numberOf<T>(query: Query, name: string, low: number, high: number, otherwise: T): number | T {
  if (!(name in query)) return otherwise;
  const number = Number(query[name]);
  if (Number.isInteger(number) && low <= number && number <= high) return number;
  return refuse(`${name} ${quote(String(query[name]))}: expected a whole number, ${low} to ${high}`, name);
}

/** True or false, or the default. */
export function flagOf(query: Query, name: string, otherwise: boolean) {
  const given = String(query[name] ?? otherwise);
  if (given === "true" || given === "false") return given === "true";
  return refuse(`${name} ${quote(given)}: expected true or false`, name);
}

/** One of some words, or undefined. */
export function choiceOf(query: Query, name: string, words: string[]) {
  const given = query[name];
  if (given === undefined || words.includes(given)) return given;
  return refuse(`unknown ${name} ${quote(String(given))}: expected ${words.join(" or ")}`, name);
}
