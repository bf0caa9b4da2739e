import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type RetirementVectors, retirementVectors } from '../testing/retirement-vectors.ts';
import { formatStep, parseStep } from './path.ts';
import { sumTreePath, sumTreeRoot } from './sum-tree.ts';
import { hashLeaf, hashOrder, MAX_SUM, type Sha256, type SumNode } from './sum-tree-hash.ts';
import { siblingSides } from './tree-shape.ts';
import { verifyInclusion } from './verify-inclusion.ts';
import { verifyReceipt } from './verify-receipt.ts';

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();

/** The specification once more, word by word and by recursion: splits at the largest power of two below the size. */
function specifiedRoot(leaves: readonly { order: Buffer; grams: bigint }[]): { hash: Buffer; grams: bigint } {
  const u64 = (value: bigint): Buffer => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(value);
    return bytes;
  };
  const digest = (...parts: Uint8Array[]): Buffer =>
    createHash('sha256').update(Buffer.concat(parts)).digest();
  const [only] = leaves;
  if (leaves.length === 1 && only) {
    return { hash: digest(Buffer.of(0), only.order, u64(only.grams)), grams: only.grams };
  }
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const left = specifiedRoot(leaves.slice(0, split));
  const right = specifiedRoot(leaves.slice(split));
  const hash = digest(Buffer.of(1), left.hash, u64(left.grams), right.hash, u64(right.grams));
  return { hash, grams: left.grams + right.grams };
}

const order = fc.record({
  order: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
  grams: fc.bigInt({ min: 1n, max: 10n ** 12n }),
});
const orders = fc.array(order, { minLength: 1, maxLength: 70 });

function leavesOf(some: readonly { order: Buffer; grams: bigint }[]): Promise<SumNode[]> {
  return Promise.all(some.map((one) => hashLeaf(one.order, Number(one.grams), sha256)));
}

describe('a Merkle sum tree', () => {
  it('is the one of the specification', async () => {
    await fc.assert(
      fc.asyncProperty(orders, async (some) => {
        const wanted = specifiedRoot(some);
        const leaves = await leavesOf(some);
        const root = await sumTreeRoot(leaves, sha256);
        assert.equal(Buffer.from(root.hash).toString('hex'), wanted.hash.toString('hex'));
        assert.equal(BigInt(root.grams), wanted.grams);
      }),
    );
  });

  it("of subtrees of equal height has the paths of their leaves' tree", async () => {
    await fc.assert(
      fc.asyncProperty(orders, fc.constantFrom(1, 2, 8, 16), fc.nat(), async (some, width, at) => {
        const leaves = await leavesOf(some);
        const chunks = Array.from({ length: Math.ceil(leaves.length / width) }, (_, chunk) =>
          leaves.slice(chunk * width, (chunk + 1) * width),
        );
        const tops = await Promise.all(chunks.map((chunk) => sumTreeRoot(chunk, sha256)));
        const index = at % leaves.length;
        const chunk = Math.floor(index / width);
        const path = [
          ...(await sumTreePath(chunks[chunk] ?? [], index % width, sha256)),
          ...(await sumTreePath(tops, chunk, sha256)),
        ];
        assert.deepEqual(path, await sumTreePath(leaves, index, sha256));
      }),
    );
  });

  it('refuses a sum beyond its maximum', async () => {
    const leaf = await hashLeaf(new Uint8Array(32), MAX_SUM - 1, sha256);
    const one = await hashLeaf(new Uint8Array(32), 1, sha256);
    const two = await hashLeaf(new Uint8Array(32), 2, sha256);
    await assert.rejects(sumTreeRoot([leaf, two], sha256), { code: 'sum_overflow' });
    assert.equal((await sumTreeRoot([leaf, one], sha256)).grams, MAX_SUM);
  });

  for (const grams of [0, -1, 0.5, MAX_SUM + 1, Number.NaN]) {
    it(`has no leaf of ${grams} g`, async () => {
      await assert.rejects(hashLeaf(new Uint8Array(32), grams, sha256), RangeError);
    });
  }

  it('refuses hashes of other than 32 bytes and salts of other than 16', async () => {
    for (const bytes of [31, 33])
      await assert.rejects(hashLeaf(new Uint8Array(bytes), 1, sha256), RangeError, `hash of ${bytes}`);
    for (const bytes of [15, 17])
      await assert.rejects(hashOrder('ord_1', new Uint8Array(bytes), sha256), RangeError, `salt of ${bytes}`);
  });

  it('has 1 to 2^32 leaves, and no path from an index outside them', async () => {
    await assert.rejects(sumTreeRoot([], sha256), RangeError);
    for (const [index, leaves] of [
      [0, 0],
      [0, 1.5],
      [0, 2 ** 32 + 1],
      [-1, 3],
      [3, 3],
      [0.5, 3],
    ] as const)
      assert.throws(() => siblingSides(index, leaves), RangeError, `${index} of ${leaves}`);
    assert.equal(siblingSides(2 ** 32 - 1, 2 ** 32).length, 32);
  });

  it('has one spelling of a step', async () => {
    const sibling = await hashLeaf(new Uint8Array(32), 12, sha256);
    const text = formatStep({ side: 'L', sibling });
    assert.deepEqual(parseStep(text)?.sibling.grams, 12);
    // The last character of 32 bytes in base64url holds two unused bits.
    const other = text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
    for (const wrong of [
      '',
      'L12.',
      text.slice(1),
      ` ${text}`,
      `${text}A`,
      text.replace('L12', 'L012'),
      other,
    ])
      assert.equal(parseStep(wrong), undefined, wrong);
  });

  it('a path has the sides that size and position require', async () => {
    await fc.assert(
      fc.asyncProperty(orders, fc.nat(), async (some, at) => {
        const leaves = await leavesOf(some);
        const index = at % leaves.length;
        const path = await sumTreePath(leaves, index, sha256);
        assert.deepEqual(
          path.map(({ side }) => side),
          siblingSides(index, leaves.length),
        );
        for (const step of path) assert.deepEqual(formatStep(parseStep(formatStep(step))!), formatStep(step));
      }),
    );
  });
});

