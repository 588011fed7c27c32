/** Preferences between moves. docs: `tablebase/games/collapsi/strategy/preferences.py`. */

/** Features and their weights, the larger sum the better. */
export type Preference = Record<string, number>;

/** What a preference sees of a move. */
type Described = { features: Record<string, number> };

/** How good a move is. */
export const worth = (preference: Preference, { features }: Described) =>
  Object.entries(preference).reduce((sum, [name, weight]) => sum + weight * features[name], 0);

/** The best of some moves. */
export function preferred<T extends Described>(moves: T[], preference: Preference): T[] {
  const most = Math.max(...moves.map((move) => worth(preference, move)));
  return moves.filter((move) => worth(preference, move) === most);
}
