/**
 * What a small part is worth, computed for all sets of its stones at once. docs: `_value` and `_tame`
 * in `tablebase/games/nim/pairing.py`.
 *
 * @typedef {{value: number, tame: boolean, fickle: boolean}} Heap the nim-value under normal play;
 *   whether all play is as in Nim, so that it is like heaps; and whether these are of one stone
 */

/**
 * @param {number[]} cells sorted @param {number} width from a cell to the one below it
 * @param {number} take the most stones of a move
 * @returns {Heap}
 */
export function heapOf(cells, width, take) {
  const moves = masks(cells, width, take);
  const all = (1 << cells.length) - 1;
  const values = new Uint8Array(all + 1);
  const misere = new Uint8Array(all + 1);
  const tame = new Uint8Array(all + 1);
  [misere[0], tame[0]] = [1, 1];
  for (let stones = 1; stones <= all; stones++) {
    let [seen, misereSeen, allTame] = [0, 0, 1];
    for (const move of moves) {
      if ((stones & move) !== move) continue;
      const after = stones ^ move;
      seen |= 1 << values[after];
      misereSeen |= 1 << misere[after];
      allTame &= tame[after];
    }
    [values[stones], misere[stones]] = [least(seen), least(misereSeen)];
    const [value, other] = [values[stones], misere[stones]];
    tame[stones] = allTame && Number(value === other || value + other === 1);
  }
  return { value: values[all], tame: tame[all] === 1, fickle: values[all] !== misere[all] };
}

/** The least number that is not in a set of bits. @param {number} bits */
const least = (bits) => 31 - Math.clz32(~bits & -~bits);

/** The moves, as sets of bits: one for each cell. @param {number[]} cells @param {number} width @param {number} take */
function masks(cells, width, take) {
  const found = [];
  for (const [at, cell] of cells.entries()) {
    found.push(1 << at);
    for (const step of [1, width]) {
      let mask = 1 << at;
      for (let length = 1; length < take; length++) {
        const next = cells.indexOf(cell + length * step);
        if (next < 0) break;
        mask |= 1 << next;
        found.push(mask);
      }
    }
  }
  return found;
}
