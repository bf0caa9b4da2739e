import { fromBase64Url, toBase64Url } from '../signing/bytes.ts';
import { addGrams, hashNode, type SumNode, webSha256 } from './sum-tree-hash.ts';
import type { Side } from './tree-shape.ts';

/** One step from a leaf to the root: the sibling, and its side. */
export interface PathStep {
  readonly side: Side;
  readonly sibling: SumNode;
}

/**
 * A step as text: side, grams, dot, hash in base64url: `R1146000.wQ3…`. A sign is read only so that negative grams can
 * be refused.
 */
export const PATH_STEP = /^([LR])(-?(?:0|[1-9]\d{0,20}))\.([A-Za-z0-9_-]{43})$/;

/** Writes a step as a receipt carries it. */
export function formatStep({ side, sibling }: PathStep): string {
  return `${side}${sibling.grams}.${toBase64Url(sibling.hash)}`;
}

/** Reads a step; its grams are as written, unchecked. Undefined if the text is not a step. */
export function parseStep(text: string): PathStep | undefined {
  const [, side, grams, hash = ''] = PATH_STEP.exec(text) ?? [];
  const bytes = fromBase64Url(hash);
  if (side === undefined || bytes === undefined) return undefined;
  return { side: side as Side, sibling: { hash: bytes, grams: Number(grams) } };
}

/** Adds up the grams of a leaf and of every sibling on its path; undefined beyond what a tree may hold. */
export function pathGrams(leaf: number, path: readonly PathStep[]): number | undefined {
  return path.reduce<number | undefined>(
    (sum, { sibling }) => (sum === undefined ? undefined : addGrams(sum, sibling.grams)),
    leaf,
  );
}

/** Calculates the root to which a path leads from a node; undefined if a sum is beyond what a tree may hold. */
export async function followPath(from: SumNode, path: readonly PathStep[]): Promise<SumNode | undefined> {
  let node: SumNode | undefined = from;
  for (const { side, sibling } of path) {
    node = side === 'L' ? await hashNode(sibling, node, webSha256) : await hashNode(node, sibling, webSha256);
    if (node === undefined) return undefined;
  }
  return node;
}
