import fc from 'fast-check';

export { fc };

/** How much to try, and from which seed. */
export interface FuzzOptions {
  readonly runs: number;
  readonly seed: number;
}

/** Runs of one property. */
export interface FuzzResult {
  readonly name: string;
  readonly runs: number;
  /** Results and errors, with their counts: shows that runs reach beyond the first check. */
  readonly outcomes: Readonly<Record<string, number>>;
}

/** Texts that break parsers, escapers, stores and headers. */
export const odd: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00x',
    '\u202e',
    '\ufeff',
    "' or 1=1 --",
    '../../etc/passwd',
    '%00',
    '%',
    '%zz',
    '__proto__',
    'constructor',
    'NaN',
    '-0',
    '1e309',
    '<script>',
    '{{7*7}}',
    '🛫',
    'null',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
  fc.constantFrom(200, 201, 254, 255, 2048, 5000).map((length) => 'x'.repeat(length)),
);

/** Numbers at the edges of what schemas, doubles, databases and dates take. */
export const oddNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    1,
    -1,
    0.0005,
    0.5,
    1e9,
    1e9 + 1,
    1e6,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    1e21,
    5e-324,
    1e308,
    -1e308,
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Any JSON value, deep or wide. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  odd,
  oddNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Usually a valid value, otherwise one at an edge, of another type, or missing. */
export function mostly<T>(
  sound: fc.Arbitrary<T>,
  edge: fc.Arbitrary<unknown> = anything,
): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: sound },
    { weight: 1, arbitrary: edge },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** A flight, valid or nearly so. */
export const flight: fc.Arbitrary<unknown> = fc.record({
  origin: mostly(fc.constantFrom('ZRH', 'sfo', 'DEL', 'LON', 'XXX', 'QQQ')),
  destination: mostly(fc.constantFrom('SFO', 'BOM', 'ZRH', 'NYC')),
  operatingCarrierCode: mostly(fc.constantFrom('LX', 'AI', 'SWR', '9W', 'ZZ')),
  flightNumber: mostly(fc.constantFrom(1, 38, 9999), oddNumber),
  departureDate: mostly(
    fc.record({
      year: mostly(fc.constantFrom(2026, 1900, 2200, 2199), oddNumber),
      month: mostly(fc.constantFrom(2, 12), oddNumber),
      day: mostly(fc.constantFrom(1, 14, 28, 29, 31), oddNumber),
    }),
  ),
  aircraft: fc.oneof(fc.constant(undefined), mostly(fc.constantFrom('789', 'B77W', '32N'))),
});

/** Body of a create, valid or nearly so. */
export const createOrder: fc.Arbitrary<unknown> = fc.record({
  emission_amount: mostly(
    fc.oneof(fc.constantFrom(0, 1, 1146, 0.0005), fc.double({ min: 0, max: 1e6 })),
    oddNumber,
  ),
  emission_unit: mostly(fc.constantFrom('kgCO2', 'tonCO2e')),
  callback_url: mostly(
    fc.constantFrom(
      'https://merchant.example/n',
      'http://127.0.0.1:9/',
      'https://[::1]/',
      'http://169.254.169.254/',
    ),
    odd,
  ),
  user: mostly(fc.record({ name: mostly(odd), email: mostly(fc.emailAddress(), odd), tax_id: mostly(odd) })),
});

/** JSON text of a value, sometimes mangled as in transit. */
export function bodyOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<Uint8Array> {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const sound = value.map((one) => encode(JSON.stringify(one) ?? ''));
  return fc.oneof(
    { weight: 12, arbitrary: sound },
    { weight: 1, arbitrary: fc.tuple(sound, fc.nat(200)).map(([bytes, cut]) => bytes.subarray(0, cut)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: anything.map((one) => encode(JSON.stringify(one) ?? '')) },
    { weight: 1, arbitrary: sound.map((bytes) => new Uint8Array([0xef, 0xbb, 0xbf, ...bytes])) },
    { weight: 1, arbitrary: fc.nat(3000).map((depth) => encode('['.repeat(depth) + ']'.repeat(depth))) },
    {
      weight: 1,
      arbitrary: sound.map((bytes) =>
        encode(`{"emission_amount":1,"__proto__":{"x":1},"a":${new TextDecoder().decode(bytes)}}`),
      ),
    },
  );
}

/** Characters that a header may hold: clients cannot send others. */
export const headerText: fc.Arbitrary<string> = odd.map((text) =>
  text
    .replace(/[^\x20-\x7e\x80-\xff]/g, '')
    .trim()
    .slice(0, 400),
);

/** Path segments as a URL may carry them. */
export const segment: fc.Arbitrary<string> = odd.map((text) =>
  encodeURIComponent(text.toWellFormed()).slice(0, 600),
);

/** Runs an async property; its error names the seed and the smallest case. */
export async function run<T>(
  name: string,
  { runs, seed }: FuzzOptions,
  cases: fc.Arbitrary<T>,
  property: (one: T) => Promise<string>,
): Promise<FuzzResult> {
  const outcomes: Record<string, number> = {};
  const held = fc.asyncProperty(cases, async (one) => {
    const outcome = await property(one);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  });
  await fc.assert(held, { numRuns: runs, seed, endOnFailure: false });
  return { name, runs, outcomes };
}
