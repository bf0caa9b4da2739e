import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CompactSign, importJWK } from 'jose';
import type * as z from 'zod';
import { makeForgeries } from '../testing/forgeries.ts';
import { correctionsOf, makeRetirement, signForTest, TEST_ISSUER_KEY } from '../testing/retirement.ts';
import { BATCH_FORMAT, BATCH_TYPE, retirementBatchSchema } from './batch.ts';
import { VERIFICATION_PROBLEMS, VerificationError } from './problems.ts';
import { RECEIPT_TYPE, receiptClaimsSchema } from './receipt.ts';
import { checkSerialsApart, verifyBatch, verifyBatches } from './verify-batch.ts';
import { verifyInclusion } from './verify-inclusion.ts';
import { verifyReceipt } from './verify-receipt.ts';

const { sound, forgeries } = await makeForgeries();
const made = await makeRetirement([400_000]);

/** Asserts that a schema takes a value with the one change, and refuses it with the other. */
function isTheLimit(schema: z.ZodType, value: object | undefined, changes: readonly [object, object]): void {
  assert.deepEqual(
    changes.map((change) => schema.safeParse({ ...value, ...change }).success),
    [true, false],
  );
}

describe('a receipt', () => {
  it('verifies with its batch and the keys alone', async () => {
    const { claims, state, batches } = await verifyReceipt(sound);
    assert.equal(claims.order_id, 'ord_a0');
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

  it('of credits that are only allocated verifies with the state allocated', async () => {
    const { receipts, keys } = await makeRetirement([1]);
    const [claims] = receipts;
    const credits = claims?.credits.map((credit) => ({ ...credit, retirement: null }));
    const receipt = await signForTest({ ...claims, credits, retirement_state: 'allocated' }, RECEIPT_TYPE);
    const { state, batches } = await verifyReceipt({ receipt, batches: [], keys });
    assert.deepEqual([state, batches], ['allocated', [null]]);
  });

  it('of credits of which only some are retired verifies with the state partly_retired', async () => {
    const { batch, receipts, keys } = await makeRetirement([1]);
    const [claims] = receipts;
    const credits = [claims?.credits[0], { ...claims?.credits[0], retirement: null }];
    const partly = { ...claims, grams: 2, credits, retirement_state: 'partly_retired' };
    const receipt = await signForTest(partly, RECEIPT_TYPE);
    const { state, batches } = await verifyReceipt({
      receipt,
      batches: [await signForTest(batch, BATCH_TYPE)],
      keys,
    });
    assert.deepEqual([state, batches[0]?.batch, batches[1]], ['partly_retired', 'ret_a', null]);
  });

  it('may name its product as carbon credits if its batch does not', async () => {
    const { batch, receipts, keys } = await makeRetirement([1]);
    const credits = receipts[0]?.credits.map((credit) => ({ ...credit, product: 'carbon_credits' }));
    const receipt = await signForTest({ ...receipts[0], credits }, RECEIPT_TYPE);
    const batches = [await signForTest(batch, BATCH_TYPE)];
    assert.equal((await verifyReceipt({ receipt, batches, keys })).state, 'retired');
  });

  it('may have spaces and line ends around it, as a file has', async () => {
    assert.equal((await verifyReceipt({ ...sound, receipt: ` ${sound.receipt}\r\n` })).state, 'retired');
  });

  it('that names the project of its batch differently is refused: people read the name', async () => {
    const { batch, receipts, keys } = await makeRetirement([1]);
    const credits = receipts[0]?.credits.map((credit) => ({
      ...credit,
      project: { ...credit.project, name: 'Another project' },
    }));
    const receipt = await signForTest({ ...receipts[0], credits }, RECEIPT_TYPE);
    const batches = [await signForTest(batch, BATCH_TYPE)];
    await assert.rejects(verifyReceipt({ receipt, batches, keys }), { code: 'project_mismatch' });
  });

  it('of credits of two projects verifies with the batches of both', async () => {
    const one = await makeRetirement([400_000, 5]);
    const two = await makeRetirement([600_000, 7]);
    const project = { ...one.batch.project, name: 'Second project', project_id: 'VCS-2000' };
    const serials = [{ block: 'VCS-2000-*', first: 1, last: 1 }];
    const second = {
      ...two.batch,
      batch: 'ret_b',
      project,
      retirements: two.batch.retirements.map((part) => ({ ...part, serials })),
    };
    const credits = [
      ...(one.receipts[0]?.credits ?? []),
      ...(two.receipts[0]?.credits ?? []).map((credit) => ({
        ...credit,
        project,
        retirement: { ...credit.retirement, batch: 'ret_b' },
      })),
    ];
    const receipt = await signForTest({ ...one.receipts[0], grams: 1_000_000, credits }, RECEIPT_TYPE);
    const signed = await Promise.all([second, one.batch].map((batch) => signForTest(batch, BATCH_TYPE)));
    const { state, batches } = await verifyReceipt({ receipt, batches: signed, keys: one.keys });
    assert.deepEqual(
      [state, batches.map((batch) => batch?.project.project_id)],
      ['retired', ['VCS-1764', 'VCS-2000']],
    );
    const [, ...alone] = signed;
    await assert.rejects(verifyReceipt({ receipt, batches: alone, keys: one.keys }), {
      code: 'batch_missing',
    });
  });

  it('whose second project was retired for another order is refused', async () => {
    const one = await makeRetirement([400_000, 5]);
    const two = await makeRetirement([600_000], 'b');
    const credits = [one, two].flatMap(({ receipts }) => receipts[0]?.credits ?? []);
    const claims = { ...one.receipts[0], grams: 1_000_000, credits };
    const batches = await Promise.all([one, two].map(({ batch }) => signForTest(batch, BATCH_TYPE)));
    const receipt = await signForTest(claims, RECEIPT_TYPE);
    // The second batch was made for another order: two orders of one name are two orders.
    await assert.rejects(verifyReceipt({ receipt, batches, keys: one.keys }), { code: 'order_mismatch' });
  });

  it('verifies if its batch begins where the previous batch of the retirement ended', async () => {
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

it('the formats have the names of the specification', () => {
  assert.deepEqual(
    [BATCH_FORMAT, BATCH_TYPE, RECEIPT_TYPE],
    ['flight-offset-retirement/1', 'retirement-batch+jws', 'receipt+jws'],
  );
});

describe('a batch', () => {
  const [retirement] = made.batch.retirements;
  const named = (many: number): object => ({ retirements: Array(many).fill(retirement) });
  const retired = (change: object): object => ({ retirements: [{ ...retirement, ...change }] });
  const project = (change: object): object => ({ project: { ...made.batch.project, ...change } });
  const url = (length: number): string => 'https://registry.example/'.padEnd(length, 'a');
  const hash = (length: number): string => 'A'.repeat(length);
  const correction = { document: hash(43), corrected_at: '2026-04-01T00:00:00Z', reason: 'wrong' };
  const corrected = (many: number, change = {}): object => ({
    corrects: Array(many).fill({ ...correction, ...change }),
  });
  const most = Math.floor(Number.MAX_SAFE_INTEGER / 1e6);
  for (const [name, allowed, refused] of [
    ['an identifier of 64 characters', { batch: 'b'.repeat(64) }, { batch: 'b'.repeat(65) }],
    ['an identifier of one character', { batch: 'b' }, { batch: '' }],
    ['this format', {}, { format: 'flight-offset-retirement/2' }],
    ['a time when it was published', {}, { published_at: '2026-04-01' }],
    ['a project with a name of 500 characters', project({ name: hash(500) }), project({ name: hash(501) })],
    ['a registry of 200 characters', project({ registry: hash(200) }), project({ registry: hash(201) })],
    ['a project of 200 characters', project({ project_id: hash(200) }), project({ project_id: hash(201) })],
    ['one retirement', named(1), named(0)],
    ['a hundred retirements', named(100), named(101)],
    [
      'a hundred ranges of serial numbers in a retirement',
      retired({ serials: Array(100).fill(retirement?.serials[0]) }),
      retired({ serials: Array(101).fill(retirement?.serials[0]) }),
    ],
    ['one range of serial numbers in a retirement', {}, retired({ serials: [] })],
    ['a retirement of one tonne', retired({ tonnes: 1 }), retired({ tonnes: 0 })],
    ['a retirement of a day', {}, retired({ date: '2026-02-31' })],
    ['a record of 2048 characters', retired({ url: url(2048) }), retired({ url: url(2049) })],
    ['a record on the web', retired({ url: 'http://a.example' }), retired({ url: 'javascript:alert(1)' })],
    [
      'a certificate of 32 bytes of hash',
      retired({ certificate_sha256: hash(43) }),
      retired({ certificate_sha256: hash(44) }),
    ],
    ['a part from the first gram', retired({ grams_from: 0 }), retired({ grams_from: -1 })],
    ['a part to the first gram', retired({ grams_to: 1 }), retired({ grams_to: 0 })],
    ['one order', { orders: 1 }, { orders: 0 }],
    ['2^32 orders', { orders: 2 ** 32 }, { orders: 2 ** 32 + 1 }],
    ['one gram', { grams: 1 }, { grams: 0 }],
    ['a root of 32 bytes', { root: hash(43) }, { root: hash(42) }],
    ['a root in base64url', { root: hash(43) }, { root: `${hash(42)}+` }],
    ['one correction', corrected(1), corrected(0)],
    ['a hundred corrections', corrected(100), corrected(101)],
    [
      'a correction with a reason of 500 characters',
      corrected(1, { reason: hash(500) }),
      corrected(1, { reason: hash(501) }),
    ],
    ['a correction with a reason', corrected(1), corrected(1, { reason: '' })],
    ['a time of a correction', corrected(1), corrected(1, { corrected_at: '2026-04-01' })],
    ['a mark as a rehearsal', { sandbox: true }, { sandbox: 'yes' }],
    [
      'a retirement of as many tonnes as a sum holds in grams',
      { retirements: [{ ...retirement, tonnes: most }] },
      { retirements: [{ ...retirement, tonnes: most + 1 }] },
    ],
  ] as const)
    it(`may have ${name}, and nothing beyond`, () =>
      isTheLimit(retirementBatchSchema, made.batch, [allowed, refused]));
});

describe('a receipt', () => {
  const [claims] = made.receipts;
  const [credit] = claims?.credits ?? [];
  const credited = (change: object): object => ({ credits: [{ ...credit, ...change }] });
  const proven = (change: object): object => credited({ retirement: { ...credit?.retirement, ...change } });
  const step = `R1.${'A'.repeat(43)}`;
  for (const [name, allowed, refused] of [
    ['an issuer on the web', { iss: 'http://a.example' }, { iss: 'ftp://a.example' }],
    ['an order of one character', { order_id: 'o' }, { order_id: '' }],
    ['an order of 200 characters', { order_id: 'o'.repeat(200) }, { order_id: 'o'.repeat(201) }],
    ['a known state', {}, { retirement_state: 'gone' }],
    ['a hundred credits', { credits: Array(100).fill(credit) }, { credits: Array(101).fill(credit) }],
    ['a label as of a day', credited({ ccp_label_on: '2026-03-31' }), credited({ ccp_label_on: 'today' })],
    ['a proof of the first position', proven({ index: 0 }), proven({ index: -1 })],
    ['a salt of 16 bytes', proven({ salt: 'A'.repeat(22) }), proven({ salt: 'A'.repeat(23) })],
    ['a salt in base64url', proven({ salt: 'A'.repeat(22) }), proven({ salt: `+${'A'.repeat(21)}` })],
    ['a path of 32 steps', proven({ path: Array(32).fill(step) }), proven({ path: Array(33).fill(step) })],
    ['a path of steps', proven({ path: [step] }), proven({ path: ['R1'] })],
  ] as const)
    it(`may have ${name}, and nothing beyond`, () =>
      isTheLimit(receiptClaimsSchema, claims, [allowed, refused]));
});

describe('the sum of a receipt', () => {
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
  it('has no sibling of zero grams, and is for the batch it names', async () => {
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

  it('is of whole grams', async () => {
    const { receipts, batch } = await makeRetirement([1, 2]);
    const proof = receipts[0]?.credits[0]?.retirement ?? assert.fail();
    const half = { orderId: receipts[0]!.order_id, grams: 1.5 };
    await assert.rejects(verifyInclusion(half, proof, { ...batch, grams: 3.5 }), { code: 'sum_overflow' });
  });

  it('has one spelling of each hash and salt', async () => {
    const { receipts, batch } = await makeRetirement([1, 2]);
    const proof = receipts[0]?.credits[0]?.retirement ?? assert.fail();
    const order = { orderId: receipts[0]!.order_id, grams: 1 };
    // The last character of 16 and of 32 bytes in base64url holds unused bits.
    const respelled = (text: string) =>
      text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
    for (const change of [
      { path: proof.path.map(respelled) },
      { order: respelled(proof.order) },
      { salt: respelled(proof.salt) },
    ])
      await assert.rejects(
        verifyInclusion(order, { ...proof, ...change }, batch),
        { code: 'receipt_malformed' },
        Object.keys(change).join(),
      );
  });
});

describe('a signed document', () => {
  it('needs the name of its key, even if a key of the issuer has none', async () => {
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

  it('is verified with an Ed25519 key only, even if another key has the same name', async () => {
    const [key = assert.fail()] = sound.keys.keys;
    const others = [
      { ...key, kty: 'RSA' },
      { ...key, crv: 'X25519' },
    ];
    assert.equal((await verifyReceipt({ ...sound, keys: { keys: [...others, key] } })).state, 'retired');
    await assert.rejects(verifyReceipt({ ...sound, keys: { keys: others } }), { code: 'key_unknown' });
  });

  it('has three parts, and a header that names EdDSA', async () => {
    const [header, ...rest] = sound.receipt.split('.');
    const named = (alg: string): string => {
      const changed = { ...JSON.parse(Buffer.from(header!, 'base64url').toString()), alg };
      return [Buffer.from(JSON.stringify(changed)).toString('base64url'), ...rest].join('.');
    };
    for (const [receipt, code, message] of [
      [named('none'), 'receipt_unsigned', /no signature/],
      [named('HS256'), 'receipt_malformed', /not EdDSA/],
      [`${sound.receipt}.A.A`, 'receipt_malformed', /compact form/],
    ] as const)
      await assert.rejects(verifyReceipt({ ...sound, receipt }), { code, message });
  });

  it('is JSON in UTF-8', async () => {
    const { kty = '', crv = '', x = '', d = '', kid } = TEST_ISSUER_KEY;
    for (const payload of [Buffer.from('{'), Buffer.from([0x22, 0xff, 0x22])]) {
      const receipt = await new CompactSign(payload)
        .setProtectedHeader({ alg: 'EdDSA', kid, typ: RECEIPT_TYPE })
        .sign(await importJWK({ kty, crv, x, d }, 'EdDSA'));
      const message = /cannot be read/;
      await assert.rejects(verifyReceipt({ ...sound, receipt }), { code: 'receipt_malformed', message });
    }
  });

  it('as the other kind of document is refused', async () => {
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
    await assert.rejects(verify({}, { batch: 'ret_b' }), {
      code: 'serial_reused',
      message: /VCS-1764-a-1 in ret_a and ret_b\.$/,
    });
  });

  it('may not share a serial number with another retirement, even if its part begins where the other ends', async () => {
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
      await assert.rejects(verify({}, { batch: 'ret_b', ...change }), {
        code: 'serial_reused',
        message: / VCS-1764-a-1(?:\.\.VCS-1764-a-2)? in ret_a and ret_b\.$/,
      });
  });

  it('may not share a serial number with another retirement, even if as many tonnes begin or end alike', async () => {
    const of = (...serials: [letter: string, first: number, last: number][]) => ({
      ...part,
      tonnes: 3,
      serials: serials.map(([letter, first, last]) => ({ block: `${letter}-*`, first, last })),
    });
    for (const [one, other] of [
      [of(['X', 1, 2], ['Y', 1, 1]), of(['X', 1, 1], ['Y', 1, 2])],
      [of(['X', 1, 2], ['Y', 2, 2]), of(['X', 2, 2], ['Y', 1, 2])],
    ] as const) {
      const after = { ...other, grams_from: 400_000, grams_to: 800_000 };
      await assert.rejects(verify({ retirements: [one] }, { batch: 'ret_b', retirements: [after] }), {
        code: 'serial_reused',
      });
    }
  });

  it('given twice counts once', async () => {
    const batches = [...sound.batches, ...sound.batches];
    assert.equal((await verifyReceipt({ ...sound, batches })).state, 'retired');
  });

  it('whose serial numbers were wrong verifies by its correction, with or without earlier documents', async () => {
    const first = await signForTest(made.batch, BATCH_TYPE);
    const sign = async (block: string, ...earlier: string[]): Promise<string> =>
      signForTest(
        {
          ...made.batch,
          retirements: [{ ...part, serials: [{ ...range, block }] }],
          corrects: await correctionsOf(...earlier),
        },
        BATCH_TYPE,
      );
    const second = await sign('VCS-1764-b-*', first);
    const third = await sign('VCS-1764-c-*', first, second);
    const receipt = await signForTest(made.receipts[0], RECEIPT_TYPE);
    for (const batches of [
      [third],
      [third, first],
      [first, second, third],
      [second, third],
      [`${first}\n`, third],
    ]) {
      const verified = await verifyReceipt({ receipt, batches, keys: made.keys });
      assert.equal(verified.batches[0]?.retirements[0]?.serials[0]?.block, 'VCS-1764-c-*');
    }
    const { batches } = await verifyReceipt({ receipt, batches: [second, first], keys: made.keys });
    assert.equal(batches[0]?.corrects?.[0]?.reason, 'Wrong serial numbers');
  });

  it('whose correction withdraws serial numbers leaves them to another batch, and takes the new ones', async () => {
    const other = await makeRetirement([400_000], 'b');
    const first = await signForTest(made.batch, BATCH_TYPE);
    const corrects = await correctionsOf(first);
    const moved = { ...part, serials: other.batch.retirements[0]?.serials };
    const corrected = await signForTest({ ...made.batch, retirements: [moved], corrects }, BATCH_TYPE);
    const freed = await signForTest({ ...other.batch, retirements: [part] }, BATCH_TYPE);
    const taken = await signForTest(other.batch, BATCH_TYPE);
    assert.equal((await verifyBatches([first, corrected, freed], made.keys)).length, 2);
    await assert.rejects(verifyBatches([first, freed], made.keys), { code: 'serial_reused' });
    await assert.rejects(verifyBatches([corrected, taken], made.keys), { code: 'serial_reused' });
  });

  it('with another spelling of its signature is refused, not read as a second document', async () => {
    const first = await signForTest(made.batch, BATCH_TYPE);
    const corrected = await signForTest({ ...made.batch, corrects: await correctionsOf(first) }, BATCH_TYPE);
    const spare = { A: 'B', Q: 'R', g: 'h', w: 'x' }[first.at(-1)!];
    for (const other of [first.slice(0, -1) + spare, `${first}==`, `${first.slice(0, -1)} ${first.at(-1)}`])
      await assert.rejects(verifyBatches([corrected, other], made.keys), { code: 'batch_signature' });
  });

  it('may name the ranges of a retirement in any order', async () => {
    const serials = ['a', 'b'].map((letter) => ({ block: `${letter}-*`, first: 1, last: 1 }));
    const whole = { ...part, tonnes: 2, serials };
    const after = { ...whole, serials: serials.toReversed(), grams_from: 400_000, grams_to: 800_000 };
    await verify({ retirements: [whole] }, { batch: 'ret_b', retirements: [after] });
  });

  it('may not share a serial number between two of its own retirements', async () => {
    const other = { ...part, tonnes: 2, serials: [{ ...range, last: 2 }] };
    const retirements = [part, { ...other, grams_from: 400_000, grams_to: 800_000 }];
    const batch = await signForTest({ ...made.batch, retirements }, BATCH_TYPE);
    await assert.rejects(verifyBatch(batch, made.keys), { code: 'serial_reused' });
  });

  it('of ten thousand ranges is verified without comparing each pair', () => {
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

  it('may begin where another ends, whatever the order of the documents', async () => {
    const retirements = [{ ...part, grams_from: 400_000, grams_to: 800_000 }];
    await verify({}, { batch: 'ret_b', retirements });
    await verify({ batch: 'ret_b', retirements }, {});
    const serials = [{ ...range, block: range?.block.toLowerCase() }];
    await verify({}, { batch: 'ret_b', retirements: [{ ...retirements[0], serials }] });
    const from = (batch: string, grams_from: number): object => {
      const longer = { ...part, tonnes: 2, serials: [{ ...range, last: 2 }] };
      return { batch, retirements: [{ ...longer, grams_from, grams_to: grams_from + 400_000 }] };
    };
    const [first, second] = [from('ret_a', 0), from('ret_b', 400_000)];
    await verify(first, second, from('ret_c', 800_000));
    await assert.rejects(verify(first, second, from('ret_c', 799_999)), {
      code: 'serial_reused',
      message: / in ret_b and ret_c\.$/,
    });
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
