/** The deal of the next game. */

import * as api from "../shared/api.ts";
import { learn } from "../shared/session.ts";
import type { Settings } from "./settings.ts";

/** How hard deals are to win against each level. */
const DIFFICULTY: Record<string, string> = { beginner: "easy" };

/** The most deals drawn to find one that you can win; Blue wins about one in ten. Without its book nobody knows. */
const TRIES = 200;

/** A random deal: in a single published game against the computer, one that you can win. */
export async function dealFor({ length, rival, you, level, rules, edition }: Settings) {
  const { book } = await learn(rules);
  const choosy = length === "game" && book && rival === "computer";
  const wanted = choosy ? { difficulty: DIFFICULTY[level] ?? "" } : {};
  let found = await api.random({ rules, edition }, wanted);
  for (let tries = 1; choosy && found.winner && found.winner !== you && tries < TRIES; tries++) {
    found = await api.random({ rules, edition }, wanted);
  }
  return found;
}
