import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import Stripe from 'stripe';
import { ProviderError, toProviderError } from './provider-error.ts';

const SECRETS = ['sk_test_abcdefgh', 'onlylowercaseletters'];

describe('an error of a provider', () => {
  const cases: [name: string, error: unknown, says: string][] = [
    [
      'an SDK error: status, code, request id',
      new Stripe.errors.StripeCardError({
        statusCode: 402,
        code: 'card_declined',
        requestId: 'req_8x',
        type: 'card_error',
      }),
      'stripe refund: 402 card_declined, request req_8x',
    ],
    [
      'a network fault of fetch',
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('connect 10.0.0.1'), { code: 'ECONNREFUSED' }),
      }),
      'stripe refund: ECONNREFUSED',
    ],
    [
      'a network fault of the SDK',
      new Stripe.errors.StripeConnectionError({
        message: 'An error',
        detail: Object.assign(new Error('read'), { code: 'ECONNRESET' }) as never,
      }),
      'stripe refund: ECONNRESET',
    ],
    ['a timeout', Object.assign(new Error('late'), { name: 'TimeoutError' }), 'stripe refund: TimeoutError'],
    ['a status alone', Object.assign(new Error('no'), { status: 500 }), 'stripe refund: 500'],
    ['no error at all', 'sk_test_abcdefgh', 'stripe refund: no usable response'],
  ];
  for (const [name, error, says] of cases)
    it(name, () => assert.equal(toProviderError('stripe', 'refund', error, SECRETS).message, says));

  const echoes: [name: string, error: Error][] = [
    ['the message', Object.assign(new Error('Invalid key: sk_test_abcdefgh'), {})],
    ['the code', Object.assign(new Error(''), { code: 'sk_test_abcdefgh' })],
    ['a code without a digit', Object.assign(new Error(''), { code: 'onlylowercaseletters' })],
    ['a part of a key as the code', Object.assign(new Error(''), { code: 'sk_test_abcd' })],
    ['the request id', Object.assign(new Error(''), { requestId: 'sk_test_abcdefgh' })],
    [
      'the raw response',
      Object.assign(new Error(''), { raw: { key: 'sk_test_abcdefgh' }, headers: { a: 'sk_test_abcdefgh' } }),
    ],
    ['a cause', Object.assign(new Error(''), { cause: new Error('sk_test_abcdefgh') })],
  ];
  for (const [name, error] of echoes) {
    it(`leaves out ${name} if it repeats a key`, () => {
      const shown = toProviderError('stripe', 'refund', error, SECRETS);
      const text = `${inspect(shown, { depth: 9 })} ${JSON.stringify(shown)} ${shown.stack}`;
      assert.doesNotMatch(text, /sk_test_abcd|onlylowercase/);
    });
  }

  it('stays unchanged if it was converted already', () => {
    const error = new ProviderError('stripe', 'find', { status: 404 });
    assert.equal(toProviderError('stripe', 'refund', error, []), error);
  });
});
