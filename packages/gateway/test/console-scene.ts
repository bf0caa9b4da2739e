import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { recordAudit } from '../src/audit/record.ts';
import { importReport } from '../src/payouts/import-report.ts';
import { SANDBOX } from '../src/sandbox.ts';
import { addLines } from '../src/statements/lines.ts';
import { newId } from '../src/store/ids.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { inTransaction, type Tx } from '../src/store/transaction.ts';
import { callerOf } from '../src/testing/caller.ts';
import { type ConsoleVisitor, sandboxVisitor } from '../src/testing/console-visitor.ts';
import { addMerchant, SOMEBODY } from '../src/testing/store.ts';

/** A merchant without any data. */
export const EMPTY = 'empty-air';
/** A long name that cannot be wrapped. */
const LONG_NAME = 'Luftverkehrsgesellschaft'.repeat(5);
/** Path of the merchant with orders, below `/console`. */
export const MERCHANT: string = `/merchants/${SANDBOX.merchantId}`;

/** Travellers of the orders that fill the pages. */
const TRAVELLERS = [
  ['Zoë Meier', 1146, 'EX7K2P'],
  ['Arjun Mehta', 812, 'EX9Q1L'],
  ['Nour El-Sayed', 2310, 'EXB4TT'],
  ['Maximiliane Alexandra von Hohenstein-Wellingsbüttel', 96.5, 'GROUP-2026-1184-WINTER-LONG-REFERENCE'],
  ['李小龙', 5800, 'EX0001'],
  ['Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren', 812, 'EXR7RA'],
] as const;

/** Contents of a filled console. */
export interface ConsoleScene {
  /** Identifiers of orders by their state. */
  readonly orders: Readonly<
    Record<'paid' | 'refunded' | 'partly' | 'failing' | 'failed' | 'pending', string>
  >;
  /** Refund of the order whose webhook fails: its provider could not make it. */
  readonly refund: string;
  /** A webhook whose endpoint refuses it. */
  readonly webhook: string;
  /** A closed statement. */
  readonly statement: string;
  readonly paidStatement: string;
  /** A live API key. */
  readonly key: string;
  /** A person of the merchant. */
  readonly person: string;
  /** A visitor who signed in as an operator. */
  readonly operator: ConsoleVisitor;
}

async function makeOrders(url: string, endpoint: string): Promise<ConsoleScene['orders']> {
  const caller = callerOf(url);
  const ids: string[] = [];
  for (const [index, [name, kilograms, reference]] of TRAVELLERS.entries()) {
    const email = `traveller-${index}@mail.example`;
    const { json } = await caller.post('/offset-gateway/orders', {
      emission_amount: kilograms,
      user: { name, email, tax_id: 'ABCDE1234F' },
      reference,
      metadata: { channel: 'web', booking_class: 'economy' },
      ...(index !== 4 && { callback_url: `${endpoint}/offset/webhooks` }),
    });
    ids.push(json.order_id);
    await caller.post('/sandbox/clock', { advance_seconds: 60 });
  }
  const [paid = '', refunded = '', partly = '', failing = '', failed = '', pending = ''] = ids;
  for (const id of [paid, refunded, partly, failing])
    await caller.post(`/sandbox/orders/${id}/payment`, { outcome: 'completed' });
  await caller.post(`/sandbox/orders/${failed}/payment`, { outcome: 'failed' });
  await caller.post(`/offset-gateway/orders/${refunded}/refunds`, {});
  await caller.post(`/offset-gateway/orders/${partly}/refunds`, {
    emission_amount: 310,
    reason: 'leg cancelled',
  });
  const booked = await caller.post('/offset-gateway/orders', { emission_amount: 450, reference: 'EXW3PD' });
  await caller.post(`/offset-gateway/orders/${booked.json.order_id}/confirm`, { reference: 'EXW3PD' });
  const fuel = await caller.post('/offset-gateway/orders', {
    emission_amount: 73,
    portfolio: 'aviation-fuel',
  });
  await caller.post(`/sandbox/orders/${fuel.json.order_id}/payment`, { outcome: 'completed' });
  await caller.post('/offset-gateway/orders', { emission_amount: -1 });
  await caller.get('/offset-gateway/orders/ord_00000000000000000000000000');
  return { paid, refunded, partly, failing, failed, pending };
}

