/**
 * Questions to the engine. Everything the page knows about a position's value comes from here.
 *
 * @typedef {import("../answers.js").Bound} Value
 * @typedef {import("../answers.js").Move} MoveValue
 * @typedef {Pick<MoveValue, "result" | "dte">} Known a value, or what is known of it
 * @typedef {import("../answers.js").Probe} Exact
 * @typedef {import("../answers.js").SearchAnswer} Search
 * @typedef {Omit<Exact, "score" | "table" | "origin" | "board"> & Partial<Pick<Exact, "score" | "table">> &
 *   Partial<Pick<Search, "complete" | "lower" | "upper" | "line">>} Probe from a table, or what a
 *   search has found: then it has bounds
 * @typedef {Exact["side_to_move"]} Side
 * @typedef {import("../answers.js").DealStatistics} DealStatistics
 * @typedef {import("../answers.js").RandomDeal} RandomDeal
 * @typedef {import("../answers.js").Edition} Edition
 * @typedef {import("../answers.js").Rules} Rules
 * @typedef {{edition: string, rules: string}} Variant
 * @typedef {{move: string, keeps_win: boolean, features: Record<string, number>}} AdvisedMove
 * @typedef {{order: import("../engine/preferences.js").Preference[], made: string[],
 *   moves: AdvisedMove[]}} Advice the moves that a strategy makes, all as likely
 */

import { ask as askEngine, EngineError } from "#engine/client.js";
import { forEngine } from "./own_rules.js";

export { EngineError };

/**
 * @param {string} path
 * @param {Record<string, string | number>} [query]
 * @param {import("#engine/client.js").Options} [options]
 * @returns {Promise<any>}
 */
const ask = (path, { rules = "", ...query } = {}, options = {}) =>
  askEngine(path, { ...query, rules: forEngine(String(rules)) }, options);

/** @type {Map<string, Promise<any>>} */
const answers = new Map();
const ANSWERS_KEPT = 200;

/**
 * Ask a question whose answer never changes; the last few answers are kept.
 *
 * @param {string} name
 * @param {Record<string, string | number>} parameters
 * @param {{server?: boolean}} [options]
 * @returns {Promise<any>}
 */
function recall(name, parameters, options) {
  const key = keyOf(name, parameters);
  let answer = answers.get(key);
  if (!answer) {
    answer = ask(name, parameters, options);
    answer.catch(() => answers.delete(key));
    keep(key, answer);
  }
  return answer;
}

/** @param {string} name @param {Record<string, string | number>} parameters */
const keyOf = (name, parameters) => `${name} ${Object.values(parameters).join(" ")}`;

/** @param {string} key @param {Promise<any>} answer */
function keep(key, answer) {
  answers.set(key, answer);
  if (answers.size > ANSWERS_KEPT) answers.delete(/** @type {string} */ (answers.keys().next().value));
}

/**
 * Best play from a position: the probes of its positions, itself first.
 *
 * @param {string} position @param {Variant} variant
 * @returns {Promise<Probe[]>}
 */
export const line = (position, { edition, rules }) =>
  recall("line", { position, edition, rules }).then((found) => found.line);

/** The value of a position and of its moves. @param {string} position @param {Variant} variant @returns {Promise<Probe>} */
export const probe = (position, { edition, rules }) => recall("probe", { position, edition, rules });

/** The moves of a position without their values. @param {string} position @param {Variant} variant @returns {Promise<Probe>} */
export const moves = (position, { edition, rules }) => recall("moves", { position, edition, rules });

/**
 * What a search finds in a given time, unless a signal ends it. The next search may complete it.
 *
 * @param {string} position @param {Variant} variant @param {number} seconds
 * @param {{signal?: AbortSignal, onprogress?: (sofar: Probe) => unknown}} [options]
 * @returns {Promise<Probe>}
 */
export async function search(position, { edition, rules }, seconds, options) {
  const key = keyOf("search", { position, edition, rules });
  const known = answers.get(key);
  if (known) return known;
  const found = await ask("search", { position, edition, rules, seconds }, options);
  if (found.moves.every((/** @type {import("../answers.js").SearchedMove} */ { dte }) => dte !== null))
    keep(key, Promise.resolve(found));
  return found;
}

/** @param {string} deal @param {Variant} variant @returns {Promise<DealStatistics>} */
export const deal = (deal, { edition, rules }) => ask("deal", { deal, edition, rules });

/**
 * @param {Variant} variant
 * @param {{winner?: string, length?: string, difficulty?: string, seed?: string}} filters
 * @returns {Promise<RandomDeal>}
 */
export const random = ({ edition, rules }, filters) => ask("random", { edition, rules, ...filters });

/** The rules that are offered, which only a server knows; or only those of a name. @param {string} [name] @returns {Promise<Rules[]>} */
export const rules = (name = "") => recall("rules", { rules: name }, { server: true });

/** What a strategy says in a position. @param {string} position @param {Variant} variant @param {string} strategy @returns {Promise<Advice>} */
export const advice = (position, { edition, rules }, strategy) =>
  recall("advice", { position, edition, rules, strategy });

/**
 * The strategies, and the words for what they look at.
 *
 * @returns {Promise<{strategies: {name: string, words: string}[], no_reply: number,
 *   wording: Record<string, {noun: string, clause: string}>}>}
 */
export const strategies = () => recall("strategies", {});

/** A strategy as a person would explain it. @param {string} name */
export const wordsOf = async (name) =>
  (await strategies()).strategies.find((strategy) => strategy.name === name)?.words ?? "";

/**
 * @param {string} position @param {Variant} variant @param {string} level
 * @returns {Promise<{move: string}>}
 */
export const reply = (position, { edition, rules }, level) => ask("reply", { position, edition, rules, level });
