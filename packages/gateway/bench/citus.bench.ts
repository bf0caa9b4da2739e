import type { Measure } from '../../../scripts/measure.ts';
import { topUpsAhead } from '../src/allotments/ahead.ts';
import type { AllotmentKey } from '../src/allotments/wanted.ts';
import { createOrder } from '../src/orders/create.ts';
import { completeTogether } from '../src/orders/end/complete-together.ts';
import { createDistributed, dropCitusDatabases, workersOf } from '../src/testing/citus.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { addMerchant, MERCHANT, openStore, type TestStore } from '../src/testing/store.ts';
import { type Burst, medianBurst, runInTurn, timesAsFast } from './drive.ts';
import { type ProcessorClock, processorClockOf } from './processor-time.ts';

const { CITUS_URL } = process.env;
/** Orders of a burst, each created and paid. */
const COUNT = 200;
/** Orders under way at the same time. */
const AT_ONCE = 32;
const ROUNDS = 3;
const WORKERS = [1, 2];
const MERCHANTS = [1, 4, 16];

/** Processor time of a cluster's nodes, seconds. */
interface Used {
  coordinator: number;
  workers: number;
}

interface Clocks {
  readonly coordinator: ProcessorClock;
  readonly workers: readonly ProcessorClock[];
}

/** Measures how many orders per second a cluster takes by its workers and merchants, and the load on each node. */
export async function bench(): Promise<readonly Measure[]> {
  if (CITUS_URL === undefined) return [];
  const server = await startPostgres();
  const stores = new Map<string, { readonly store: TestStore; readonly merchants: readonly string[] }>();
  const made: string[] = [];
  try {
    stores.set('PostgreSQL alone', await openWith(await server.createDatabase(), 1));
    for (const workers of WORKERS) {
      for (const merchants of MERCHANTS) {
        const url = await createDistributed(CITUS_URL, workers);
        made.push(url);
        stores.set(nameOf(workers, merchants), await openWith(url, merchants));
      }
    }
    const clocks: Clocks = {
      coordinator: await processorClockOf(CITUS_URL),
      workers: await Promise.all((await workersOf(CITUS_URL)).map(processorClockOf)),
    };
    const used = new Map<string, Used>();
    const bursts = await runInTurn(
      ROUNDS,
      Object.fromEntries(
        [...stores].map(([name, { store, merchants }]) => [
          name,
          () => countingTime(clocks, used, name, () => burst(store, merchants)),
        ]),
      ),
    );
    const alone = bursts['PostgreSQL alone'] ?? [];
    return WORKERS.flatMap((workers) =>
      MERCHANTS.flatMap((merchants): Measure[] => {
        const name = nameOf(workers, merchants);
        const { coordinator, workers: ofWorkers } = used.get(name) ?? { coordinator: 0, workers: 0 };
        const orders = (ROUNDS + 1) * COUNT;
        return [
          {
            name: `orders, ${name}: of PostgreSQL alone`,
            value: timesAsFast(bursts[name] ?? [], alone),
            unit: '×',
          },
          { name: `orders, ${name}`, value: medianBurst(bursts[name] ?? []).perSecond, unit: 'op/s' },
          {
            name: `orders, ${name}: coordinator, per order`,
            value: (coordinator / orders) * 1000,
            unit: 'ms CPU',
          },
          {
            name: `orders, ${name}: workers, per order`,
            value: (ofWorkers / orders) * 1000,
            unit: 'ms CPU',
          },
        ];
      }),
    );
  } finally {
    for (const { store } of stores.values()) await store.db.close();
    await dropCitusDatabases(CITUS_URL, made);
    await server.stop();
  }
}

function nameOf(workers: number, merchants: number): string {
  return `${workers} workers, ${merchants} merchants`;
}

async function openWith(
  url: string,
  merchants: number,
): Promise<{ readonly store: TestStore; readonly merchants: readonly string[] }> {
  const store = await openStore(url, 1e15);
  const others = Array.from({ length: merchants - 1 }, (_, index) => `merchant-${index}`);
  for (const id of others) await addMerchant(store.db, id);
  // In the background, as a gateway does.
  const ahead = topUpsAhead(store.context);
  const onAllotmentsLow = (low: readonly AllotmentKey[]): void => {
    ahead.add(low);
    void ahead.run();
  };
  const context = { ...store.context, onAllotmentsLow };
  return { store: { ...store, context }, merchants: [MERCHANT, ...others] };
}

/** Creates orders and has each paid, taking turns between merchants. */
async function burst({ context }: TestStore, merchants: readonly string[]): Promise<Burst> {
  let next = 0;
  async function lane(): Promise<void> {
    for (let index = next++; index < COUNT; index = next++) {
      const merchantId = merchants[index % merchants.length] ?? MERCHANT;
      const input = { emission_amount: 100, emission_unit: 'kgCO2' } as const;
      const { body } = await createOrder(context, merchantId, input);
      await completeTogether(context, { merchantId, orderId: JSON.parse(body).order_id });
    }
  }
  const started = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const perSecond = (COUNT * 1000) / (performance.now() - started);
  return { perSecond, p50: Number.NaN, p99: Number.NaN };
}

/** Adds the processor time of some work to each node's. */
async function countingTime(
  clocks: Clocks,
  used: Map<string, Used>,
  name: string,
  work: () => Promise<Burst>,
): Promise<Burst> {
  const read = (): Used => ({
    coordinator: clocks.coordinator.seconds(),
    workers: clocks.workers.reduce((sum, worker) => sum + worker.seconds(), 0),
  });
  const before = read();
  const result = await work();
  const after = read();
  const sum = used.get(name) ?? { coordinator: 0, workers: 0 };
  sum.coordinator += after.coordinator - before.coordinator;
  sum.workers += after.workers - before.workers;
  used.set(name, sum);
  return result;
}