/** The payment whose check is overdue. */
const OVERDUE_PAYMENT = 4;

function faultOf(state: string, index: number): string | null {
  if (state === 'failed') return 'card_declined';
  return index === OVERDUE_PAYMENT ? 'sandbox payments: 503' : null;
}

/** Adds payments in every state, more than one page of them. */
async function addPayments(tx: Tx, orders: readonly string[], at: number): Promise<void> {
  const states = ['captured', 'captured', 'failed', 'captured', 'started'] as const;
  const rows = Array.from({ length: 40 }, (_, index) => {
    const state = states[index % states.length] ?? 'captured';
    const created_at = at + index * 60_000;
    const id = newId('pay', created_at);
    return {
      merchant_id: SANDBOX.merchantId,
      id,
      order_id: orders[index % orders.length] ?? '',
      // Another provider than this gateway's: the gateway would query its own.
      provider: 'stripe',
      reference: id,
      currency: 'INR',
      amount_minor: 97_359 + index * 137,
      state,
      redirect_url: null,
      payment_reference: state === 'captured' ? `pi_3Q${index}` : null,
      fault: faultOf(state, index),
      check_at: index === OVERDUE_PAYMENT ? at - 86_400_000 : null,
      created_at,
      updated_at: created_at,
    };
  });
  // At most one payment of an order may be open.
  let isOpen = false;
  const legal = rows.filter(({ state }) => {
    if (state !== 'started') return true;
    const isFirst = !isOpen;
    isOpen = true;
    return isFirst;
  });
  await tx.insertInto('payments').values(legal).execute();
}

/** Adds a refund that a provider could not make, although it still has the money. @returns its identifier. */
async function addFailedRefund(tx: Tx, order_id: string, at: number): Promise<string> {
  const id = newId('rfd', at);
  const payment = await tx
    .selectFrom('payments')
    .select('id')
    .where('merchant_id', '=', SANDBOX.merchantId)
    .where('order_id', '=', order_id)
    .where('state', '=', 'captured')
    .limit(1)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('payments')
    .set({ received_currency: 'INR', received_minor: 11_570, kept_minor: 11_570 })
    .where('merchant_id', '=', SANDBOX.merchantId)
    .where('id', '=', payment.id)
    .execute();
  await tx
    .insertInto('refunds')
    .values({
      merchant_id: SANDBOX.merchantId,
      id,
      order_id,
      payment_id: payment.id,
      cause: 'requested',
      currency: 'INR',
      amount_minor: 11_570,
      order_minor: 11_570,
      grams: 96_500,
      credits: 'returned',
      state: 'failed',
      reason: null,
      // Another provider than this gateway's: the gateway would query its own.
      provider: 'stripe',
      provider_reference: null,
      paid_reference: null,
      replaces: null,
      key_hash: null,
      transaction_id: null,
      next_attempt_at: null,
      fault: 'expired_or_canceled_card',
      created_at: at,
      settled_at: at,
    })
    .execute();
  return id;
}

/**
 * Adds data that no API call creates: money at the provider, payments of weeks, a month that is over, a failed refund.
 * @returns the identifier of the refund.
 */
