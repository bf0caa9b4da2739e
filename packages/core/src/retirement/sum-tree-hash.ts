import { type Bytes, toBytes } from '../signing/bytes.ts';

/** SHA-256 of bytes. Synchronous where a runtime has that: a tree of a million orders takes two million hashes. */
export type Sha256 = (bytes: Bytes) => Uint8Array | Promise<Uint8Array>;

/** One node of a Merkle sum tree: a hash, and the grams of every order below it. */
export interface SumNode {
  /** 32 bytes. */
  readonly hash: Uint8Array;
  /** Whole grams of CO2e, from 1 to {@link MAX_SUM}. */
  readonly grams: number;
}

/** Bytes of every hash. */
const HASH_BYTES = 32;
/** Bytes of the salt of an order. */
export const SALT_BYTES = 16;
/** Maximum sum of a tree, grams: every sum up to here is exact in JSON and in JavaScript. */
export const MAX_SUM = Number.MAX_SAFE_INTEGER;

/** First byte of the hash input, so that no leaf can pass as a node, and no order as either. */
const DOMAIN = { leaf: 0, node: 1, order: 2 } as const;

/** SHA-256 by Web Crypto: every runtime has it, browsers included. */
export async function webSha256(bytes: Bytes): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** Adds the grams of two nodes; undefined beyond {@link MAX_SUM}: a sum never wraps and never loses a gram. */
export function addGrams(one: number, other: number): number | undefined {
  return one <= MAX_SUM - other ? one + other : undefined;
}

/**
 * Represents an order in a tree: without the salt, it reveals nothing about the order. `SHA-256(0x02 || salt ||
 * UTF-8(order id))`.
 */
export async function hashOrder(orderId: string, salt: Uint8Array, sha256: Sha256): Promise<Uint8Array> {
  if (salt.length !== SALT_BYTES) throw new RangeError(`a salt has ${SALT_BYTES} bytes, not ${salt.length}`);
  const id = toBytes(orderId);
  const bytes = new Uint8Array(1 + SALT_BYTES + id.length);
  bytes[0] = DOMAIN.order;
  bytes.set(salt, 1);
  bytes.set(id, 1 + SALT_BYTES);
  return sha256(bytes);
}

/** The leaf of an order: `SHA-256(0x00 || order hash || grams)`, grams as 8 bytes, big-endian. */
export async function hashLeaf(orderHash: Uint8Array, grams: number, sha256: Sha256): Promise<SumNode> {
  const bytes = new Uint8Array(1 + HASH_BYTES + 8);
  bytes[0] = DOMAIN.leaf;
  writeNode(bytes, 1, { hash: orderHash, grams });
  return { hash: await sha256(bytes), grams };
}

/**
 * The parent of two nodes: `SHA-256(0x01 || left hash || left grams || right hash || right grams)`. Each side's own
 * grams are hashed, not only their sum: otherwise grams could move from one side to the other unnoticed.
 * @returns undefined if the sum is beyond {@link MAX_SUM}.
 */
export async function hashNode(left: SumNode, right: SumNode, sha256: Sha256): Promise<SumNode | undefined> {
  const grams = addGrams(left.grams, right.grams);
  if (grams === undefined) return undefined;
  const bytes = new Uint8Array(1 + 2 * (HASH_BYTES + 8));
  bytes[0] = DOMAIN.node;
  writeNode(bytes, 1, left);
  writeNode(bytes, 1 + HASH_BYTES + 8, right);
  return { hash: await sha256(bytes), grams };
}

function writeNode(bytes: Bytes, at: number, { hash, grams }: SumNode): void {
  if (hash.length !== HASH_BYTES) throw new RangeError(`a hash has ${HASH_BYTES} bytes, not ${hash.length}`);
  if (!Number.isSafeInteger(grams) || grams < 1) {
    throw new RangeError(`grams must be a whole number from 1 to ${MAX_SUM}, not ${grams}`);
  }
  bytes.set(hash, at);
  new DataView(bytes.buffer).setBigUint64(at + HASH_BYTES, BigInt(grams));
}
