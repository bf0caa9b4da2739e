import { OffsetError } from '../errors/errors.ts';
import type { PathStep } from './path.ts';
import { hashNode, MAX_SUM, type Sha256, type SumNode, webSha256 } from './sum-tree-hash.ts';
import { siblingSides } from './tree-shape.ts';

/** A tree that cannot be built: too many grams. */
export class SumTreeError extends OffsetError {
  override readonly name = 'SumTreeError';
}

/** Builds the next level up, pair by pair from the left; a node without a partner moves up as it is. */
async function parents(level: readonly SumNode[], sha256: Sha256): Promise<SumNode[]> {
  const above: SumNode[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const left = level[at] as SumNode;
    const right = level[at + 1];
    above.push(right === undefined ? left : await parent(left, right, sha256));
  }
  return above;
}

async function parent(left: SumNode, right: SumNode, sha256: Sha256): Promise<SumNode> {
  const node = await hashNode(left, right, sha256);
  if (node === undefined) throw new SumTreeError('sum_overflow', `A tree holds at most ${MAX_SUM} grams.`);
  return node;
}

/**
 * Calculates the root of nodes held in memory.
 * @throws SumTreeError `sum_overflow`; RangeError if there are no nodes.
 */
export async function sumTreeRoot(nodes: readonly SumNode[], sha256: Sha256 = webSha256): Promise<SumNode> {
  let level = nodes;
  while (level.length > 1) level = await parents(level, sha256);
  const [root] = level;
  if (root === undefined) throw new RangeError('a tree has at least one leaf');
  return root;
}

/**
 * Returns the path from one of the nodes held in memory to their root.
 * @throws RangeError if there is no such node.
 */
export async function sumTreePath(
  nodes: readonly SumNode[],
  index: number,
  sha256: Sha256 = webSha256,
): Promise<PathStep[]> {
  const sides = siblingSides(index, nodes.length);
  const path: PathStep[] = [];
  for (let level = nodes, at = index; level.length > 1; level = await parents(level, sha256), at >>= 1) {
    const sibling = level[at ^ 1];
    if (sibling !== undefined) path.push({ side: sides[path.length] ?? 'R', sibling });
  }
  return path;
}