async function addBooks(databaseUrl: string, orders: ConsoleScene['orders']): Promise<string> {
  const db = openDatabase(databaseUrl);
  try {
    const at = Date.now();
    await addMerchant(db, EMPTY);
    await db.kysely.updateTable('merchants').set({ name: LONG_NAME }).where('id', '=', EMPTY).execute();
    const fixture = new URL('../src/payouts/fixtures/stripe.csv', import.meta.url);
    const today = new Date(at).toISOString().slice(0, 10);
    const file = [(await readFile(fixture, 'utf8')).replaceAll('2026-11-27', today)];
    await importReport(db, { provider: 'stripe', file: fromTexts(file) }, at, SOMEBODY);
    return await inTransaction(db, async (tx) => {
      await addPayments(tx, Object.values(orders), at);
      const money = { provider: 'stripe', payment_reference: null, named_order: null, resolved_at: null };
      await tx
        .insertInto('unclaimed_payments')
        .values([
          { ...money, reference: 'cs_live_a1B2c3', currency: 'EUR', amount_minor: 1374, received_at: at },
          { ...money, reference: 'cs_live_d4E5f6', currency: null, amount_minor: null, received_at: at },
        ])
        .execute();
      const line = {
        merchant_id: SANDBOX.merchantId,
        kind: 'order',
        reference: 'EXW3AA',
        amount_minor: 1240,
        grams: 1e6,
        product: 'carbon_credits',
        created_at: at - 40 * 86_400_000,
      } as const;
      await addLines(tx, [
        { ...line, id: 'ord_before_eur', order_id: 'ord_before_eur', currency: 'EUR' },
        { ...line, id: 'ord_before_chf', order_id: 'ord_before_chf', currency: 'CHF' },
      ]);
      const by = { channel: 'console', id: 'per_long', name: `${LONG_NAME}@air.example` } as const;
      await recordAudit(tx, by, {
        merchantId: SANDBOX.merchantId,
        action: 'platform.created',
        subject: 'air',
      });
      return addFailedRefund(tx, orders.failing, at);
    });
  } finally {
    await db.close();
  }
}

async function* fromTexts(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

/** Fills a sandbox gateway: orders in every state, and something for each page of its console. */
export async function fillConsole(
  url: string,
  databaseUrl: string,
  receiver: { readonly url: string; until(count: number): Promise<unknown> },
): Promise<ConsoleScene> {
  const orders = await makeOrders(url, receiver.url);
  const refund = await addBooks(databaseUrl, orders);
  await receiver.until(4);
  const operator = await sandboxVisitor(url);
  const person = {
    name: `Ravi${'vi'.repeat(58)}`,
    email: 'ravi@air.example',
    role: 'support',
    once: randomUUID(),
  };
  await operator.post(`${MERCHANT}/people`, person);
  const retirement = { project: 'sandbox-wind', tonnes: '1', serials: 'A-1..A-1', date: '2026-01-31' };
  const written = new URLSearchParams({ ...retirement, url: 'https://registry.example/1' });
  await operator.confirm(`/credits/retirements?${written}`);
  await operator.confirm(`${MERCHANT}/brand`, {
    accent: '#8a1c4a',
    origins: 'https://air.example',
    seller: 'Example Air Ltd, 1 Runway, Zurich',
    terms: 'https://air.example/{lang}/terms',
  });
  const period = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7);
  await operator.post(`${MERCHANT}/money/close`, { period });
  const text = async (path: string): Promise<string> => (await operator.get(path)).text;
  while (!(await text(`${MERCHANT}/orders/${orders.refunded}`)).includes('Refund completed')) await wait(50);
  while (!(await text(`${MERCHANT}/webhooks`)).includes('Retrying')) await wait(50);
  while ((await text(`${MERCHANT}/developers/requests`)).includes('No request failed')) await wait(50);
  const [, webhook = ''] =
    /\/webhooks\/(msg_\w+)"/.exec(await text(`${MERCHANT}/orders/${orders.failing}`)) ?? [];
  const [, key = ''] = /\/keys\/(key_\w+)\/revoke"/.exec(await text(`${MERCHANT}/developers`)) ?? [];
  const [, ravi = ''] = /\/people\/(per_\w+)\/remove"/.exec(await text(`${MERCHANT}/people`)) ?? [];
  const listed = (await text(`${MERCHANT}/money`)).matchAll(/\/statements\/(stm_\w+)"/g);
  const [statement = '', paidStatement = ''] = new Set(Array.from(listed, ([, id = '']) => id));
  await operator.confirm(`${MERCHANT}/money/statements/${paidStatement}/paid`);
  return { orders, refund, webhook, statement, paidStatement, key, person: ravi, operator };
}
