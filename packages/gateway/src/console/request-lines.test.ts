import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import { startGateway } from '../gateway.ts';
import { consoleVisitor, sandboxVisitor } from '../testing/console-visitor.ts';

const MERCHANT = '/merchants/sandbox-merchant';

it('logs the person and page of a console request, also of a refused one, and no values of its URL', async (t) => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const gateway = await startGateway({ log });
  t.after(() => gateway.close());
  const viewer = await sandboxVisitor(gateway.url, 'viewer');
  const finance = await sandboxVisitor(gateway.url, 'finance');
  const operator = await sandboxVisitor(gateway.url);
  lines.length = 0;
  await finance.get(`${MERCHANT}/orders.csv?search=ana@air.example`);
  await viewer.post(`${MERCHANT}/developers/platforms`, { name: 'shop' });
  await viewer.get('/merchants/neighbour/orders');
  await viewer.get(`${MERCHANT}/orders/ord_secret`);
  await viewer.post(`${MERCHANT}/people`, {}, { origin: 'https://evil.example' });
  await operator.get('/health');
  await consoleVisitor(gateway.url).get(`${MERCHANT}/people`);
  await viewer.get('/nothing');

  const sent = lines
    .map((line) => JSON.parse(line))
    // The first form of a visitor reads from that page who signs in.
    .filter(({ msg, page }) => msg === 'request' && page !== '/console/account');
  const of = { merchant: 'sandbox-merchant', person: 'sandbox-viewer' };
  const page = (path: string) => `/console/merchants/:merchant${path}`;
  assert.deepEqual(
    sent.map(({ method, status, merchant, person, page }) => ({ method, status, merchant, person, page })),
    [
      { ...of, method: 'GET', status: 200, person: 'sandbox-finance', page: page('/orders.csv') },
      { ...of, method: 'POST', status: 403, page: page('/developers/platforms') },
      { ...of, method: 'GET', status: 404, page: page('/orders') },
      { ...of, method: 'GET', status: 404, page: page('/orders/:order') },
      { ...of, method: 'POST', status: 403, page: page('/people') },
      {
        method: 'GET',
        status: 200,
        merchant: undefined,
        person: 'sandbox-operator',
        page: '/console/health',
      },
      { method: 'GET', status: 401, merchant: undefined, person: undefined, page: page('/people') },
      { ...of, method: 'GET', status: 404, page: undefined },
    ],
  );
  assert.ok(sent.every(({ route }) => route === '/console/*'));
  assert.doesNotMatch(lines.join(''), /ana@|neighbour|ord_secret|evil/);
});
