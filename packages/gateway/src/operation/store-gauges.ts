import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../store/engine.ts';
import { type Figures, type ProjectStock, readFigures, type Waiting } from './store-figures.ts';
import { withinMs } from './within-ms.ts';

/** Minimum interval between two readings of the figures, milliseconds, however many scrapes there are. */
const FRESH_MS = 10_000;
/** Maximum time that a scrape waits for the database, milliseconds. */
const PATIENCE_MS = 3000;
/**
 * Adds gauges of waiting webhooks, refunds, orders and payments, and of the stock. They are read at a scrape, at most
 * every ten seconds. Without the database they disappear, and `flight_offset_database_up` is 0.
 * @param now milliseconds since 1970.
 */
export function addStoreGauges(registry: Registry, db: Database, now: () => number): void {
  const registers = [registry];
  let reading: Promise<Figures | undefined> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  function figures(): Promise<Figures | undefined> {
    const at = performance.now();
    if (!reading || at - readAt >= FRESH_MS) {
      readAt = at;
      reading = withinMs(
        PATIENCE_MS,
        readFigures(db, now()).catch(() => undefined),
      );
    }
    return reading;
  }

  function gauge(name: string, help: string, value: (figures: Figures) => number): void {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const known = await figures();
        if (known) this.set(value(known));
        else this.remove();
      },
    });
  }

  const overdue = ({ first }: Waiting): number => (first === null ? 0 : Math.max(0, (now() - first) / 1000));
  new Gauge({
    name: 'flight_offset_database_up',
    help: 'Whether the figures of the store could be read: 1 or 0.',
    registers,
    async collect() {
      this.set((await figures()) ? 1 : 0);
    },
  });
  gauge(
    'flight_offset_webhooks_pending',
    'Webhooks that are not delivered yet.',
    (all) => all.webhooks.count,
  );
  gauge(
    'flight_offset_webhooks_overdue_seconds',
    'How long the first due webhook has waited for an attempt.',
    (all) => overdue(all.webhooks),
  );
  gauge(
    'flight_offset_refunds_pending',
    'Refunds that are not completed yet, without disputes.',
    (all) => all.refunds.count,
  );
  gauge('flight_offset_refunds_oldest_seconds', 'Age of the oldest pending refund.', (all) =>
    overdue(all.refunds),
  );
  gauge('flight_offset_orders_pending', 'Orders that wait for their payment.', (all) => all.orders.count);
  gauge(
    'flight_offset_orders_overdue_seconds',
    'How long the first order without an open payment is past its expiry.',
    (all) => overdue(all.orders),
  );
  gauge('flight_offset_payments_open', 'Payments to check with the provider.', (all) => all.payments.count);
  gauge(
    'flight_offset_payments_overdue_seconds',
    'How long the first check of a payment is overdue.',
    (all) => overdue(all.payments),
  );
  gauge(
    'flight_offset_payments_unclaimed',
    'Payments for orders that this database does not have.',
    (all) => all.unclaimed,
  );
  gauge(
    'flight_offset_payout_lines_unmatched',
    'Lines of settlement reports that do not match what the gateway recorded, at most 1000.',
    (all) => all.unmatched,
  );
  function stockGauge(name: string, help: string, value: (stock: ProjectStock) => number): void {
    new Gauge({
      name,
      help,
      labelNames: ['project'],
      registers,
      async collect() {
        this.reset();
        for (const stock of (await figures())?.stock ?? [])
          this.set({ project: stock.project }, value(stock));
      },
    });
  }

  stockGauge(
    'flight_offset_stock_grams',
    'Credits neither reserved nor allocated, of projects on sale, grams.',
    ({ free }) => free,
  );
  stockGauge(
    'flight_offset_stock_allotted_grams',
    'Of flight_offset_stock_grams, those in the allotments of merchants, grams.',
    ({ allotted }) => allotted,
  );
}

/** Adds gauges of the connections to PostgreSQL; SQLite has none. */
export function addPoolGauges(registry: Registry, { connections }: Database): void {
  if (!connections) return;
  new Gauge({
    name: 'flight_offset_database_connections',
    help: 'Connections of this process to PostgreSQL, and requests that wait for one, by state.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, value] of Object.entries(connections())) this.set({ state }, value);
    },
  });
}
