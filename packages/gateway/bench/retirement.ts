/**
 * Measures time and memory of a batch of many orders: `node --conditions=source bench/retirement.ts [orders]
 * [postgres://…]`. Uses a SQLite file unless a database is named; it must be empty.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { creditsOf } from '../src/retirements/credits-of.ts';
import { planRetirements } from '../src/retirements/plan.ts';
import { receiptCredits } from '../src/retirements/receipt-credits.ts';
import { recordRetirement } from '../src/retirements/record.ts';
import { addPaid } from '../src/testing/add-paid.ts';
import { MERCHANT, openStore } from '../src/testing/store.ts';

const orders = Number(process.argv[2] ?? 1_000_000);
const folder = await mkdtemp(join(tmpdir(), 'retirement-bench-'));
const store = await openStore(process.argv[3] ?? `sqlite:${join(folder, 'gateway.sqlite')}`, 1e15);
const { db, sealer, context } = store;

let peak = 0;
const sampler = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 20);

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  peak = before;
  const started = performance.now();
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  const mb = (bytes: number): number => Math.round(bytes / 1e6);
  console.log(
    `${name}: ${seconds.toFixed(2)} s, ${mb(before)} MB before, ${mb(Math.max(peak, process.memoryUsage().rss))} MB at most`,
  );
  return result;
}

const middle = await timed(`${orders} paid orders on ${db.engine}`, () => addPaid(db, orders));
const [plan] = await timed('plan', () => planRetirements(db));
if (!plan) throw new Error('nothing is due');
const batch = await timed('record and publish', () =>
  recordRetirement(
    { db, sealer, publicUrl: context.publicUrl, now: context.now, sandbox: false },
    {
      project: 'wind',
      tonnes: plan.tonnes,
      serials: [{ block: 'T-*', first: 1, last: plan.tonnes }],
      retiredOn: '2026-12-14',
      url: 'https://registry.example/1',
    },
  ),
);
console.log(`${batch?.orders} orders, ${batch?.grams} g, document of ${batch?.document?.length} characters`);
const order = { id: middle, merchant_id: MERCHANT };
await timed('proof of one order', async () => {
  const credits = (await creditsOf(db, MERCHANT, [order])).get(order.id) ?? [];
  const [line] = await receiptCredits(db, order, credits);
  console.log(`path of ${line?.retirement?.path.length} steps, ${JSON.stringify(line).length} characters`);
});
clearInterval(sampler);
await db.close();
await rm(folder, { recursive: true });
