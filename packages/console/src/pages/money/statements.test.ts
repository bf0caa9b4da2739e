import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../../console.ts';
import type { MoneyService, StatementPage } from '../../service/money.ts';
import { fakeService, NOW, OWN } from '../../testing/fake-service.ts';

const STATEMENT: StatementPage = {
  id: 'stm_1',
  number: 3,
  period: '2026-10',
  currency: 'EUR',
  state: 'closed',
  total_minor: 10_169,
  tax: { label: 'VAT', rate: 16, net_minor: 8766, tax_minor: 1403, gross_minor: 10_169 },
  orders: 1,
  refunds: 0,
  closed_at: new Date(NOW).toISOString(),
  paid_at: null,
  lines: {
    rows: [
      { kind: 'order', order_id: 'ord_1', amount_minor: 10_169, grams: 1000, at: '2026-10-05T00:00:00.000Z' },
    ],
    next: '1791158400000-ord_1',
  },
};

it('a statement shows its tax, and more than one page of lines', async () => {
  const requested: unknown[] = [];
  const service = fakeService();
  const money: MoneyService = {
    ...service.money,
    statement: async (...given) => {
      requested.push(given);
      return STATEMENT;
    },
  };
  const run = createConsole({ ...service, money });
  const path = `/console/merchants/${OWN}/money/statements/stm_1`;
  const headers = { cookie: '__Host-console_session=finance' };
  const request = new Request(`https://pay.example${path}?after=1-ord_0`, { headers });
  const page = await (await run({ request, body: new Uint8Array(), address: '' })).text();
  assert.deepEqual(requested, [[OWN, 'stm_1', '1-ord_0']]);
  assert.match(page, />Closed<\/span>/);
  assert.match(page, /2026-10 · €101\.69, with €14\.03 <bdi[^>]*>VAT<\/bdi> \(16 %\)/);
  assert.ok(page.includes(`<a href="${path}?after=1791158400000-ord_1" rel="next">Next page</a>`));
});
