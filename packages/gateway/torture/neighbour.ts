import { setTimeout as wait } from 'node:timers/promises';
import { call, type Merchant, signed } from './call.ts';
import type { LoadOptions } from './load-options.ts';

/** Tonnes per order: the maximum for one order. */
export const SQUATTED_TONNES = 5;

/** Result of a neighbour. */
export interface NeighbourReport {
  /** Orders refused because its unpaid ones hold the maximum. */
  readonly refused: number;
}

/**
 * Runs an abusive merchant until the run is over: its visitors order as much as they can, request more time for each
 * order and never pay, and its endpoint accepts every webhook and never responds. They cancel the first order, and others
 * now and then, so that there are webhooks to send: orders that only fill the maximum would cause none.
 */
export async function runNeighbour(
  { ports, endpoints, notes, random: seeded, isOver }: LoadOptions,
  merchant: Merchant,
): Promise<NeighbourReport> {
  const random = seeded.fork('neighbour');
  const callbackUrl = endpoints.url(merchant.id, 'silent');
  let count = 0;
  let refused = 0;
  let hasCancelled = false;
  while (!isOver()) {
    count += 1;
    const marker = `neighbour-${count}`;
    const sent = {
      merchant: merchant.id,
      marker,
      amount: SQUATTED_TONNES,
      unit: 'tonCO2e',
      callbackUrl,
    } as const;
    const { amount: emission_amount, unit: emission_unit } = sent;
    const body = JSON.stringify({
      emission_amount,
      emission_unit,
      callback_url: callbackUrl,
      user: { name: marker },
    });
    notes.sent.push(sent);
    const headers = signed(merchant, body);
    const port = random.pick(ports);
    const created = await call({ port, method: 'POST', path: '/offset-gateway/orders', headers, body });
    if (created?.status === 409 && created.json.error === 40905) refused += 1;
    if (created?.status === 201) {
      const { order_id: orderId, payment_url: url } = created.json;
      notes.acknowledged.push({ merchant: merchant.id, marker, orderId });
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const act = (action: string) =>
        call({ port, method: 'POST', path: new URL(url).pathname, headers: form, body: `action=${action}` });
      await act('more-time');
      if (!hasCancelled || random.chance(0.3)) {
        const response = await act('cancel');
        hasCancelled ||= response !== undefined && response.status < 400;
      }
    } else await wait(random.whole(20, 100));
  }
  return { refused };
}
