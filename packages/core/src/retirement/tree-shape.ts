/** Maximum number of orders in a tree; its paths have at most 32 steps. */
export const MAX_LEAVES = 2 ** 32;

/** Side of a node on which its sibling is. */
export type Side = 'L' | 'R';

/**
 * Returns the sides of the siblings on the way from a leaf to the root, bottom up. Levels are built pair by pair from
 * the left; a node without a partner moves up as it is (the shape of RFC 9162 section 2.1). The number of leaves and
 * the position therefore determine the length of a path and the side of each sibling: nobody can choose them.
 * @throws RangeError if there is no such leaf.
 */
export function siblingSides(index: number, leaves: number): Side[] {
  if (!Number.isSafeInteger(leaves) || leaves < 1 || leaves > MAX_LEAVES) {
    throw new RangeError(`a tree has 1 to ${MAX_LEAVES} leaves, not ${leaves}`);
  }
  if (!Number.isSafeInteger(index) || index < 0 || index >= leaves) {
    throw new RangeError(`a tree of ${leaves} leaves has no leaf ${index}`);
  }
  const sides: Side[] = [];
  for (let at = index, width = leaves; width > 1; at = Math.floor(at / 2), width = Math.ceil(width / 2)) {
    if (at % 2 === 1) sides.push('L');
    else if (at + 1 < width) sides.push('R');
  }
  return sides;
}
