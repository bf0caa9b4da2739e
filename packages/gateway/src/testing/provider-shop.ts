import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Refund } from '@flight-offset/core';
import { pino } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { createSealer, type Sealer } from '../credentials/seal.ts';
import { startGateway } from '../gateway.ts';
import type { OrderContext } from '../orders/context.ts';
import { orderSettings } from '../orders/settings.ts';
import { createProvider } from '../providers/create-provider.ts';
import type { Provider } from '../providers/provider.ts';
import type { Database } from '../store/engine.ts';
import type { PaymentRow, RefundRow } from '../store/schema.ts';
import { type Caller, type CallerResponse, callerOf } from './caller.ts';
import { type FakeProvider, startFakeProvider } from './fake-provider.ts';
import { folderOfMany } from './folder-of-many.ts';
import { openWithLongTimeouts } from './open-with-long-timeouts.ts';
import type { BookedRefund, BookedSession } from './provider-books.ts';
import type { EventText, TestDialect } from './provider-dialects.ts';
import { createMigratedFile } from './sqlite.ts';

/** An order and the path of its payment page. */
export interface ShopOrder {
  readonly id: string;
  readonly path: string;
}

/** A gateway that takes money through a provider, that provider, and everyone who uses them. */
export interface ProviderShop {
  readonly api: FakeProvider;
  readonly caller: Caller;
  readonly db: Database;
  /** The gateway's client of the provider, for background work. */
  readonly provider: Provider;
  readonly context: OrderContext;
  readonly config: Config;
  /** Environment of the gateway, for commands beside it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly sealer: Sealer;
  /** Log of the gateway. */
  readonly log: readonly string[];
  /** Advances the clock of the context and of the gateway. */
  advance(ms: number): void;
  order(more?: object): Promise<ShopOrder>;
  /** Clicks the Pay button. */
  pay(path: string): Promise<CallerResponse>;
  /** Creates an order whose payer is at the provider's page. */
  begun(more?: object): Promise<ShopOrder & { readonly session: BookedSession }>;
  /** Creates an order that is paid, according to the provider's event. */
  paid(more?: object): Promise<ShopOrder & { readonly session: BookedSession; readonly payment: string }>;
  /** Takes the money of a session at the provider, without sending an event. */
  take(session: BookedSession, received?: BookedSession['received']): void;
  /** Refunds or disputes money at the provider, without sending an event. */
  book(refund: Omit<BookedRefund, 'id' | 'refundId'>): BookedRefund;
  /** Sends an event, by default with a new id. */
  sendEvent(
    event: (id: string) => EventText,
    change?: { readonly id?: string; readonly signature?: string },
  ): Promise<CallerResponse>;
  sendSessionEvent(session: BookedSession, id?: string): Promise<CallerResponse>;
  sendRefundEvent(refund: BookedRefund, id?: string): Promise<CallerResponse>;
  payments(orderId: string): Promise<PaymentRow[]>;
  refunds(orderId: string): Promise<RefundRow[]>;
  /** Returns the order as the list shows it. */
  fetchOrder(orderId: string): Promise<CallerResponse['json']>;
  /** Returns its refunds as the merchant sees them. */
  fetchRefunds(orderId: string): Promise<Refund[]>;
  close(): Promise<void>;
}

/** Options of a shop. */
export interface ShopOptions {
  /** Default: a SQLite file with the gateway's tables, without rows. */
  readonly databaseUrl?: string;
  readonly environment?: Record<string, string>;
}

/** Opens a shop for some work, and closes it whatever happens. */
export async function withShop(
  dialect: TestDialect,
  options: ShopOptions,
  work: (shop: ProviderShop) => Promise<void>,
): Promise<void> {
  const shop = await openShop(dialect, options);
  try {
    await work(shop);
  } finally {
    await shop.close();
  }
}

/** Opens a shop. */
export async function openShop(dialect: TestDialect, options: ShopOptions = {}): Promise<ProviderShop> {
  const folder = await mkdtemp(join(await folderOfMany(), 'gateway-provider-'));
  const databaseUrl = options.databaseUrl ?? (await createMigratedFile(join(folder, 'gateway.sqlite')));
  const api = await startFakeProvider();
  const environment = {
    ...dialect.environment,
    GATEWAY_PROVIDER: dialect.name,
    GATEWAY_PROVIDER_API_URL: api.url,
    DATABASE_URL: databaseUrl,
    ...options.environment,
  };
  let moved = 0;
  const now = (): number => Date.now() + moved;
  const log: string[] = [];
  const gateway = await startGateway({
    databaseUrl,
    environment,
    now,
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
  });
  const config = readConfig(environment, { sandbox: true });
  const caller = callerOf(gateway.url);
  const db = openWithLongTimeouts(databaseUrl);
  const context: OrderContext = {
    db,
    publicUrl: gateway.url,
    now,
    ...orderSettings(config),
    onWebhookEnqueued: () => {},
  };
  let events = 0;

  const shop: ProviderShop = {
    api,
    caller,
    db,
    context,
    config,
    environment,
    sealer: createSealer(config.masterKey),
    log,
    provider: await createProvider(config),
    advance(ms) {
      moved += ms;
    },
    async order(more = {}) {
      const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1146, ...more });
      return { id: json.order_id, path: new URL(json.payment_url).pathname };
    },
    pay: (path) => caller.raw(path, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) }),
    async begun(more) {
      const order = await shop.order(more);
      assert.equal((await shop.pay(order.path)).status, 303);
      const [payment] = await shop.payments(order.id);
      const session = api.books.sessions.get(payment?.reference ?? '');
      assert.ok(session, 'the provider knows the payment');
      return { ...order, session };
    },
    async paid(more) {
      const order = await shop.begun(more);
      shop.take(order.session);
      assert.equal((await shop.sendSessionEvent(order.session)).status, 200);
      return { ...order, payment: order.session.payment ?? '' };
    },
    take(session, received = session.due) {
      session.state = 'paid';
      session.payment = `money_${session.id}`;
      session.received = received;
    },
    book(refund) {
      const booked = {
        ...refund,
        id: `${refund.kind}_${api.books.refunds.size + 1}_by_hand`,
        refundId: undefined,
      };
      api.books.refunds.set(booked.id, booked);
      return booked;
    },
    async sendEvent(event, change = {}) {
      events += 1;
      const { body, headers } = event(change.id ?? `evt_${events}`);
      const signature = change.signature ?? (await dialect.sign(body));
      return caller.raw(`/providers/${dialect.name}/events`, {
        method: 'POST',
        body,
        headers: { ...headers, [dialect.signatureHeader]: signature },
      });
    },
    sendSessionEvent: (session, id) =>
      shop.sendEvent((event) => dialect.session(event, session), id === undefined ? {} : { id }),
    sendRefundEvent: (refund, id) =>
      shop.sendEvent((event) => dialect.refund(event, refund), id === undefined ? {} : { id }),
    payments: (id) =>
      db.kysely.selectFrom('payments').selectAll().where('order_id', '=', id).orderBy('id').execute(),
    refunds: (id) =>
      db.kysely.selectFrom('refunds').selectAll().where('order_id', '=', id).orderBy('id').execute(),
    fetchOrder: async (id) => (await caller.get(`/offset-gateway/orders/${id}`)).json,
    fetchRefunds: async (id) => (await caller.get(`/offset-gateway/orders/${id}/refunds`)).json.refunds,
    async close() {
      await gateway.close();
      await db.close();
      await api.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return shop;
}
