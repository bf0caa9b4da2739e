import type { CheckoutStatus } from '@flight-offset/core';
import { ask, type BackendError } from './ask.ts';

/** Seconds between one answer and the next question: two minutes in all. */
const PAUSES = [1, 2, 3, 4, 6, 9, 13, 15, 15, 15, 15, 15];

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * Asks for the state of an order until it is final, with growing pauses, for two minutes.
 *
 * @returns The last answer, which is still `pending` when two minutes were not enough.
 * @throws {BackendError} When the order is not known, or when the last question had no answer.
 */
export async function askStatus(
  endpoint: string,
  orderId: string,
  signal: AbortSignal,
): Promise<CheckoutStatus> {
  const path = `orders/${encodeURIComponent(orderId)}/status`;
  const deadline = Date.now() + 120_000;
  for (let tries = 0; ; tries++) {
    const last = tries >= PAUSES.length || Date.now() > deadline;
    try {
      const status = (await ask(endpoint, path, undefined, signal)) as CheckoutStatus;
      if (last || status.status !== 'pending') return status;
    } catch (cause) {
      const { code } = cause as BackendError;
      if (last || signal.aborted || code === 'not_found' || code === 'forbidden') throw cause;
    }
    await pause(PAUSES[tries]!);
    signal.throwIfAborted();
  }
}
