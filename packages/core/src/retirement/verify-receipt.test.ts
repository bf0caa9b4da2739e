import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeForgeries } from '../testing/forgeries.ts';
import { makeRetirement, signForTest } from '../testing/retirement.ts';
import { BATCH_TYPE, retirementBatchSchema } from './batch.ts';
import { VERIFICATION_PROBLEMS, VerificationError } from './problems.ts';
import { RECEIPT_TYPE } from './receipt.ts';
import { checkSerialsApart, verifyBatch } from './verify-batch.ts';
import { verifyInclusion } from './verify-inclusion.ts';
import { verifyReceipt } from './verify-receipt.ts';

const { sound, forgeries } = await makeForgeries();
const made = await makeRetirement([400_000]);

describe('a receipt', () => {
  it('and its batch prove the retirement, with nothing else', async () => {
    const { state, batches } = await verifyReceipt(sound);
    assert.equal(state, 'retired');
    assert.deepEqual(
      batches.map((batch) => batch?.batch),
      ['ret_a'],
    );
  });

  it('of every order of a batch verifies', async () => {
    const { batch, receipts, keys } = await makeRetirement([1, 2, 3, 4, 5, 6, 7]);
    const signed = await signForTest(batch, BATCH_TYPE);
    for (const claims of receipts) {
      const receipt = await signForTest(claims, RECEIPT_TYPE);
      assert.equal((await verifyReceipt({ receipt, batches: [signed], keys })).state, 'retired');
    }
  });

  it('of credits that are only allocated verifies, and says so', async () => {
    const { receipts, keys } = await makeRetirement([1]);
    const [claims] = receipts;
    const credits = claims?.credits.map((credit) => ({ ...credit, retirement: null }));
    const receipt = await signForTest({ ...claims, credits, retirement_state: 'allocated' }, RECEIPT_TYPE);
    assert.equal((await verifyReceipt({ receipt, batches: [], keys })).state, 'allocated');
  });

  it('that gives the project of its batch another name is refused: people read the name', async () => {
    const { batch, receipts, keys } = await makeRetirement([1]);
    const credits = receipts[0]?.credits.map((credit) => ({
      ...credit,
      project: { ...credit.project, name: 'Another project' },
    }));
    const receipt = await signForTest({ ...receipts[0], credits }, RECEIPT_TYPE);
    const batches = [await signForTest(batch, BATCH_TYPE)];
    await assert.rejects(verifyReceipt({ receipt, batches, keys }), { code: 'project_mismatch' });
  });

  it('of two projects is retired once both are', async () => {
    const one = await makeRetirement([400_000, 5]);
    const two = await makeRetirement([600_000], 'b');
    const credits = [one, two].flatMap(({ receipts }) => receipts[0]?.credits ?? []);
    const claims = { ...one.receipts[0], grams: 1_000_000, credits };
    const batches = await Promise.all([one, two].map(({ batch }) => signForTest(batch, BATCH_TYPE)));
    const receipt = await signForTest(claims, RECEIPT_TYPE);
    // The second batch was made for another order: two orders of one name are two orders.
    await assert.rejects(verifyReceipt({ receipt, batches, keys: one.keys }), { code: 'order_mismatch' });
  });

  it('whose batch begins where the previous batch ended in the same retirement verifies', async () => {
    const one = await makeRetirement([400_000]);
    const two = await makeRetirement([600_000], 'b');
    const shared = one.batch.retirements.map((part) => ({
      ...part,
      grams_from: 400_000,
      grams_to: 1_000_000,
    }));
    const batches = [
      await signForTest(one.batch, BATCH_TYPE),
      await signForTest({ ...two.batch, retirements: shared }, BATCH_TYPE),
    ];
    const receipt = await signForTest(two.receipts[0], RECEIPT_TYPE);
    assert.equal((await verifyReceipt({ receipt, batches, keys: two.keys })).state, 'retired');
  });
});

describe('a batch', () => {
  const [retirement] = made.batch.retirements;
  const named = (many: number): object => ({ retirements: Array(many).fill(retirement) });
  const most = Math.floor(Number.MAX_SAFE_INTEGER / 1e6);
  for (const [name, allowed, refused] of [
    ['an identifier of 64 characters', { batch: 'b'.repeat(64) }, { batch: 'b'.repeat(65) }],
    ['an identifier of one character', { batch: 'b' }, { batch: '' }],
    ['a hundred retirements', named(100), named(101)],
    [
      'a retirement of as many tonnes as a sum holds in grams',
      { retirements: [{ ...retirement, tonnes: most }] },
      { retirements: [{ ...retirement, tonnes: most + 1 }] },
    ],
  ] as const)
    it(`may have ${name}, and nothing beyond`, () => {
      for (const [change, success] of [
        [allowed, true],
        [refused, false],
      ] as const)
        assert.equal(retirementBatchSchema.safeParse({ ...made.batch, ...change }).success, success);
    });
});

