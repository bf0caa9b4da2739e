import { type Bytes, fromBase64, toBase64 } from '../signing/bytes.ts';
import { KeyError } from '../signing/keys.ts';

const PREFIX = 'whsec_';

/**
 * Key bytes of a Standard Webhooks secret: base64 of 24 to 64 bytes, with or without `whsec_`.
 * @throws KeyError if it is anything else; the message does not repeat it.
 * @example
 * webhookKey(createWebhookSecret()).length; // 32
 */
export function webhookKey(secret: string): Bytes {
  const key = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!key || key.length < 24 || key.length > 64) {
    throw new KeyError(`a webhook secret is "${PREFIX}" and base64 of 24 to 64 bytes`);
  }
  return key;
}

/**
 * Creates a random webhook secret of 32 bytes, written `whsec_…`.
 * @example
 * createWebhookSecret().slice(0, 6); // 'whsec_'
 */
export function createWebhookSecret(): string {
  return PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(32)));
}
