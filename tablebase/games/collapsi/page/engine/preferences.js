/**
 * Preferences between moves. docs: `tablebase/games/collapsi/strategy/preferences.py`.
 *
 * @typedef {Record<string, number>} Preference features and their weights, the larger sum the better
 * @typedef {{features: Record<string, number>}} Described what a preference sees of a move
 */

/** How good a move is. @param {Preference} preference @param {Described} move */
export const worth = (preference, { features }) =>
  Object.entries(preference).reduce((sum, [name, weight]) => sum + weight * features[name], 0);

/** The best of some moves. @template {Described} T @param {T[]} moves @param {Preference} preference @returns {T[]} */
export function preferred(moves, preference) {
  const most = Math.max(...moves.map((move) => worth(preference, move)));
  return moves.filter((move) => worth(preference, move) === most);
}
