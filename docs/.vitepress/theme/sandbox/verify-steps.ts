import { sign, verifyWebhook, WEBHOOK_TOLERANCE_SECONDS, webhookKey } from '@flight-offset/core/server';

/** The delivery being verified; every part may have been changed. */
export interface Delivery {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
  readonly secret: string;
  /** Seconds since 1970 at the receiver. */
  readonly now: number;
}

/** One step of verifying: its action, its result, and whether it passed. */
export interface Step {
  readonly title: string;
  readonly text: string;
  readonly passed: boolean;
}

/** Verifies a delivery step by step as the specification requires, and finally with the library itself. */
export async function verifySteps(delivery: Delivery): Promise<Step[]> {
  const { id, timestamp, signature, body, secret, now } = delivery;
  // Number would read '' as 0, and '1e9' as a time.
  const skew = /^\d{1,15}$/.test(timestamp) ? now - Number(timestamp) : undefined;
  const content = `${id}.${timestamp}.${body}`;
  const key = secretBytes(secret);
  const expected = key
    ? `v1,${await sign(content, { scheme: 'hmac-sha256', encoding: 'base64', secret: key })}`
    : '';
  const verdict = await verifyWebhook({
    headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
    body,
    secrets: [secret],
    now: new Date(now * 1000),
  }).then(
    () => ({ text: 'accepted', passed: true }),
    (cause: Error) => ({ text: cause.message, passed: false }),
  );
  return [
    {
      title: '1. Timestamp',
      text:
        skew === undefined
          ? 'webhook-timestamp is not in whole seconds since 1970'
          : `webhook-timestamp is ${Math.abs(skew)} s ${skew < 0 ? 'ahead' : 'ago'}; ${WEBHOOK_TOLERANCE_SECONDS} s either way are allowed`,
      passed: skew !== undefined && Math.abs(skew) <= WEBHOOK_TOLERANCE_SECONDS,
    },
    { title: '2. Signed content: id, timestamp and body, joined with dots', text: content, passed: true },
    {
      title: '3. Key: what follows whsec_, decoded from base64',
      text: key ? `${key.length} bytes` : 'not a whsec_ secret',
      passed: key !== undefined,
    },
    {
      title: '4. Signature: HMAC-SHA256 of the content with the key, in base64',
      text: `expected ${expected || 'nothing'}\nreceived ${signature}`,
      passed: signature.split(' ').includes(expected),
    },
    { title: '5. Result of verifyWebhook', ...verdict },
  ];
}

/** Returns the bytes of a secret's key; undefined if `verifyWebhook` refuses it. */
function secretBytes(secret: string): Uint8Array | undefined {
  try {
    return webhookKey(secret);
  } catch {
    return undefined;
  }
}
