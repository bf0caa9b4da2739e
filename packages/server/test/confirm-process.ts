/** A merchant's backend in a process of its own, which shares nothing with the others. On command, it confirms a token. */
import { confirmWithBooking } from '../src/bookings/confirm-with-booking.ts';
import { createOffset } from '../src/offset.ts';
import type { OffsetOptions } from '../src/options.ts';

/** A command to the process: this many confirms of one token, at once. */
export interface ConfirmTask {
  readonly service: Exclude<OffsetOptions['service'], { fetch: unknown }>;
  readonly token: string;
  readonly reference: string;
  readonly times: number;
}

/** Results: the order of each, or the code of its error. */
export interface ConfirmReport {
  readonly orderIds: readonly string[];
  readonly errors: readonly string[];
}

process.on('message', async ({ service, token, reference, times }: ConfirmTask) => {
  const offset = createOffset({ service });
  const all = await Promise.allSettled(
    Array.from({ length: times }, () => confirmWithBooking(offset, { token, reference })),
  );
  const report: ConfirmReport = {
    orderIds: all.flatMap((one) => (one.status === 'fulfilled' ? one.value.orderId : [])),
    errors: all.flatMap((one) => (one.status === 'rejected' ? String(one.reason.code) : [])),
  };
  process.send?.(report);
});
process.send?.('ready');
