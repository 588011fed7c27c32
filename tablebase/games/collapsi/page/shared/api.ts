/** Questions to the engine. Everything the page knows about a position's value comes from here. */

import { ask as askEngine, EngineError, type Options } from "#engine/client.ts";
import type { Move, Probe as ProbeType, RandomDeal, Rules, SearchAnswer, SearchedMove } from "../answers.d.ts";
import type { Preference } from "../engine/strategy.ts";
import { forEngine } from "./address.ts";

/** A value, or what is known of it. */
export type Known = Pick<Move, "result" | "dte">;

/** From a table, or what a search has found: then it has bounds. */
export type Probe = Omit<ProbeType, "score" | "table" | "origin" | "board"> &
  Partial<Pick<ProbeType, "score" | "table">> &
  Partial<Pick<SearchAnswer, "complete" | "lower" | "upper" | "line">>;

export type Side = ProbeType["side_to_move"];
export type Variant = { edition: string; rules: string };
export type AdvisedMove = { move: string; keeps_win: boolean; features: Record<string, number> };

/** The moves that a strategy makes, all as likely. */
export type Advice = { order: Preference[]; made: string[]; moves: AdvisedMove[] };

export { EngineError };

const ask = (
  path: string,
  { rules = "", ...query }: Record<string, string | number> = {},
  options: Options = {},
): Promise<any> => askEngine(path, { ...query, rules: forEngine(String(rules)) }, options);

const answers: Map<string, Promise<any>> = new Map();
const ANSWERS_KEPT = 200;

/** Ask a question whose answer never changes; the last few answers are kept. */
function recall(
  name: string,
  parameters: Record<string, string | number>,
  options?: { server?: boolean },
): Promise<any> {
  const key = keyOf(name, parameters);
  let answer = answers.get(key);
  if (!answer) {
    answer = ask(name, parameters, options);
    answer.catch(() => answers.delete(key));
    keep(key, answer);
  }
  return answer;
}

const keyOf = (name: string, parameters: Record<string, string | number>) =>
  `${name} ${Object.values(parameters).join(" ")}`;

function keep(key: string, answer: Promise<any>) {
  answers.set(key, answer);
  if (answers.size > ANSWERS_KEPT) answers.delete(answers.keys().next().value as string);
}

/** Best play from a position: the probes of its positions, itself first. */
export const line = (position: string, { edition, rules }: Variant): Promise<Probe[]> =>
  recall("line", { position, edition, rules }).then((found) => found.line);

/** The value of a position and of its moves. */
export const probe = (position: string, { edition, rules }: Variant): Promise<Probe> =>
  recall("probe", { position, edition, rules });

/** The moves of a position without their values. */
export const moves = (position: string, { edition, rules }: Variant): Promise<Probe> =>
  recall("moves", { position, edition, rules });

/** What a search finds in a given time, unless a signal ends it. The next search may complete it. */
export async function search(
  position: string,
  { edition, rules }: Variant,
  seconds: number,
  options?: { signal?: AbortSignal; onprogress?: (sofar: Probe) => unknown },
): Promise<Probe> {
  const key = keyOf("search", { position, edition, rules });
  const known = answers.get(key);
  if (known) return known;
  const found = await ask("search", { position, edition, rules, seconds }, options);
  if (found.moves.every(({ dte }: SearchedMove) => dte !== null)) keep(key, Promise.resolve(found));
  return found;
}

export const random = (
  { edition, rules }: Variant,
  filters: { winner?: string; length?: string; difficulty?: string; seed?: string },
): Promise<RandomDeal> => ask("random", { edition, rules, ...filters });

/** The rules that are offered, which only a server knows; or only those of a name. */
export const rules = (name: string = ""): Promise<Rules[]> => recall("rules", { rules: name }, { server: true });

/** What a strategy says in a position. */
export const advice = (position: string, { edition, rules }: Variant, strategy: string): Promise<Advice> =>
  recall("advice", { position, edition, rules, strategy });

const strategies = (): Promise<{ strategies: { name: string; words: string }[] }> => recall("strategies", {});

/** A strategy as a person would explain it. */
export const wordsOf = async (name: string) =>
  (await strategies()).strategies.find((strategy) => strategy.name === name)?.words ?? "";

export const reply = (position: string, { edition, rules }: Variant, level: string): Promise<{ move: string }> =>
  ask("reply", { position, edition, rules, level });
