import { OffsetError } from '../errors/errors.ts';
import { checkNumber } from '../input/number-option.ts';
import { toBytes } from '../signing/bytes.ts';
import { rawBytes, sign, verify } from '../signing/sign.ts';
import { webhookKey } from './secret.ts';

/** Headers of a signed webhook, as defined by the Standard Webhooks specification 1.0. */
export interface WebhookHeaders {
  readonly 'webhook-id': string;
  /** Seconds since 1970. */
  readonly 'webhook-timestamp': string;
  /** `v1,<base64>` for each secret, with a space between. */
  readonly 'webhook-signature': string;
}

/** A webhook to sign. */
export interface WebhookMessage {
  /** Identifier of the message: the same at each attempt to deliver it. */
  readonly id: string;
  readonly timestamp: Date;
  /** The exact bytes or text that are sent. */
  readonly body: Uint8Array | string;
  /** `whsec_…`; several while a secret is being rotated. */
  readonly secrets: readonly string[];
}

/** Reason to refuse a webhook. */
export type WebhookFault = 'missing_header' | 'bad_timestamp' | 'too_old' | 'too_new' | 'bad_signature';

/**
 * Webhook signature verification failed.
 * @example
 * if (error instanceof WebhookError) return new Response(error.code, { status: 400 });
 */
export class WebhookError extends OffsetError {
  override readonly name = 'WebhookError';
  declare readonly code: WebhookFault;

  constructor(code: WebhookFault, message: string) {
    super(code, message);
  }
}

/** Seconds by which the clocks of sender and receiver may differ, either way. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;

/** Length of `v1,` and 32 bytes in base64. */
const SIGNATURE_LENGTH = 47;

/** Maximum number of signatures of a webhook that are checked: senders add one for each secret in rotation. */
const MAX_SIGNATURES = 16;

/** Signed content: id, timestamp and body with dots between. */
function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array {
  const head = toBytes(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return content;
}

/**
 * Signs a webhook according to Standard Webhooks.
 * @throws KeyError if a secret is not a `whsec_` secret, RangeError if there is none or the id has a dot.
 * @example
 * const headers = await signWebhook({ id: 'msg_1', timestamp: new Date(), body, secrets: [secret] });
 */
export async function signWebhook(message: WebhookMessage): Promise<WebhookHeaders> {
  if (message.secrets.length === 0)
    throw new RangeError("secrets is empty. Pass the endpoint's whsec_ secret");
  if (message.id === '' || message.id.includes('.'))
    throw new RangeError('id must not be empty or contain a dot');
  const timestamp = String(Math.floor(message.timestamp.getTime() / 1000));
  const content = signedContent(message.id, timestamp, rawBytes(message.body));
  const signatures = await Promise.all(
    message.secrets.map((secret) =>
      sign(content, { scheme: 'hmac-sha256', encoding: 'base64', secret: webhookKey(secret) }),
    ),
  );
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  };
}

/** Headers of a received webhook: a `Headers`, or a record with lower-case names as Node gives it. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

/** A received webhook, with the secrets that verify it. */
export interface ReceivedWebhook {
  readonly headers: ReceivedHeaders;
  /** The exact bytes or text as received. */
  readonly body: Uint8Array | string;
  /** `whsec_…`; several while a secret is being rotated. */
  readonly secrets: readonly string[];
  /** How far `webhook-timestamp` may be before or after `now`, in seconds. Default 300. */
  readonly toleranceSeconds?: number;
  /** Current time; for tests. */
  readonly now?: Date;
}

/** A verified webhook. */
export interface VerifiedWebhook {
  readonly id: string;
  readonly timestamp: Date;
}

function header(headers: ReceivedHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError('missing_header', `${name} is missing or given twice`);
}

/**
 * Verifies a webhook according to Standard Webhooks: first its timestamp, which may be neither too old nor too far
 * ahead, then each `v1` signature against each secret.
 * @returns its id, by which a receiver recognises repeats, and its time.
 * @throws WebhookError with a code; KeyError for a malformed secret; TypeError if the body was parsed already or the
 * tolerance is no number.
 * @example
 * const { id } = await verifyWebhook({ headers: request.headers, body, secrets: [secret] });
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<VerifiedWebhook> {
  const { headers, secrets, toleranceSeconds = WEBHOOK_TOLERANCE_SECONDS, now = new Date() } = received;
  checkNumber('toleranceSeconds', toleranceSeconds);
  const body = rawBytes(received.body);
  const keys = secrets.map(
    (secret) => ({ scheme: 'hmac-sha256', encoding: 'base64', secret: webhookKey(secret) }) as const,
  );
  if (keys.length === 0) throw new RangeError("secrets is empty. Pass the endpoint's whsec_ secret");

  const id = header(headers, 'webhook-id');
  const stamp = header(headers, 'webhook-timestamp');
  const list = header(headers, 'webhook-signature');
  if (!/^\d{1,15}$/.test(stamp)) throw new WebhookError('bad_timestamp', 'webhook-timestamp is not a time');
  const skew = now.getTime() / 1000 - Number(stamp);
  if (Math.abs(skew) > toleranceSeconds) {
    const [code, side] = skew > 0 ? (['too_old', 'behind'] as const) : (['too_new', 'ahead of'] as const);
    throw new WebhookError(
      code,
      `webhook-timestamp is ${Math.round(Math.abs(skew))} s ${side} this clock; ${toleranceSeconds} s are allowed`,
    );
  }

  const content = signedContent(id, stamp, body);
  // Anyone can send a header full of signatures, and each costs an HMAC over the body for every secret.
  const candidates = list
    .split(' ')
    .filter((entry) => entry.startsWith('v1,') && entry.length === SIGNATURE_LENGTH)
    .slice(0, MAX_SIGNATURES);
  for (const candidate of candidates) {
    if (await verify(content, candidate.slice('v1,'.length), keys)) {
      return { id, timestamp: new Date(Number(stamp) * 1000) };
    }
  }
  throw new WebhookError(
    'bad_signature',
    'no v1 signature in webhook-signature matches this body and these secrets',
  );
}