describe('the published vectors', () => {
  const path = new URL('../../retirement-vectors.json', import.meta.url);
  const published = JSON.parse(readFileSync(path, 'utf8')) as RetirementVectors;

  it('are current: run pnpm --filter @flight-offset/core run retirement-vectors', async () => {
    assert.deepEqual(published, JSON.parse(JSON.stringify(await retirementVectors())));
  });

  it('hold for the specification written once more', () => {
    const leaves = published.leaves.map((leaf) => {
      const bytes = Buffer.concat([
        Buffer.of(2),
        Buffer.from(leaf.salt, 'base64url'),
        Buffer.from(leaf.order_id),
      ]);
      const hash = createHash('sha256').update(bytes).digest();
      assert.equal(hash.toString('base64url'), leaf.order);
      return { order: hash, grams: BigInt(leaf.grams) };
    });
    assert.ok(published.trees.length > 5);
    for (const tree of published.trees) {
      const root = specifiedRoot(leaves.slice(0, tree.leaves));
      assert.equal(root.hash.toString('base64url'), tree.root);
      assert.equal(Number(root.grams), tree.grams);
    }
  });

  it('have a correction that verifies the receipt, whatever the order of the documents', async () => {
    const { keys, corrected } = published;
    for (const batches of [corrected.batches, corrected.batches.toReversed()]) {
      const { batches: proven } = await verifyReceipt({ ...corrected, batches, keys });
      assert.equal(proven[0]?.corrects?.length, 1);
    }
  });

  it('have paths that verify, and none that verifies for other grams', async () => {
    for (const { leaves: orderCount, root, grams, paths } of published.trees) {
      for (const [index, steps] of paths.entries()) {
        const leaf = published.leaves[index]!;
        const proof = { batch: 'b', index, salt: leaf.salt, order: leaf.order, path: [...steps] };
        const batch = { batch: 'b', orders: orderCount, root, grams };
        await verifyInclusion({ orderId: leaf.order_id, grams: leaf.grams }, proof, batch);
        const more = { orderId: leaf.order_id, grams: leaf.grams + 1 };
        await assert.rejects(verifyInclusion(more, proof, batch), { code: 'grams_mismatch' });
      }
    }
  });
});
