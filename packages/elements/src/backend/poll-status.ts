import type { CheckoutStatus } from '@flight-offset/core';
import { BackendError, requestJson } from './request.ts';

/** Seconds between a response and the next request: two minutes in total. */
const BACKOFF_SECONDS = [1, 2, 3, 4, 6, 9, 13, 15, 15, 15, 15, 15];

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * Polls the status of an order with back-off until it is final, for at most two minutes.
 *
 * @returns The last response: still `pending` after two minutes without a final status.
 * @throws {BackendError} If the order is unknown, or the last request failed or returned no status.
 */
export async function pollStatus(
  endpoint: string,
  orderId: string,
  signal: AbortSignal,
): Promise<CheckoutStatus> {
  const path = `orders/${encodeURIComponent(orderId)}/status`;
  const deadline = Date.now() + 120_000;
  for (let tries = 0; ; tries++) {
    const last = tries >= BACKOFF_SECONDS.length || Date.now() > deadline;
    try {
      const status = (await requestJson(endpoint, path, undefined, signal)) as CheckoutStatus;
      if (!/^(pending|completed|failed)$/.test(`${status?.status}`))
        throw new BackendError('invalid_response');
      if (last || status.status !== 'pending') return status;
    } catch (cause) {
      const { code } = cause as BackendError;
      if (last || signal.aborted || code === 'not_found' || code === 'forbidden') throw cause;
    }
    await pause(BACKOFF_SECONDS[tries]!);
    signal.throwIfAborted();
  }
}
