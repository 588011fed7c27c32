/** Strict reading of a question's parameters. @typedef {Record<string, any>} Query */

import { EngineError, quote } from "./errors.js";

/** @param {Query} query @param {string} name */
export function required(query, name) {
  if (!(name in query)) throw new EngineError(`parameter '${name}' is missing`, name);
  return String(query[name]);
}

/** A whole number, or the default. @template T @param {Query} query @param {string} name @param {number} low @param {number} high @param {T} otherwise @returns {number | T} */
export function numberOf(query, name, low, high, otherwise) {
  if (!(name in query)) return otherwise;
  const number = Number(query[name]);
  if (Number.isInteger(number) && low <= number && number <= high) return number;
  throw new EngineError(`${name} ${quote(String(query[name]))}: expected a whole number, ${low} to ${high}`, name);
}

/** True or false, or the default. @param {Query} query @param {string} name @param {boolean} otherwise */
export function flagOf(query, name, otherwise) {
  const given = String(query[name] ?? otherwise);
  if (given === "true" || given === "false") return given === "true";
  throw new EngineError(`${name} ${quote(given)}: expected true or false`, name);
}

/** One of some words, or undefined. @param {Query} query @param {string} name @param {string[]} words */
export function choiceOf(query, name, words) {
  const given = query[name];
  if (given === undefined || words.includes(given)) return given;
  throw new EngineError(`unknown ${name} ${quote(String(given))}: expected ${words.join(" or ")}`, name);
}
