import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../../console.ts';
import { MAX_LISTED, type ReconciliationService } from '../../service/reconciliation.ts';
import { fakeService, NOW, OWN } from '../../testing/fake-service.ts';

const amount = { currency: 'EUR', amount_minor: 1374 };

/** Returns the page with this many rows in each list. */
async function pageWith(rows: number): Promise<string> {
  const each = <Row>(row: (n: string) => Row) => Array.from({ length: rows }, (_, n) => row(String(n)));
  const service = fakeService();
  const known = { provider: 'stripe', amount, problem: 'differs', settledOn: '2026-11-20' };
  const reconciliation: ReconciliationService = {
    ...service.reconciliation,
    payouts: async () => each((payout) => ({ ...known, payout, parts: [], received: amount })),
    unmatched: async () => each((line) => ({ ...known, line, payout: 'po_1', kind: 'payment' })),
    unclaimed: async () => each((reference) => ({ ...known, reference, receivedAt: NOW })),
    overdue: async () =>
      each((orderId) => ({ ...known, kind: 'payment', merchantId: OWN, orderId, since: NOW })),
    comparedUntil: async () => NOW,
  };
  const run = createConsole({ ...service, reconciliation });
  const headers = { cookie: '__Host-console_session=operator' };
  const request = new Request('https://pay.example/console/reconciliation', { headers });
  return (await run({ request, body: new Uint8Array(), address: '' })).text();
}

it('a list cut at 200 names the command that prints all of it', async () => {
  const cut = await pageWith(MAX_LISTED);
  const whole = await pageWith(MAX_LISTED - 1);
  for (const command of ['payments overdue', 'payments unclaimed', 'payouts unmatched', 'payouts list']) {
    const note = `Only the first 200 are shown. To see all of them: <code>flight-offset-gateway ${command}</code>`;
    assert.ok(cut.includes(note), command);
    assert.ok(!whole.includes(note), command);
  }
});
