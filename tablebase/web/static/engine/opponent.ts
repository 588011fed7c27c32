/** The move that the computer makes. docs: `tablebase/engine/play/opponents.py`. */

type Value = { result: string; dte: number };
export type Strength = { name: string; sight: number; slip: number };

/** The probability of each of a position's moves; a value that is not known is null. */
export function chances(
  { value, moves }: { value: Value | null; moves: { value: Value | null; best: boolean }[] },
  { sight, slip }: Strength,
) {
  const sees = (seen: Value | null, result: string) => seen?.result === result && seen.dte <= sight;
  const best = moves.map((move) => move.best);
  let careless = moves.map((move) => !sees(move.value, "loss"));
  if (sees(value, "win") || !careless.includes(true)) careless = best;
  const number = (list: boolean[]) => list.filter(Boolean).length;
  return moves.map(
    (_, at) => ((1 - slip) * Number(best[at])) / number(best) + (slip * Number(careless[at])) / number(careless),
  );
}

/** The move that a player of a strength makes. */
export function chosen<Move extends { value: Value | null; best: boolean }>(
  probe: { value: Value | null; moves: Move[] },
  strength: Strength,
  random: () => number,
) {
  let left = random();
  const at = chances(probe, strength).findIndex((chance) => (left -= chance) < 0);
  return probe.moves[Math.max(at, 0)];
}