describe('what a receipt adds up to', () => {
  const [claims] = made.receipts;
  const [credit] = claims?.credits ?? [];
  const allocated = { ...credit, retirement: null };
  const REFUSED: [name: string, change: object, code: string][] = [
    ['is the grams of its order', { grams: 400_001 }, 'receipt_grams'],
    ['is no more than its order', { grams: 399_999 }, 'receipt_grams'],
    [
      'has no line of nothing',
      { retirement_state: 'partly_retired', credits: [credit, { ...allocated, grams: 0 }] },
      'negative_grams',
    ],
    [
      'has no line below zero, retired or not',
      { grams: 399_999, retirement_state: 'partly_retired', credits: [credit, { ...allocated, grams: -1 }] },
      'negative_grams',
    ],
    ['is in grams', { grams: '400000' }, 'receipt_malformed'],
  ];
  for (const [name, change, code] of REFUSED)
    it(`${name}: ${code}`, async () => {
      const receipt = await signForTest({ ...claims, ...change }, RECEIPT_TYPE);
      const batches = [await signForTest(made.batch, BATCH_TYPE)];
      await assert.rejects(verifyReceipt({ receipt, batches, keys: made.keys }), { code });
    });
});

describe('a proof', () => {
  it('has no sibling of nothing, and is for the batch it names', async () => {
    const { receipts, batch } = await makeRetirement([1, 2]);
    const proof = receipts[0]?.credits[0]?.retirement ?? assert.fail();
    const order = { orderId: receipts[0]!.order_id, grams: 1 };
    await verifyInclusion(order, proof, batch);
    const nothing = { ...proof, path: proof.path.map((step) => step.replace(/\d+/, '0')) };
    await assert.rejects(verifyInclusion(order, nothing, batch), { code: 'negative_grams' });
    await assert.rejects(verifyInclusion({ ...order, grams: 0 }, proof, batch), { code: 'negative_grams' });
    await assert.rejects(verifyInclusion(order, proof, { ...batch, batch: 'ret_b' }), {
      code: 'batch_missing',
    });
  });
});

describe('what is signed', () => {
  it('names its key: one without a name is none of the issuer, whose keys may have none', async () => {
    const { receipts, batch, keys } = await makeRetirement([1]);
    const receipt = await signForTest(receipts[0], RECEIPT_TYPE);
    const { kid: _, ...header } = JSON.parse(Buffer.from(receipt.split('.')[0]!, 'base64url').toString());
    const nameless = receipt.replace(/^[^.]+/, Buffer.from(JSON.stringify(header)).toString('base64url'));
    const batches = [await signForTest(batch, BATCH_TYPE)];
    const [{ kid: __, ...key } = assert.fail()] = keys.keys;
    await assert.rejects(verifyReceipt({ receipt: nameless, batches, keys: { keys: [key] } }), {
      code: 'key_unknown',
    });
  });

  it('as the other of the two is neither: a receipt proves no batch, and a batch no receipt', async () => {
    const { batch, receipts, keys } = await makeRetirement([1]);
    const asReceipt = await signForTest(batch, RECEIPT_TYPE);
    const receipt = await signForTest(receipts[0], RECEIPT_TYPE);
    const message = /type is not/;
    await assert.rejects(verifyReceipt({ receipt, batches: [asReceipt], keys }), {
      code: 'batch_malformed',
      message,
    });
    const asBatch = await signForTest(receipts[0], BATCH_TYPE);
    const batches = [await signForTest(batch, BATCH_TYPE)];
    await assert.rejects(verifyReceipt({ receipt: asBatch, batches, keys }), {
      code: 'receipt_malformed',
      message,
    });
  });

  it('is read up to a million characters', async () => {
    const receipt = sound.receipt + 'A'.repeat(1_000_001 - sound.receipt.length);
    await assert.rejects(verifyReceipt({ ...sound, receipt }), { message: /longer than 1000000 characters/ });
    const longest = receipt.slice(1);
    await assert.rejects(
      verifyReceipt({ ...sound, receipt: longest }),
      ({ message }) => !/longer/.test(message),
    );
  });
});

