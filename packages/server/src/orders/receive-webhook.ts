import { verifyWebhook } from '@flight-offset/core/server';
import { readAddress } from '../address.ts';
import { CheckoutError, toCheckoutError } from '../checkout-error.ts';
import type { Offset } from '../offset.ts';
import { CREATING_SECONDS } from './create-order.ts';
import { checkNow } from './order-status.ts';
import { stateOf } from './read-order.ts';
import { isOrderId, type OrderRecord, type QuoteRecord, readJson, storeKey } from './record.ts';
import { QUOTE_PARAMETER } from './recover.ts';
import { markForRefresh } from './refresh.ts';

/** A webhook as it was received. */
export interface WebhookInput {
  readonly headers: Headers;
  /** The raw bytes or text of the body. */
  readonly body: Uint8Array | string;
  /** URL it was posted to; it names the quote. */
  readonly url?: string | undefined;
}

/**
 * Result of a webhook: the order is `final`, or still `pending` at the service; `ignored` if it names no order of this
 * merchant.
 */
export interface WebhookResult {
  readonly outcome: 'final' | 'pending' | 'ignored';
  readonly orderId?: string | undefined;
}

/**
 * Handles a webhook, signed by any scheme or not at all, as a hint to check its order at the service: the state in the
 * webhook is not trusted. Repeats and webhooks out of order do no harm.
 * @throws CheckoutError `service_unavailable` if the service cannot be reached or the merchant's callback failed, and
 * `too_many_requests` if an unsigned webhook follows a check too soon: the service should send it again.
 * @example
 * const body = new Uint8Array(await request.arrayBuffer());
 * await receiveWebhook(offset, { headers: request.headers, body, url: request.url });
 */
export async function receiveWebhook(
  offset: Offset,
  { headers, body, url }: WebhookInput,
): Promise<WebhookResult> {
  try {
    const hint = readHint(body);
    const quote = quoteOf(url);
    const known = quote === undefined ? undefined : await quoteRecord(offset, quote);
    const orderId = known?.order?.id ?? hint.orderId;
    const record =
      orderId === undefined ? undefined : await readJson<OrderRecord>(offset, storeKey.order(orderId));
    const fault = await faultOf(offset, headers, body);
    if (!record) {
      if (quote !== undefined && !known && !fault) report(offset, lostOrder(hint));
      return { outcome: 'ignored' };
    }
    if (record.state === 'pending') return await checkPending(offset, record, hint, fault);
    // It may be of a refund.
    if (!fault) await markForRefresh(offset, record.id);
    return { outcome: 'final', orderId: record.id };
  } catch (error) {
    throw toCheckoutError(error);
  }
}

function report(offset: Offset, error: Error): void {
  offset.report(error, { operation: 'receiveWebhook' });
}

/** @param fault why the webhook's signature does not count. */
async function checkPending(
  offset: Offset,
  record: OrderRecord,
  hint: Hint,
  fault: Fault | undefined,
): Promise<WebhookResult> {
  const orderId = record.id;
  if (fault instanceof Error) report(offset, fault);
  const recent = fault && offset.statusChecks.recent(orderId);
  // Only the body is signed: its transaction belongs to the order that the body names, whatever the URL names.
  const transactionId = !fault && hint.orderId === orderId ? hint.transactionId : undefined;
  const { order, finalized } = await (recent ?? checkNow(offset, record, { transactionId, waits: true }));
  const isFinal = order !== undefined && stateOf(order) !== 'pending';
  // Anyone can post without a signature, so not each post costs a call; the status may have changed since.
  if (recent && !finalized) throw checkedAMomentAgo(offset.statusChecks.secondsToNext(orderId));
  if (isFinal && !finalized) throw callbackFailed();
  return { outcome: isFinal ? 'final' : 'pending', orderId };
}

/** The callback has failed, and was reported: it is called again when the service sends the webhook again. */
function callbackFailed(): CheckoutError {
  const message = 'This order is not recorded yet. Send the webhook again after Retry-After.';
  return new CheckoutError('service_unavailable', message, { retryAfterSeconds: 30 });
}

function checkedAMomentAgo(retryAfterSeconds: number): CheckoutError {
  const message = 'This order was checked a moment ago. Send the webhook again after Retry-After.';
  return new CheckoutError('too_many_requests', message, { retryAfterSeconds });
}

/**
 * Describes a webhook that is of this handler, by its URL and signature, while the store has neither its order nor its
 * quote.
 */
function lostOrder({ orderId }: Hint): Error {
  return new Error(
    `a webhook is of order ${orderId ?? 'without an id'}, which is not in the store: the option store must survive restarts ` +
      'and be shared by all processes',
  );
}

/** Returns the quote of a webhook's order, from the URL it was posted to. */
function quoteOf(url: string | undefined): string | undefined {
  const quote = readAddress(url)?.searchParams.get(QUOTE_PARAMETER);
  return quote && /^[\w-]{1,64}$/.test(quote) ? quote : undefined;
}

/** @throws CheckoutError `service_unavailable` while its order is being created. */
async function quoteRecord(offset: Offset, quote: string): Promise<QuoteRecord | undefined> {
  const known = await readJson<QuoteRecord>(offset, storeKey.quote(quote));
  if (known && !known.order && offset.now() - known.sent < CREATING_SECONDS * 1000) {
    // The webhook arrived before the response of the create: the service should send it again in a moment. If that
    // response was lost, waiting does not help.
    throw new CheckoutError(
      'service_unavailable',
      'This order is still being created. Send the webhook again after Retry-After.',
      { retryAfterSeconds: 1 },
    );
  }
  return known;
}

interface Hint {
  readonly orderId?: string | undefined;
  readonly transactionId?: string | undefined;
}

/** The interface does not specify the body of a webhook: ids are found by name. */
function readHint(body: Uint8Array | string): Hint {
  try {
    const json: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    return {
      orderId: stringNamed(json, /^order_?id$/i),
      transactionId: stringNamed(json, /^transaction_?id$/i),
    };
  } catch {
    return {};
  }
}

function stringNamed(value: unknown, name: RegExp, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null || depth > 3) return undefined;
  // A list has no names, and anyone may post one of thirty thousand items.
  for (const [key, inner] of Array.isArray(value) ? [] : Object.entries(value)) {
    if (name.test(key) && typeof inner === 'string' && isOrderId(inner)) return inner;
  }
  for (const inner of Object.values(value)) {
    const found = stringNamed(inner, name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Why a signature does not count. */
type Fault = 'unsigned' | Error;

/** @returns undefined if the signature is valid. */
async function faultOf(
  offset: Offset,
  headers: Headers,
  body: Uint8Array | string,
): Promise<Fault | undefined> {
  const { webhookSecrets: secrets = [] } = offset.options;
  if (secrets.length === 0 || !headers.has('webhook-signature')) return 'unsigned';
  try {
    await verifyWebhook({ headers, body, secrets, now: new Date(offset.now()) });
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
