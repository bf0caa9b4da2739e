import assert from 'node:assert/strict';
import { retryAfterMs } from '../src/client/retry-after.ts';
import { OffsetError } from '../src/errors/errors.ts';
import { sign, verify } from '../src/signing/sign.ts';
import { toGrams } from '../src/units/mass.ts';
import { signWebhook, verifyWebhook } from '../src/webhooks/webhook.ts';
import { anything, type FuzzOptions, type FuzzResult, fc, odd, oddNumber, run } from './edges.ts';

const bytes = fc.uint8Array({ maxLength: 200 });
const schemes = [
  { scheme: 'hmac-sha256', encoding: 'hex' },
  { scheme: 'hmac-sha256', encoding: 'base64' },
  { scheme: 'hmac-sha512', encoding: 'hex' },
] as const;

/** One character, changed for another. */
function flip(text: string, at: number): string {
  const index = at % text.length;
  return text.slice(0, index) + (text[index] === '0' ? '1' : '0') + text.slice(index + 1);
}

/** An error of ours is a result; any other is a fault. */
function named(error: unknown): string {
  assert.ok(error instanceof OffsetError || error instanceof RangeError, String(error));
  return error instanceof OffsetError ? error.code : 'RangeError';
}

const WHSEC = `whsec_${'c2VjcmV0LXdoaWNoLWlzLWxvbmctZW5vdWdo'}`;

/** Decoders of core: whatever comes in, a result or an error with a code; nothing forged passes. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult[]> {
  return [
    await run(
      'signatures: what was signed fits, anything else does not',
      options,
      fc.record({
        body: bytes,
        secret: fc.string({ minLength: 1 }),
        key: fc.constantFrom(...schemes),
        at: fc.nat(),
        other: odd,
      }),
      async ({ body, secret, key, at, other }) => {
        const whole = { ...key, secret };
        const signature = await sign(body, whole);
        assert.equal(await verify(body, signature, whole), true);
        const changed = flip(signature, at);
        // The last character of base64 may hold unused bits.
        const meaningful = key.encoding === 'hex' || at % signature.length < signature.length - 2;
        if (meaningful && changed !== signature) assert.equal(await verify(body, changed, whole), false);
        assert.equal(await verify(body, other, whole), false);
        assert.equal(await verify(new Uint8Array([...body, 0]), signature, whole), false);
        return key.scheme;
      },
    ),
    await run(
      'public keys: PEM that is none is refused by name',
      options,
      fc.record({
        pem: fc.oneof(
          odd,
          fc
            .tuple(odd, fc.constantFrom('PUBLIC KEY', 'PRIVATE KEY'))
            .map(([text, label]) => `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----`),
          bytes.map(
            (der) =>
              `-----BEGIN PUBLIC KEY-----\n${Buffer.from(der).toString('base64')}\n-----END PUBLIC KEY-----`,
          ),
        ),
        scheme: fc.constantFrom('ed25519', 'rsa-sha256'),
        signature: odd,
      }),
      async ({ pem, scheme, signature }) => {
        try {
          return String(await verify('body', signature, { scheme: scheme as 'ed25519', publicKey: pem }));
        } catch (error) {
          return named(error);
        }
      },
    ),
    await run(
      'webhooks: headers of any kind are an error with a code',
      options,
      fc.record({
        id: odd,
        at: fc.oneof(odd, oddNumber.map(String)),
        list: odd,
        body: bytes,
        real: fc.boolean(),
      }),
      async ({ id, at, list, body, real }) => {
        const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': list };
        try {
          if (real) {
            const sealed = await signWebhook({ id: 'msg_1', timestamp: new Date(), body, secrets: [WHSEC] });
            await verifyWebhook({ headers: { ...sealed }, body, secrets: [WHSEC] });
            await verifyWebhook({ headers: { ...sealed, 'webhook-id': `${id}!` }, body, secrets: [WHSEC] });
          } else await verifyWebhook({ headers, body, secrets: [WHSEC] });
        } catch (error) {
          return named(error);
        }
        assert.fail('a forged webhook passed');
      },
    ),
    await run(
      'retry-after: milliseconds from 0 up, or nothing',
      options,
      fc.oneof(
        odd,
        oddNumber.map(String),
        fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      ),
      async (text) => {
        const wait = retryAfterMs(text);
        if (wait === undefined) return 'nothing';
        assert.ok(Number.isFinite(wait) && wait >= 0, String(wait));
        return 'milliseconds';
      },
    ),
    await run(
      'masses: whole grams or an error',
      options,
      fc.record({ amount: oddNumber, unit: fc.constantFrom('kgCO2', 'tonCO2e') }),
      async ({ amount, unit }) => {
        try {
          const grams = toGrams(amount, unit as 'kgCO2');
          assert.ok(Number.isSafeInteger(grams) && grams >= 0);
          return 'grams';
        } catch (error) {
          return named(error);
        }
      },
    ),
    await run(
      'a parsed body is refused, never signed over other bytes',
      { ...options, runs: Math.min(options.runs, 2000) },
      anything.filter((value) => typeof value !== 'string'),
      async (value) => {
        await assert.rejects(
          verify(value as string, '00', { scheme: 'hmac-sha256', secret: 's' }),
          TypeError,
        );
        return 'refused';
      },
    ),
  ];
}
