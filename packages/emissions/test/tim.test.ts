/** The live source against a local server that follows the published description of the API. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { after, before, beforeEach, describe, test } from 'node:test';
import { estimateFlights, UnsupportedFlightsError } from '../src/index.ts';
import { TimError, type TimEstimatorOptions, timEstimator } from '../src/tim/index.ts';
import { startTimServer, type TimServer } from './tim-server.ts';

const KEY = 'AIza-secret-key';
const NOW = Date.UTC(2026, 10, 21);
const LX38 = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};
const LABELLED = {
  ...LX38,
  origin: 'DUS',
  destination: 'PMI',
  operatingCarrierCode: 'EW',
  flightNumber: 9520,
};
const UNKNOWN = { ...LX38, flightNumber: 4711 };

const EASA = {
  emissionsGramsPerPax: { economy: 104_000 },
  source: 'EASA',
  easaLabelMetadata: {
    labelVersion: '2',
    labelIssueDate: { year: 2026, month: 5, day: 1 },
    labelExpiryDate: { year: 2026, month: 12, day: 31 },
    safDiscountPercentage: 0.0021,
  },
};

const KNOWN = {
  'ZRH-SFO LX38 2026-12-14': {
    emissionsGramsPerPax: {
      first: 2_864_077,
      business: 2_291_262,
      premiumEconomy: 859_224,
      economy: 572_815,
    },
    source: 'TIM',
    contrailsImpactBucket: 'CONTRAILS_IMPACT_MODERATE',
  },
  'DUS-PMI EW9520 2026-12-14': EASA,
  'DUS-PMI EW9520 2027-01-05': EASA,
};

let server: TimServer;
before(async () => {
  server = await startTimServer(KEY, KNOWN);
});
after(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.respond = undefined;
});

function estimator(options: Partial<TimEstimatorOptions> = {}) {
  const errors: unknown[] = [];
  const clock = { now: NOW };
  const estimate = timEstimator({
    apiKey: KEY,
    baseUrl: server.url,
    timeoutMs: 20_000,
    now: () => clock.now,
    onError: (error) => errors.push(error),
    ...options,
  });
  return { estimate, errors, clock };
}

type Respond = NonNullable<TimServer['respond']>;
const body =
  (text: string, status = 200): Respond =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(text);
  };
const json = (value: unknown): Respond => body(JSON.stringify(value));
const VERSION = { major: 3, minor: 0, patch: 0, dated: '20260430' };

describe('figures of the live source', () => {
  test('have source, version, and contrails beside them', async () => {
    const { estimate, errors } = estimator();
    const [live] = await estimate([LX38]);
    assert.deepEqual(errors, []);
    assert.deepEqual([live!.source, live!.methodName], ['tim', 'Travel Impact Model']);
    assert.equal(live!.emissionsGramsPerPax.economy, 572_815);
    assert.equal(live!.modelVersion, '3.0.0.20260430');
    assert.deepEqual([live!.contrails?.risk, live!.label, live!.interval], ['medium', undefined, undefined]);
    assert.equal(live!.provenance[0]!.publisher, 'Google');
    assert.deepEqual(
      live!.provenance.map(({ step, value }) => `${step} ${value}`),
      ['economy passenger 572815', 'contrails, not in the figure moderate'],
    );
    assert.equal(live!.provenance[0]!.source, 'Travel Impact Model API 3.0.0.20260430');
    assert.deepEqual(server.requests, [[LX38]]);
  });

  test("of a label cover the cabins that it names, with the label for the page's slot", async () => {
    const [live] = await estimator().estimate([LABELLED]);
    assert.deepEqual(live!.emissionsGramsPerPax, { economy: 104_000 });
    assert.deepEqual([live!.source, live!.methodName], ['easa', 'EU Flight Emissions Label']);
    assert.equal(live!.label!.url, 'https://eur-lex.europa.eu/eli/reg_impl/2024/3170/oj');
    assert.match(live!.label!.text, /^EU Flight Emissions Label 2, valid until 2026-12-31$/);
    const steps = live!.provenance.map(({ step, value }) => `${step} ${value}`);
    assert.ok(steps.includes('sustainable fuel, not in the figure 0.0021'));
    assert.deepEqual([...new Set(live!.provenance.map(({ publisher }) => publisher))], ['EASA']);
  });

  for (const [bucket, risk] of [
    ['CONTRAILS_IMPACT_NEGLIGIBLE', 'low'],
    ['CONTRAILS_IMPACT_SEVERE', 'high'],
    ['CONTRAILS_IMPACT_UNSPECIFIED', undefined],
    ['toString', undefined],
  ] as const) {
    test(`${bucket} is stated as ${risk ?? 'nothing'}`, async () => {
      const entry = { flight: LX38, emissionsGramsPerPax: { economy: 1 }, contrailsImpactBucket: bucket };
      server.respond = json({ flightEmissions: [entry], modelVersion: VERSION });
      const [live] = await estimator().estimate([LX38]);
      assert.deepEqual([live!.source, live!.contrails?.risk], ['tim', risk]);
      assert.equal(live!.provenance.length, risk === undefined ? 1 : 2);
    });
  }

  test('omit a cabin of 0 g, and keep the others', async () => {
    const entry = { flight: LX38, emissionsGramsPerPax: { first: 0, economy: 500_000 } };
    server.respond = json({ flightEmissions: [entry], modelVersion: VERSION });
    const [live] = await estimator().estimate([LX38]);
    assert.deepEqual([live!.source, live!.emissionsGramsPerPax], ['tim', { economy: 500_000 }]);
  });

  test('are offline for a flight of 0 g in every cabin', async () => {
    const entry = { flight: LX38, emissionsGramsPerPax: { first: 0, economy: 0 } };
    server.respond = json({ flightEmissions: [entry], modelVersion: VERSION });
    assert.equal((await estimator().estimate([LX38]))[0]!.source, 'offline');
  });

  test("have no label beside Google's own figure, nor impossible values on a label", async () => {
    const labelOf = (safDiscountPercentage: number) => ({
      ...EASA.easaLabelMetadata,
      labelVersion: '2'.repeat(41),
      safDiscountPercentage,
    });
    for (const discount of [21, -0.1]) {
      const own = { ...EASA, flight: LX38, source: 'TIM' };
      const labelled = { ...EASA, flight: LABELLED, easaLabelMetadata: labelOf(discount) };
      server.respond = json({ flightEmissions: [own, labelled], modelVersion: VERSION });
      const [google, label] = await estimator().estimate([LX38, LABELLED]);
      assert.deepEqual([google!.source, google!.label], ['tim', undefined]);
      assert.equal(label!.label!.text, 'EU Flight Emissions Label, valid until 2026-12-31');
      assert.deepEqual(
        label!.provenance.map(({ step }) => step),
        ['economy passenger'],
      );
    }
  });

  test('show a label until its last day is over everywhere, whenever it was fetched', async () => {
    const { estimate, clock } = estimator();
    const later = { ...LABELLED, departureDate: { year: 2027, month: 1, day: 5 } };
    clock.now = Date.UTC(2027, 0, 1, 11, 59);
    assert.ok((await estimate([later]))[0]!.label);
    clock.now = Date.UTC(2027, 0, 1, 12);
    const [expired] = await estimate([later]);
    assert.deepEqual([expired!.source, expired!.label, server.requests.length], ['easa', undefined, 1]);
  });

  test('an estimator made before a test replaces Date follows the new clock', async (t) => {
    const estimate = timEstimator({ apiKey: KEY, baseUrl: server.url, timeoutMs: 20_000 });
    t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2027, 0, 1, 12) });
    const [expired] = await estimate([{ ...LABELLED, departureDate: { year: 2027, month: 1, day: 5 } }]);
    assert.equal(expired!.label, undefined);
  });

  for (const labelExpiryDate of [
    undefined,
    '2026-12-31',
    { year: 2026, month: 13, day: 1 },
    { year: 2026 },
    { year: 2026, month: 12 },
  ]) {
    test(`show no label if its last day is ${JSON.stringify(labelExpiryDate)}, only the figure`, async () => {
      const { estimate, errors } = estimator();
      const entry = { ...EASA, easaLabelMetadata: { labelVersion: '2', labelExpiryDate }, flight: LABELLED };
      server.respond = json({ flightEmissions: [entry], modelVersion: VERSION });
      const [live] = await estimate([LABELLED]);
      assert.deepEqual(errors, []);
      assert.deepEqual(
        [live!.source, live!.emissionsGramsPerPax.economy, live!.label],
        ['easa', 104_000, undefined],
      );
    });
  }

  test('are matched in any order, with entries that occur twice or are missing', async () => {
    const entry = { flight: LX38, emissionsGramsPerPax: { economy: 500_000 } };
    const other = { flight: UNKNOWN, emissionsGramsPerPax: { economy: 400_000 } };
    server.respond = json({ flightEmissions: [other, entry, entry], modelVersion: VERSION });
    const results = await estimator().estimate([LX38, LABELLED, UNKNOWN]);
    assert.deepEqual(
      results.map(({ source, emissionsGramsPerPax }) => source === 'tim' && emissionsGramsPerPax.economy),
      [500_000, false, 400_000],
    );
  });

  test('accept codes in either case, and carriers by ICAO code', async () => {
    const { estimate } = estimator();
    const given = {
      ...LX38,
      origin: 'zrh',
      destination: 'sfo',
      operatingCarrierCode: 'swr',
      aircraft: '333',
    };
    const [live] = await estimate([given]);
    assert.equal(live!.source, 'tim');
    assert.equal(live!.flight, given);
  });

  // Each flies the brand's fleet, so that the engine reads it as the brand; the live source distinguishes them.
  for (const [given, sent] of [
    ['EC', 'EC'],
    ['EJU', 'EC'],
    ['ezs', 'DS'],
    ['MAY', 'AL'],
    ['RR', 'RR'],
    ['RUK', 'RK'],
    ['D8', 'D8'],
    ['Z0', 'Z0'],
    ['E2', 'E2'],
    ['PZ', 'PZ'],
    ['OK', 'OK'],
    ['RYR', 'FR'],
    ['SWR', 'LX'],
  ] as const) {
    test(`request ${given} as ${sent}, whatever fleet the engine uses`, async () => {
      await estimator().estimate([{ ...LX38, operatingCarrierCode: given }]);
      assert.deepEqual(
        server.requests.flat().map(({ operatingCarrierCode }) => operatingCarrierCode),
        [sent],
      );
    });
  }

  test('are not requested for a carrier whose own IATA code is unknown', async () => {
    const [result] = await estimator().estimate([{ ...LX38, operatingCarrierCode: 'SZS' }]);
    assert.deepEqual([result!.source, server.requests.length], ['offline', 0]);
  });

  test('keep the order of the flights, each from the source that has a figure', async () => {
    const { estimate } = estimator();
    const results = await estimate([UNKNOWN, LX38, LABELLED]);
    assert.deepEqual(
      results.map(({ source }) => source),
      ['offline', 'tim', 'easa'],
    );
    const [offline] = estimateFlights([UNKNOWN]);
    assert.deepEqual(results[0]!.emissionsGramsPerPax, offline!.emissionsGramsPerPax);
    assert.deepEqual(results[0]!.interval, offline!.interval);
  });
});

describe('requests', () => {
  test('are sent once for a flight, however many wait for it, and again after a day', async () => {
    const { estimate, clock } = estimator();
    await Promise.all([estimate([LX38, LX38]), estimate([LX38])]);
    await estimate([LX38]);
    assert.equal(server.requests.flat().length, 1);
    clock.now += 86_400_000;
    await estimate([LX38]);
    assert.equal(server.requests.length, 2);
  });

  test('are not repeated for an hour if there is no figure', async () => {
    const { estimate, clock } = estimator();
    await estimate([UNKNOWN]);
    clock.now += 3_599_000;
    await estimate([UNKNOWN]);
    assert.equal(server.requests.length, 1);
    clock.now += 2000;
    await estimate([UNKNOWN]);
    assert.equal(server.requests.length, 2);
  });

  test('omit flights of the past', async () => {
    const { estimate } = estimator();
    // NOW is midnight of the 21st in UTC, which is still the 20th elsewhere; the day before is requested too.
    for (const [day, requests] of [
      [18, 0],
      [19, 1],
    ] as const) {
      await estimate([{ ...LX38, departureDate: { year: 2026, month: 11, day } }]);
      assert.equal(server.requests.length, requests, `November ${day}`);
    }
  });

  test('hold at most 1000 flights', async () => {
    const { estimate, errors } = estimator();
    await estimate(Array.from({ length: 1500 }, (_, at) => ({ ...LX38, flightNumber: at + 1 })));
    assert.deepEqual(errors, []);
    assert.deepEqual(
      server.requests.map(({ length }) => length),
      [1000, 500],
    );
  });

  test('a full cache drops the oldest flights', async () => {
    const { estimate } = estimator({ cacheFlights: 1 });
    for (const flight of [LX38, LX38, LABELLED, LX38]) await estimate([flight]);
    assert.equal(server.requests.length, 3);
  });

  test('a full cache keeps the flight requested anew', async () => {
    const { estimate, clock } = estimator({ cacheFlights: 2 });
    for (const flight of [LX38, LABELLED]) await estimate([flight]);
    clock.now += 86_400_000;
    for (const flight of [LX38, UNKNOWN, LX38]) await estimate([flight]);
    assert.equal(server.requests.length, 4);
  });

  test('a list longer than the cache loses no figure', async () => {
    const { estimate } = estimator({ cacheFlights: 1 });
    const sources = async (): Promise<string[]> =>
      (await estimate([LX38, LABELLED, UNKNOWN, LX38])).map(({ source }) => source);
    assert.deepEqual(await sources(), ['tim', 'easa', 'offline', 'tim']);
    assert.deepEqual(await Promise.all([sources(), sources()]), [
      ['tim', 'easa', 'offline', 'tim'],
      ['tim', 'easa', 'offline', 'tim'],
    ]);
  });

  test('refuses a flight that cannot be estimated before sending anything', async () => {
    const { estimate } = estimator();
    await assert.rejects(estimate([LX38, { ...LX38, origin: 'LON' }]), UnsupportedFlightsError);
    assert.equal(server.requests.length, 0);
  });
});

const failures: [name: string, respond: Respond, message: RegExp][] = [
  [
    'refuses',
    body('{"error":{"status":"PERMISSION_DENIED","message":"key AIza-secret-key"}}', 403),
    /403 PERMISSION_DENIED/,
  ],
  [
    'refuses with a status of more than one word',
    body('{"error":{"status":"DENIED\\nkey AIza-secret-key"}}', 403),
    /: 403$/,
  ],
  ['fails without JSON', body('<html>', 502), /502$/],
  ['returns no JSON', body('<html>'), /no valid response/],
  ['breaks off', (request) => request.socket.destroy(), /no valid response/],
  [
    'redirects',
    (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    /: 302$/,
  ],
  ['returns too much', body(`"${'x'.repeat(3_000_000)}"`), /too long/],
  ['returns no list', json({ modelVersion: VERSION }), /flightEmissions/],
  [
    'returns an entry without flight',
    json({ flightEmissions: [{}], modelVersion: VERSION }),
    /without flight/,
  ],
  ['states no version', json({ flightEmissions: [] }), /modelVersion/],
  ...[
    { major: 0 },
    { major: 1000 },
    { minor: -1 },
    { minor: 1000 },
    { patch: 0.5 },
    { dated: '2026-04' },
  ].map((wrong): (typeof failures)[number] => [
    `states the version ${JSON.stringify(wrong)}`,
    json({ flightEmissions: [], modelVersion: { ...VERSION, ...wrong } }),
    /no valid modelVersion/,
  ]),
  [
    'returns a figure that is none',
    json({
      flightEmissions: [{ flight: LX38, emissionsGramsPerPax: { economy: -5 } }],
      modelVersion: VERSION,
    }),
    /economy/,
  ],
];

describe('a live source that fails', () => {
  for (const [name, respond, message] of failures) {
    test(`${name}: the offline figure, the failure reported without the key`, async () => {
      server.respond = respond;
      const { estimate, errors } = estimator();
      const [result] = await estimate([LX38]);
      assert.equal(result!.source, 'offline');
      const [error] = errors;
      assert.ok(error instanceof TimError && errors.length === 1);
      assert.match(error.message, message);
      assert.ok(!JSON.stringify([error.message, String(error.stack), String(error.cause)]).includes(KEY));
    });
  }

  test('works with a fetch like that of Workers, which needs no receiver and knows no redirect error', async () => {
    const strict = async function (this: unknown, ...[input, init]: Parameters<typeof fetch>) {
      if (this !== undefined) throw new TypeError('Illegal invocation');
      if (init?.redirect === 'error') throw new TypeError('Invalid redirect value');
      return await fetch(input, init);
    };
    const { estimate, errors } = estimator({ fetch: strict });
    assert.equal((await estimate([LX38]))[0]!.source, 'tim');
    assert.deepEqual(errors, []);
  });

  for (const path of ['/proxy', '/proxy/'])
    test(`is called at a base URL with the path ${path}`, async () => {
      const requested: string[] = [];
      const { estimate } = estimator({
        baseUrl: `https://api.example${path}`,
        fetch: async (input) => {
          requested.push(String(input));
          return new Response('', { status: 503 });
        },
      });
      await estimate([LX38]);
      assert.deepEqual(requested, ['https://api.example/proxy/v1/flights:computeFlightEmissions']);
    });

  test('gives the offline figure after the time limit', async () => {
    server.respond = () => undefined;
    const { estimate, errors } = estimator({ timeoutMs: 50 });
    const [result] = await estimate([LX38]);
    assert.equal(result!.source, 'offline');
    assert.match(String(errors[0]), /no response in time/);
  });

  test('gives the offline figure after the time limit, with a fetch that ignores its signal', async () => {
    // A separate timer, as that of a signal keeps no process running.
    const running = setTimeout(() => undefined, 5000);
    let signal: AbortSignal | null | undefined;
    const { estimate, errors } = estimator({
      timeoutMs: 50,
      fetch: (_input, init) => {
        signal = init?.signal;
        return new Promise(() => undefined);
      },
    });
    assert.equal((await estimate([LX38]))[0]!.source, 'offline');
    assert.match(String(errors[0]), /no response in time/);
    assert.equal(signal?.aborted, true);
    clearTimeout(running);
  });

  for (const [name, onError] of [
    [
      'throws',
      () => {
        throw new Error('log is full');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('log is full'))],
  ] as const)
    test(`gives the offline figure if onError ${name}, and prints the error to standard error`, async (t) => {
      const printed = t.mock.method(console, 'error', () => undefined);
      server.respond = body('', 500);
      const { estimate } = estimator({ onError });
      assert.equal((await estimate([LX38]))[0]!.source, 'offline');
      await new Promise((resolve) => setImmediate(resolve));
      assert.match(String(printed.mock.calls[0]?.arguments[1]), /log is full/);
    });

  test('is requested again at once where no pause is wanted', async () => {
    server.respond = body('', 500);
    const { estimate, errors } = estimator({ pauseSeconds: 0 });
    await estimate([LX38]);
    await estimate([LX38]);
    assert.equal(errors.length, 2);
  });

  test('is not read beyond the maximum size of a response', async () => {
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
      cancel: () => {
        isCancelled = true;
      },
    });
    await estimator({ fetch: async () => new Response(endless) }).estimate([LX38]);
    assert.equal(isCancelled, true);
  });

  test('is not called for half a minute, and then again', async () => {
    server.respond = body('', 500);
    const { estimate, errors, clock } = estimator();
    await estimate([LX38]);
    server.respond = undefined;
    clock.now += 29_000;
    assert.equal((await estimate([LX38]))[0]!.source, 'offline');
    assert.equal(errors.length, 1);
    clock.now += 2000;
    assert.equal((await estimate([LX38]))[0]!.source, 'tim');
  });
});

for (const apiKey of ['', ' ', 'with space', 'ü', undefined]) {
  test(`no estimator with the key ${JSON.stringify(apiKey)}`, () => {
    assert.throws(() => timEstimator({ apiKey: apiKey as string }), /apiKey is required/);
  });
}

test('no estimator with an address that is not whole', () => {
  assert.throws(() => timEstimator({ apiKey: 'key', baseUrl: 'api.example' }), /baseUrl must be a whole URL/);
});

for (const cacheSeconds of [0, -1, Number.NaN]) {
  test(`no estimator that keeps figures for ${cacheSeconds} seconds`, () => {
    assert.throws(() => timEstimator({ apiKey: 'key', cacheSeconds }), /cacheSeconds must be more than 0/);
  });
}

for (const timeoutMs of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31]) {
  test(`no estimator that waits ${timeoutMs} ms`, () => {
    assert.throws(() => timEstimator({ apiKey: 'key', timeoutMs }), /timeoutMs must be a whole number/);
  });
}

for (const pauseSeconds of [-1, Number.NaN]) {
  test(`no estimator that pauses for ${pauseSeconds} seconds`, () => {
    assert.throws(() => timEstimator({ apiKey: 'key', pauseSeconds }), /pauseSeconds must be 0 or more/);
  });
}

for (const cacheFlights of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
  test(`no estimator with a cache of ${cacheFlights} flights`, () => {
    assert.throws(() => timEstimator({ apiKey: 'key', cacheFlights }), /cacheFlights must be a whole number/);
  });
}

test('refuses a caller who has aborted, and requests nothing', async () => {
  const { estimate } = estimator();
  await assert.rejects(estimate([LX38], { signal: AbortSignal.abort() }), { name: 'AbortError' });
  assert.equal(server.requests.length, 0);
});

test('leaves no listener on a signal that outlives a call', async () => {
  const { signal } = new AbortController();
  await estimator().estimate([LX38], { signal });
  assert.deepEqual(getEventListeners(signal, 'abort'), []);
});

test('rejects at once for a caller who aborts while the live source responds, and keeps the response', async () => {
  let respond = (): void => undefined;
  server.respond = (_request, response) => {
    respond = () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const entry = { flight: LX38, emissionsGramsPerPax: { economy: 500_000 }, source: 'TIM' };
      response.end(JSON.stringify({ flightEmissions: [entry], modelVersion: VERSION }));
    };
    caller.abort();
  };
  const caller = new AbortController();
  const { estimate, errors } = estimator({ timeoutMs: 5000 });
  const start = performance.now();
  await assert.rejects(estimate([LX38], { signal: caller.signal }), { name: 'AbortError' });
  assert.ok(performance.now() - start < 2500);
  respond();
  assert.equal((await estimate([LX38]))[0]!.emissionsGramsPerPax.economy, 500_000);
  assert.deepEqual(errors, []);
});
