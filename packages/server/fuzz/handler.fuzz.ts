import assert from 'node:assert/strict';
import { checkoutErrorBodySchema } from '@flight-offset/core';
import {
  anything,
  bodyOf,
  type FuzzOptions,
  type FuzzResult,
  fc,
  flight,
  headerText,
  mostly,
  odd,
  run,
  segment,
} from '../../core/fuzz/edges.ts';
import { CheckoutError } from '../src/checkout-error.ts';
import { BARE_CREDENTIALS } from '../src/testing/bare-service.ts';
import { type TestMerchant, testMerchant } from '../src/testing/merchant.ts';
import { quoteTokens } from '../src/tokens/quote-token.ts';

interface Shot {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | undefined;
}

function shots(tokens: readonly string[], orderId: string): fc.Arbitrary<Shot> {
  const token = mostly(
    fc.oneof(
      fc.constantFrom(...tokens),
      fc.tuple(fc.constantFrom(...tokens), fc.nat()).map(([text, at]) => {
        const index = at % text.length;
        return `${text.slice(0, index)}A${text.slice(index + 1)}`;
      }),
    ),
    odd,
  );
  const order = fc.oneof(fc.constant(orderId), segment);
  const bodies = fc.oneof(
    bodyOf(
      fc.record({
        flights: mostly(fc.array(flight, { maxLength: 3 })),
        cabin: mostly(fc.constantFrom('economy', 'first')),
        passengers: mostly(fc.oneof(fc.constantFrom(1, 999, 0), anything)),
        locale: mostly(fc.constantFrom('en', 'hi-IN'), odd),
      }),
    ),
    bodyOf(fc.record({ token, user: fc.oneof(fc.constant(undefined), anything) })),
    bodyOf(
      fc.record({
        type: mostly(fc.constantFrom('order.completed', 'order.failed')),
        timestamp: mostly(fc.constant('2026-12-14T10:00:00Z')),
        data: mostly(fc.record({ order_id: mostly(order), status: mostly(fc.constant('completed')) })),
      }),
    ),
  );
  const natural: fc.Arbitrary<[string, string]> = fc.oneof(
    fc.constantFrom<[string, string]>(
      ['POST', 'quote'],
      ['POST', 'quote'],
      ['POST', 'orders'],
      ['POST', 'webhooks'],
    ),
    order.map((id): [string, string] => ['GET', `orders/${id}/status`]),
    segment.map((id): [string, string] => ['GET', `back-office/transactions/${id}`]),
  );
  const strange: fc.Arbitrary<[string, string]> = fc.tuple(
    fc.constantFrom('GET', 'POST', 'OPTIONS', 'PUT', 'DELETE'),
    fc.oneof(fc.constantFrom('quote', 'orders', 'back-office/orders', ''), segment),
  );
  const called = fc.oneof({ weight: 6, arbitrary: natural }, { weight: 1, arbitrary: strange });
  return fc
    .record({
      called,
      headers: fc
        .record({
          origin: mostly(fc.constant('https://merchant.example'), headerText),
          'content-type': mostly(fc.constant('application/json'), headerText),
          'webhook-id': fc.oneof(fc.constant(undefined), headerText),
          'webhook-signature': fc.oneof(fc.constant(undefined), headerText),
          'sec-fetch-site': fc.constantFrom(undefined, 'same-origin', 'cross-site'),
        })
        .map((given) =>
          Object.fromEntries(
            Object.entries(given).flatMap(([name, value]) =>
              typeof value === 'string' ? [[name, value]] : [],
            ),
          ),
        ),
      body: fc.oneof({ weight: 6, arbitrary: bodies }, { weight: 1, arbitrary: fc.constant(undefined) }),
    })
    .map(({ called: [method, path], ...rest }) => ({ method, path, ...rest }));
}

async function judge({ handler }: TestMerchant, { method, path, headers, body }: Shot): Promise<string> {
  const request = new Request(`https://merchant.example/offset/${path}`, {
    method,
    headers,
    ...(body !== undefined && method !== 'GET' ? { body: body.slice() } : {}),
  });
  const response = await handler(request);
  const text = await response.text();
  assert.ok(response.status < 500, `returned ${response.status}: ${text.slice(0, 300)}`);
  assert.ok(
    !text.includes(BARE_CREDENTIALS.secret) && !text.includes(BARE_CREDENTIALS.apiKey),
    'a response holds a secret',
  );
  if (method === 'OPTIONS' && response.status === 204) return 'preflight';
  assert.ok(response.headers.get('x-request-id'), 'x-request-id is missing');
  if (response.status < 400) return String(response.status);
  const refused = checkoutErrorBodySchema.parse(JSON.parse(text));
  return `${response.status} ${refused.code}`;
}

/** The merchant's handler under requests from the edges, and its tokens under every kind of tampering. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult[]> {
  const merchant = testMerchant({ authorize: () => false });
  const tokens = await merchant.tokens();
  const order = await merchant.call('POST', 'orders', { token: tokens[0] });
  const { orderId } = (await order.json()) as { orderId: string };
  const quotes = quoteTokens(['a secret of the merchant, long enough', 'the previous secret']);
  const claims = { q: 'q1', x: 1, f: ['ZRH-SFO LX38 2026-12-14'], t: [], g: 1, s: 1, w: [true] as const };
  const sound = await quotes.issue(claims);
  return [
    await run('handler: no 5xx, every refusal a CheckoutErrorBody', options, shots(tokens, orderId), (shot) =>
      judge(merchant, shot),
    ),
    await run(
      'quote token: only what was signed is read',
      options,
      fc.oneof(
        odd,
        fc.tuple(fc.nat(), odd).map(([at, text]) => {
          const index = at % sound.length;
          return sound.slice(0, index) + text + sound.slice(index + 1);
        }),
        fc.nat(sound.length).map((length) => sound.slice(0, length)),
        fc.array(odd, { maxLength: 5 }).map((parts) => ['v1', ...parts].join('.')),
      ),
      async (token) => {
        if (token === sound) return 'the token itself';
        try {
          const read = await quotes.read(token);
          // Other spellings of the same signature and content may exist; other content may not.
          assert.deepEqual(read, claims);
          return 'the same claims';
        } catch (error) {
          assert.ok(error instanceof CheckoutError, String(error));
          return error.code;
        }
      },
    ),
  ];
}