describe('a batch', () => {
  const [part] = made.batch.retirements;
  const range = part?.serials[0];
  const verify = async (...changes: object[]): Promise<unknown> =>
    verifyReceipt({
      receipt: await signForTest(made.receipts[0], RECEIPT_TYPE),
      batches: await Promise.all(changes.map((it) => signForTest({ ...made.batch, ...it }, BATCH_TYPE))),
      keys: made.keys,
    });

  const REFUSED: [name: string, retirements: object[], code: string][] = [
    [
      'with a serial number twice in a retirement',
      [{ ...part, tonnes: 2, serials: [range, range] }],
      'serial_reused',
    ],
    ['of a part that begins later and so covers less', [{ ...part, grams_from: 100_000 }], 'not_covered'],
    [
      'with a part of nothing',
      [{ ...part }, { ...part, serials: [{ ...range, first: 2, last: 2 }], grams_from: 5, grams_to: 5 }],
      'not_covered',
    ],
    ['of a gram more than was retired for it', [{ ...part, grams_to: 399_999 }], 'not_covered'],
    ['of another shape', [{ ...part, tonnes: 'one' }], 'batch_malformed'],
  ];
  for (const [name, retirements, code] of REFUSED)
    it(`${name} is refused: ${code}`, () => assert.rejects(verify({ retirements }), { code }));

  it('of another registry may have the same serial numbers', async () => {
    const other = { batch: 'ret_b', project: { ...made.batch.project, registry: 'Gold Standard' } };
    await verify({}, other);
    await assert.rejects(verify({}, { batch: 'ret_b' }), { code: 'serial_reused' });
  });

  it('has no serial number of another retirement, though its part begins where that of the other ends', async () => {
    const after = { ...part, grams_from: 400_000, grams_to: 800_000 };
    const longer = { ...after, tonnes: 2, serials: [{ ...range, last: 2 }] };
    const project = { ...made.batch.project, project_id: 'another' };
    const respelled = { ...made.batch.project, registry: ` ${made.batch.project.registry.toUpperCase()}` };
    const iss = 'https://another.example';
    for (const change of [
      { retirements: [longer] },
      { retirements: [longer], project: respelled },
      { retirements: [after], project },
      { retirements: [after], iss },
    ])
      await assert.rejects(verify({}, { batch: 'ret_b', ...change }), { code: 'serial_reused' });
  });

  it('has no serial number in two retirements of its own', async () => {
    const other = { ...part, tonnes: 2, serials: [{ ...range, last: 2 }] };
    const retirements = [part, { ...other, grams_from: 400_000, grams_to: 800_000 }];
    const batch = await signForTest({ ...made.batch, retirements }, BATCH_TYPE);
    await assert.rejects(verifyBatch(batch, made.keys), { code: 'serial_reused' });
  });

  it('of ten thousand ranges is verified without a comparison of each with every other one', () => {
    let reads = 0;
    const range = (block: string) => ({
      get block() {
        reads += 1;
        return block;
      },
      first: 1,
      last: 1,
    });
    const retirements = Array.from({ length: 100 }, (_, at) => ({
      ...part!,
      serials: Array.from({ length: 100 }, (_, of) => range(`A-${at}-${of}-*`)),
    }));
    checkSerialsApart([{ ...made.batch, retirements }]);
    assert.ok(reads >= 10_000 && reads < 100 * 10_000, `${reads} reads`);
  });

  it('may begin where another ends, in whatever order they are given', async () => {
    const retirements = [{ ...part, grams_from: 400_000, grams_to: 800_000 }];
    await verify({}, { batch: 'ret_b', retirements });
    await verify({ batch: 'ret_b', retirements }, {});
    const serials = [{ ...range, block: range?.block.toLowerCase() }];
    await verify({}, { batch: 'ret_b', retirements: [{ ...retirements[0], serials }] });
  });
});

describe('a forgery is refused by name:', () => {
  for (const { name, code, evidence } of forgeries) {
    it(`${name}: ${code}`, async () => {
      await assert.rejects(verifyReceipt(evidence), (error) => {
        assert.ok(error instanceof VerificationError, String(error));
        assert.equal(error.code, code, error.message);
        return true;
      });
    });
  }

  it('every code has a forgery', () => {
    const tried = new Set<string>(forgeries.map(({ code }) => code));
    const untried = Object.keys(VERIFICATION_PROBLEMS).filter((code) => !tried.has(code));
    assert.deepEqual(untried, ['receipt_malformed'], 'and what is no receipt at all has a test of its own');
  });

  for (const text of ['', 'x', 'a.b.c', 'eyJhbGciOiJFZERTQSJ9..', '€', '.'.repeat(10)]) {
    it(`${JSON.stringify(text)} is no receipt`, async () => {
      await assert.rejects(verifyReceipt({ ...sound, receipt: text }), (error) => {
        assert.ok(error instanceof VerificationError, String(error));
        assert.match(error.code, /^receipt_/);
        return true;
      });
    });
  }
});
