import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { check } from '../torture/checker/check.ts';
import type { Evidence, Kind } from '../torture/checker/facts.ts';
import { gramsOf, paiseOf } from '../torture/checker/money.ts';
import type { Snapshot, StoredOrder, StoredPayment, StoredRefund } from '../torture/checker/stored.ts';

/** Creates a signed document, as far as the checker reads it. */
const documentOf = (payload: object): string =>
  `.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`;

/** The type with every property writable, at any depth. */
type Plain<T> = T extends readonly (infer U)[]
  ? Plain<U>[]
  : T extends object
    ? { -readonly [K in keyof T]: Plain<T[K]> }
    : T;

type World = Plain<Evidence>;

const CALLBACK = 'https://merchant.example/webhooks';

function order(id: string, more: Partial<StoredOrder>): Plain<StoredOrder> {
  return {
    id,
    merchant_id: 'air',
    emission_amount: 1.5,
    emission_unit: 'kgCO2',
    grams: 1500,
    minor_per_tonne: 100_000,
    amount_minor: 150,
    user_name: `name of ${id}`,
    email_key: 'ada@x.example',
    user_tax_id: null,
    callback_url: CALLBACK,
    status: 'pending',
    payment_status: 'pending',
    product: 'carbon_credits',
    portfolio: null,
    project: 'wind',
    project_count: 1,
    created_at: 1,
    expires_at: 1 + 1_800_000,
    settled_at: null,
    refunded_minor: 0,
    refund_pending_minor: 0,
    settlement: 'payer',
    tax: null,
    ...more,
  };
}

function payment(id: string, order_id: string, more: Partial<StoredPayment>): Plain<StoredPayment> {
  const amounts = { amount_minor: 150, received_minor: 150, kept_minor: 0 };
  return { id, order_id, ...amounts, state: 'captured', reference: `ref-${id}`, ...more };
}

function refund(id: string, payment_id: string, more: Partial<StoredRefund>): Plain<StoredRefund> {
  return {
    id,
    order_id: 'o1',
    payment_id,
    cause: 'surplus',
    amount_minor: 150,
    order_minor: 0,
    grams: 0,
    credits: 'none',
    state: 'completed',
    provider_reference: `ref-${id}`,
    paid_reference: null,
    transaction_id: null,
    ...more,
  };
}

/** Calculates the totals that a correct store would have. */
function totalsOf(orders: readonly StoredOrder[]): Plain<Snapshot['totals']> {
  return orders.flatMap((one) =>
    ['', `e:${one.email_key}`].flatMap((user) =>
      ['', one.status].map((status) => ({
        merchant_id: one.merchant_id,
        user,
        tax_id: '',
        status,
        orders: 1,
        paid_inr_minor: one.status === 'completed' ? one.amount_minor : 0,
        users: 0,
      })),
    ),
  );
}

/** Creates a small run without faults: one order paid, one failed, one pending, one of another merchant. */
function createSoundWorld(): World {
  const final = { settled_at: 1 };
  const orders = [
    order('o1', {
      ...final,
      status: 'completed',
      payment_status: 'completed',
    }),
    order('o2', { ...final, status: 'failed', payment_status: 'failed' }),
    order('o3', {}),
    order('o4', { merchant_id: 'rail', email_key: 'bo@x.example' }),
  ];
  const totals = totalsOf(orders);
  // One user of each merchant, in each state it has orders in.
  for (const [merchant_id, status] of [
    ['air', ''],
    ['air', 'completed'],
    ['air', 'failed'],
    ['air', 'pending'],
    ['rail', ''],
    ['rail', 'pending'],
  ] as const) {
    totals.push({
      merchant_id,
      user: '',
      tax_id: '',
      status,
      orders: 0,
      paid_inr_minor: 0,
      users: 1,
    });
  }
  return {
    latest: 1000,
    journal: {
      sent: orders.map(({ merchant_id, user_name, email_key }) => ({
        merchant: merchant_id,
        marker: user_name ?? '',
        amount: 1.5,
        unit: 'kgCO2' as const,
        email: email_key ?? '',
        callbackUrl: CALLBACK,
      })),
      acknowledged: orders.map(({ id, merchant_id, user_name }) => ({
        merchant: merchant_id,
        marker: user_name ?? '',
        orderId: id,
      })),
      observed: [
        { merchant: 'air', orderId: 'o1', status: 'pending' as const },
        { merchant: 'air', orderId: 'o1', status: 'completed' as const },
        { merchant: 'air', orderId: 'o2', status: 'failed' as const },
      ],
      transactions: [{ merchant: 'air', id: 't1', amount: 1.5, carbonCredits: 0.0015 }],
      lists: [
        {
          merchant: 'air',
          totalRecords: 3,
          totalOrders: 3,
          totalAmountPaid: 1.5,
          totalUsers: 1,
          orderIds: ['o1', 'o2', 'o3'],
        },
      ],
    },
    received: [
      {
        merchant: 'air',
        type: 'order.completed',
        orderId: 'o1',
        status: 'completed',
        transactionId: 't1',
        signed: true,
      },
      { merchant: 'air', type: 'order.failed', orderId: 'o2', status: 'failed', signed: true },
    ],
    snapshot: {
      orders,
      allocations: ['o1', 'o3', 'o4'].map((order_id) => ({
        order_id,
        merchant_id: order_id === 'o4' ? 'rail' : 'air',
        lot: 'wind-1',
        grams: 1500,
        allocated_at: order_id === 'o1' ? 1 : null,
        batch: order_id === 'o1' ? 'b1' : null,
      })),
      projects: [
        { id: 'wind', product: 'carbon_credits' },
        { id: 'fuel', product: 'aviation_fuel' },
      ],
      portfolioParts: [{ portfolio: 'wind-only', project: 'wind', share: 1 }],
      lots: [
        {
          id: 'wind-1',
          project: 'wind',
          grams_total: 5000,
          grams_allotted: 4700,
          grams_unaccounted: 0,
          grams_sold: 1000,
          holders: 2,
        },
      ],
      allotments: [
        {
          merchant_id: 'air',
          lot: 'wind-1',
          grams: 3200,
          grams_reserved: 1500,
          grams_allocated: 1500,
          grams_reported: 1000,
          topped_up_at: 1,
        },
        {
          merchant_id: 'rail',
          lot: 'wind-1',
          grams: 1500,
          grams_reserved: 1500,
          grams_allocated: 0,
          grams_reported: 0,
          topped_up_at: 1,
        },
      ],
      retirements: [{ id: 'r1', tonnes: 2 }],
      serials: [{ retirement: 'r1', registry: 'verra', block: 'v-*', first: 1, last: 2 }],
      batches: [
        {
          id: 'b1',
          state: 'published',
          orders: 1,
          grams: 1500,
          document: documentOf({ retirements: [{ serials: [{ block: 'v-*', first: 1, last: 2 }] }] }),
          corrected: 0,
        },
      ],
      parts: [{ retirement: 'r1', batch: 'b1', grams_from: 0, grams_to: 1500 }],
      leaves: [{ merchant_id: 'air', order_id: 'o1', project: 'wind', batch: 'b1', grams: 1500 }],
      prices: [{ project: 'wind', minor_per_tonne: 100_000 }],
      transactions: [
        { id: 't1', merchant_id: 'air', order_id: 'o1', amount_minor: 150, grams: 1500, refund_id: null },
      ],
      deliveries: [
        { id: 'd1', merchant_id: 'air', order_id: 'o1', state: 'delivered' },
        { id: 'd2', merchant_id: 'air', order_id: 'o2', state: 'delivered' },
      ],
      payments: [
        payment('p1', 'o1', { kept_minor: 150 }),
        // A payment that came too late, and was refunded.
        payment('p2', 'o2', {}),
      ],
      refunds: [refund('rfd1', 'p2', { order_id: 'o2' })],
      totals,
      lines: [],
      statements: [],
      limits: [{ merchant_id: 'air', currency: 'INR', limit_minor: 1000, open_minor: 0 }],
    },
    ledger: {
      paid: [
        { reference: 'ref-p1', payment: 'pay_1', amount: 150 },
        { reference: 'ref-p2', payment: 'pay_2', amount: 150 },
      ],
      refunds: [{ reference: 'ref-rfd1', payment: 'pay_2', amount: 150, state: 'completed', kind: 'refund' }],
    },
  };
}

const PLANTED: readonly [name: string, kind: Kind, plant: (world: World) => void][] = [
  [
    'an order at another price than was shown',
    'price-broken',
    ({ journal }) => {
      journal.sent[2]!.expectedPrice = 149;
    },
  ],
  [
    'a merchant whose unpaid orders hold more than they may',
    'hoarded',
    (world) => {
      const held = { merchant: 'air', grams: 90_000_001, longer: 0 };
      world.held = { merchants: [held], atMost: 90_000_000, longerAtMost: 20_000_000 };
    },
  ],
  [
    'a merchant whose orders hold too much for longer than others',
    'hoarded',
    (world) => {
      const held = { merchant: 'air', grams: 20_000_001, longer: 20_000_001 };
      world.held = { merchants: [held], atMost: 90_000_000, longerAtMost: 20_000_000 };
    },
  ],
  [
    'an endpoint that never responds and takes all slots',
    'slots-hoarded',
    (world) => {
      world.silence = { mostWaiting: 16, slots: 4 };
    },
  ],
  ['an acknowledged order is gone', 'lost', ({ snapshot }) => void snapshot.orders.splice(2, 1)],
  [
    'one request made two orders',
    'doubled',
    ({ snapshot }) => void snapshot.orders.push({ ...snapshot.orders[2]!, id: 'o9' }),
  ],
  [
    'two orders under one idempotency key',
    'doubled',
    ({ journal }) => {
      for (const one of journal.sent.slice(0, 2)) one.key = 'key';
    },
  ],
  [
    'a retry returned another order',
    'doubled',
    ({ journal }) => void journal.acknowledged.push({ ...journal.acknowledged[2]!, orderId: 'o9' }),
  ],
  [
    'an order nobody sent',
    'invented',
    ({ snapshot }) => void snapshot.orders.push(order('o9', { user_name: 'nobody' })),
  ],
  [
    'an order changed',
    'altered',
    ({ snapshot }) => {
      snapshot.orders[2]!.emission_amount = 2;
    },
  ],
  [
    'a response names the order of another request',
    'altered',
    ({ journal }) => {
      journal.acknowledged[2]!.orderId = 'o2';
    },
  ],
  [
    'a settled order is pending again',
    'forgotten-state',
    ({ snapshot }) =>
      void Object.assign(snapshot.orders[1]!, { status: 'pending', payment_status: 'pending' }),
  ],
  [
    'failed, then completed',
    'left-final-state',
    ({ journal }) => void journal.observed.push({ merchant: 'air', orderId: 'o2', status: 'completed' }),
  ],
  [
    'paid but not completed',
    'half-settled',
    ({ snapshot }) => {
      snapshot.orders[2]!.payment_status = 'completed';
    },
  ],
  [
    'a gram too many',
    'wrong-mass',
    ({ snapshot }) => {
      snapshot.orders[2]!.grams = 1501;
    },
  ],
  [
    'a paisa too many',
    'wrong-money',
    ({ snapshot }) => {
      snapshot.orders[2]!.amount_minor = 151;
    },
  ],
  [
    'a price that never was',
    'unknown-price',
    ({ snapshot }) => {
      snapshot.orders[2]!.minor_per_tonne = 99_999;
    },
  ],
  [
    'a lot sold beyond its size',
    'oversold',
    ({ snapshot }) => {
      snapshot.lots[0]!.grams_total = 4499;
    },
  ],
  [
    'credits of a failed order still reserved',
    'credits-adrift',
    ({ snapshot }) => {
      snapshot.allotments[0]!.grams_reserved = 1600;
    },
  ],
  [
    'an allotment its lot does not count',
    'credits-adrift',
    ({ snapshot }) => {
      snapshot.allotments[0]!.grams += 1;
    },
  ],
  [
    'sales a lot does not count',
    'credits-adrift',
    ({ snapshot }) => {
      snapshot.allotments[0]!.grams_reported += 1;
    },
  ],
  [
    'a merchant too many among the holders of a lot',
    'credits-adrift',
    ({ snapshot }) => {
      snapshot.lots[0]!.holders += 1;
    },
  ],
  [
    'more allotted than a lot has',
    'oversold',
    ({ snapshot }) => {
      snapshot.allotments[0]!.grams += 301;
      snapshot.lots[0]!.grams_allotted += 301;
    },
  ],
  [
    'orders that hold more than their allotment',
    'oversold',
    ({ snapshot }) => {
      snapshot.allotments[0]!.grams -= 201;
      snapshot.lots[0]!.grams_allotted -= 201;
    },
  ],
  [
    'orders with credits and without an allotment',
    'credits-adrift',
    ({ snapshot }) => {
      snapshot.allotments.splice(1, 1);
      Object.assign(snapshot.lots[0]!, { grams_allotted: 3200, holders: 1 });
    },
  ],
  [
    'allocated more than paid for',
    'credits-adrift',
    ({ snapshot }) => {
      snapshot.allotments[0]!.grams_allocated = 1501;
    },
  ],
  [
    'credits allocated to an order that is not paid',
    'allocation-adrift',
    ({ snapshot }) => {
      snapshot.allocations[1]!.allocated_at = 1;
      Object.assign(snapshot.allotments[0]!, { grams_reserved: 0, grams_allocated: 3000 });
    },
  ],
  [
    'a paid order whose credits are only reserved',
    'allocation-adrift',
    ({ snapshot }) => {
      snapshot.allocations[0]!.allocated_at = null;
      Object.assign(snapshot.allotments[0]!, { grams_reserved: 3000, grams_allocated: 0 });
    },
  ],
  [
    'a batch that counts a gram too many',
    'batch-adrift',
    ({ snapshot }) => {
      snapshot.batches[0]!.grams = 1501;
      snapshot.parts[0]!.grams_to = 1501;
    },
  ],
  [
    'a batch that lacks an order',
    'batch-adrift',
    ({ snapshot }) => {
      snapshot.batches[0]!.orders = 2;
    },
  ],
  [
    'a batch that states other serial numbers than those stored',
    'batch-adrift',
    ({ snapshot }) => {
      snapshot.serials[0]!.first = 0;
      snapshot.serials[0]!.last = 1;
    },
  ],
  [
    'a document that was kept, and that none corrects',
    'batch-adrift',
    ({ snapshot }) => {
      snapshot.batches[0]!.corrected = 1;
    },
  ],
  [
    'a batch beyond what was retired for it',
    'not-covered',
    ({ snapshot }) => {
      snapshot.parts[0]!.grams_to = 1499;
    },
  ],
  [
    'a batch that is not published and uses up a retirement',
    'not-covered',
    ({ snapshot }) => {
      snapshot.batches[0]!.state = 'collected';
    },
  ],
  [
    'more tonnes than serial numbers',
    'not-covered',
    ({ snapshot }) => {
      snapshot.retirements[0]!.tonnes = 3;
    },
  ],
  [
    'one gram covers two batches',
    'not-covered',
    ({ snapshot }) => {
      snapshot.batches.push({
        id: 'b2',
        state: 'published',
        orders: 0,
        grams: 0,
        document: null,
        corrected: 0,
      });
      snapshot.parts.push({ retirement: 'r1', batch: 'b2', grams_from: 1499, grams_to: 1499 });
    },
  ],
  [
    'one serial number in two retirements',
    'serials-reused',
    ({ snapshot }) => {
      snapshot.retirements.push({ id: 'r2', tonnes: 1 });
      snapshot.serials.push({ ...snapshot.serials[0]!, retirement: 'r2', first: 2 });
    },
  ],
  [
    'an order that is not paid is retired',
    'retired-wrongly',
    ({ snapshot }) => {
      snapshot.leaves[0]!.order_id = 'o3';
    },
  ],
  [
    'credits marked as retired that are in no batch',
    'retired-wrongly',
    ({ snapshot }) => {
      snapshot.allocations[1]!.batch = 'b1';
    },
  ],
  [
    'an order that holds less than it ordered',
    'misallocated',
    ({ snapshot }) => {
      snapshot.allocations[1]!.grams = 1499;
      snapshot.allotments[0]!.grams_reserved = 1499;
    },
  ],
  [
    'fuel in place of credits',
    'products-mixed',
    ({ snapshot }) => {
      snapshot.lots[0]!.project = 'fuel';
      for (const one of snapshot.orders) one.project = 'fuel';
      snapshot.leaves[0]!.project = 'fuel';
      snapshot.prices[0]!.project = 'fuel';
    },
  ],
  [
    'a blend in other shares than its payer chose',
    'wrong-blend',
    ({ snapshot }) => {
      snapshot.projects.push({ id: 'trees', product: 'carbon_credits' });
      snapshot.prices.push({ project: 'trees', minor_per_tonne: 100_000 });
      snapshot.portfolioParts.push({ portfolio: 'half', project: 'wind', share: 1 });
      snapshot.portfolioParts.push({ portfolio: 'half', project: 'trees', share: 1 });
      const pending = snapshot.orders.find(({ status }) => status === 'pending');
      assert.ok(pending);
      pending.portfolio = 'half';
    },
  ],
  [
    'fuel shown as carbon credits',
    'transaction-adrift',
    ({ journal, snapshot }) => {
      const shown = { merchant: 'air', id: 't1', amount: 1.5, carbonCredits: 0, aviationFuel: 0.0015 };
      journal.transactions = [shown];
      assert.equal(snapshot.orders[0]!.product, 'carbon_credits');
    },
  ],
  [
    'an order that holds credits of one lot too many',
    'misallocated',
    ({ snapshot }) => {
      snapshot.lots.push({ ...snapshot.lots[0]!, id: 'wind-2' });
      snapshot.allocations.push({ ...snapshot.allocations[1]!, lot: 'wind-2', grams: 500 });
    },
  ],
  [
    'a failed order that still holds credits',
    'misallocated',
    ({ snapshot }) => {
      snapshot.allocations.push({ ...snapshot.allocations[1]!, order_id: 'o2' });
      snapshot.allotments[0]!.grams_reserved = 3000;
    },
  ],
  [
    'credits held for an order of another merchant',
    'misallocated',
    ({ snapshot }) => {
      snapshot.allocations[1]!.merchant_id = 'rail';
    },
  ],
  [
    'an order counted for another user than its own',
    'wrong-totals',
    ({ snapshot }) => {
      snapshot.totals.find(({ user }) => user !== '')!.user = 'e:nobody@x.example';
    },
  ],
  [
    'a completed order without a transaction',
    'transaction-missing',
    ({ snapshot }) => void snapshot.transactions.pop(),
  ],
  [
    'two transactions for an order',
    'transaction-doubled',
    ({ snapshot }) => void snapshot.transactions.push({ ...snapshot.transactions[0]!, id: 't2' }),
  ],
  [
    'a transaction over another amount',
    'transaction-adrift',
    ({ snapshot }) => {
      snapshot.transactions[0]!.amount_minor = 149;
    },
  ],
  [
    'a transaction shown with other figures',
    'transaction-adrift',
    ({ journal }) => {
      journal.transactions[0]!.amount = 1.51;
    },
  ],
  [
    'money kept for a failed order',
    'payment-adrift',
    ({ snapshot }) => {
      snapshot.payments[0]!.order_id = 'o2';
    },
  ],
  [
    'money kept twice',
    'payment-adrift',
    ({ snapshot }) => void snapshot.payments.push({ ...snapshot.payments[0]!, id: 'p9' }),
  ],
  [
    'money that came too late, and nobody refunds it',
    'money-forgotten',
    ({ snapshot }) => void snapshot.refunds.pop(),
  ],
  [
    'money that came too late, and its refund failed',
    'money-forgotten',
    ({ snapshot, ledger }) => {
      snapshot.refunds[0]!.state = 'failed';
      ledger!.refunds[0]!.state = 'failed';
    },
  ],
  [
    'too much money, kept',
    'money-forgotten',
    ({ snapshot, ledger }) => {
      snapshot.payments[0]!.received_minor = 151;
      ledger!.paid[0]!.amount = 151;
    },
  ],
  [
    'a payment the store knows nothing of',
    'money-lost',
    ({ ledger }) => void ledger!.paid.push({ reference: 'r9', payment: 'pay_9', amount: 1 }),
  ],
  [
    'a payment whose event was lost and which nobody reconciled',
    'money-lost',
    ({ snapshot }) => {
      Object.assign(snapshot.payments[1]!, { state: 'started', received_minor: null });
    },
  ],
  [
    'a refund at the provider that nobody learned of',
    'refunded-wrongly',
    ({ ledger }) =>
      void ledger!.refunds.push({ ...ledger!.refunds[0]!, reference: 'r9', payment: 'pay_1', amount: 10 }),
  ],
  [
    'a dispute that was lost and is still pending here',
    'refunded-wrongly',
    ({ snapshot }) => {
      snapshot.refunds[0]!.state = 'pending';
    },
  ],
  [
    'money refunded twice',
    'refunded-wrongly',
    ({ ledger, snapshot }) => {
      ledger!.refunds.push({ ...ledger!.refunds[0]!, reference: 'ref-rfd2' });
      snapshot.refunds.push(refund('rfd2', 'p2', { order_id: 'o2' }));
    },
  ],
  [
    'money that was paid another way, and that the provider returned too',
    'refunded-wrongly',
    ({ snapshot }) =>
      void snapshot.refunds.push(
        refund('rfd2', 'p2', { order_id: 'o2', provider_reference: null, paid_reference: 'transfer 17' }),
      ),
  ],
  [
    'a refund which the provider knows nothing of',
    'refunded-wrongly',
    ({ ledger }) => void ledger!.refunds.pop(),
  ],
  [
    'a refund larger than its order',
    'refunded-wrongly',
    ({ snapshot }) =>
      void snapshot.refunds.push(
        refund('rfd3', 'p1', { cause: 'dispute', amount_minor: 151, order_minor: 151 }),
      ),
  ],
  [
    'more grams refunded than an order has',
    'refunded-wrongly',
    ({ snapshot }) => {
      snapshot.refunds.push(refund('rfd3', 'p1', { cause: 'requested', order_minor: 150, grams: 1501 }));
    },
  ],
  [
    'credits that returned with a refund and are still held',
    'misallocated',
    ({ snapshot }) => {
      snapshot.refunds.push(refund('rfd3', 'p1', { cause: 'requested', grams: 500, credits: 'returned' }));
    },
  ],
  [
    'a completed refund whose credits are neither returned nor retired',
    'refund-adrift',
    ({ snapshot }) => {
      snapshot.refunds.push(refund('rfd3', 'p1', { cause: 'requested', grams: 500, credits: 'none' }));
    },
  ],
  [
    'a refund its order does not show',
    'refund-adrift',
    ({ snapshot }) => void snapshot.refunds.push(refund('rfd3', 'p1', { order_minor: 150, grams: 1500 })),
  ],
  [
    'a refund without its transaction',
    'transaction-adrift',
    ({ snapshot }) => void snapshot.refunds.push(refund('rfd3', 'p1', { order_minor: 150, grams: 1500 })),
  ],
  [
    'credits returned to stock that the order still holds',
    'misallocated',
    ({ snapshot }) => {
      snapshot.refunds.push(refund('rfd3', 'p1', { order_minor: 150, grams: 1500, credits: 'returned' }));
    },
  ],
  ['a payment nobody made', 'payment-adrift', ({ ledger }) => void ledger!.paid.pop()],
  [
    'a total one too high',
    'wrong-totals',
    ({ snapshot }) => {
      snapshot.totals[0]!.orders += 1;
    },
  ],
  [
    'money counted that was not paid',
    'wrong-totals',
    ({ snapshot }) => {
      snapshot.totals[4]!.paid_inr_minor += 1;
    },
  ],
  [
    'a user counted twice',
    'wrong-totals',
    ({ snapshot }) => {
      snapshot.totals.at(-1)!.users = 2;
    },
  ],
  ['a list without an order', 'wrong-list', ({ journal }) => void journal.lists[0]!.orderIds.pop()],
  ['a final state never sent', 'never-notified', ({ received }) => void received.pop()],
  [
    'sent as completed, and it failed',
    'notified-wrongly',
    ({ received }) => void Object.assign(received[1]!, { type: 'order.completed', status: 'completed' }),
  ],
  [
    'sent for a pending order',
    'notified-wrongly',
    ({ received }) => {
      received[1]!.orderId = 'o3';
    },
  ],
  [
    'two webhooks of one change',
    'delivery-adrift',
    ({ snapshot }) => void snapshot.deliveries.push({ ...snapshot.deliveries[0]!, id: 'd9' }),
  ],
  ['a change without its webhook', 'delivery-adrift', ({ snapshot }) => void snapshot.deliveries.pop()],
  [
    'a webhook nobody signed',
    'unsigned',
    ({ received }) => {
      received[0]!.signed = false;
    },
  ],
  [
    'an order of another merchant in a list',
    'foreign-data',
    ({ journal }) => void journal.lists[0]!.orderIds.push('o4'),
  ],
  [
    'an order of another merchant read',
    'foreign-data',
    ({ journal }) => void journal.observed.push({ merchant: 'air', orderId: 'o4', status: 'pending' }),
  ],
  [
    'a transaction of another merchant read',
    'foreign-data',
    ({ journal }) => {
      journal.transactions[0]!.merchant = 'rail';
    },
  ],
  [
    'sent to another merchant',
    'foreign-data',
    ({ received }) => {
      received[0]!.merchant = 'rail';
    },
  ],
  [
    'an order that lasts a day',
    'wrong-time',
    ({ snapshot }) => {
      snapshot.orders[2]!.expires_at = 1 + 86_400_000;
    },
  ],
  [
    'an order of tomorrow',
    'wrong-time',
    ({ snapshot }) => {
      snapshot.orders[2]!.created_at = 86_400_000;
      snapshot.orders[2]!.expires_at = 86_400_000 + 1_800_000;
    },
  ],
  [
    'settled by a clock that was ahead',
    'wrong-time',
    ({ snapshot }) => {
      snapshot.orders[1]!.settled_at = 86_400_000;
    },
  ],
];

/** Creates a small run in which the merchant collected the money of the paid order, and owes it. */
function createCollectedWorld(): World {
  const world = createSoundWorld();
  const { snapshot, ledger } = world;
  snapshot.orders[0]!.settlement = 'merchant';
  snapshot.payments.splice(0, 1);
  ledger!.paid.splice(0, 1);
  const line = { merchant_id: 'air', currency: 'INR', statement_id: null };
  snapshot.lines.push({ ...line, id: 'o1', order_id: 'o1', amount_minor: 150 });
  snapshot.limits[0]!.open_minor = 150;
  return world;
}

const COLLECTED: readonly [name: string, plant: (world: World) => void][] = [
  ['an order on no statement', ({ snapshot }) => void snapshot.lines.pop()],
  ['an order on two', ({ snapshot }) => void snapshot.lines.push({ ...snapshot.lines[0]! })],
  [
    'a line of another amount',
    ({ snapshot }) => {
      snapshot.lines[0]!.amount_minor = 149;
    },
  ],
  [
    'a line of an order which the payer paid',
    ({ snapshot }) => {
      snapshot.orders[0]!.settlement = 'payer';
    },
  ],
  [
    'what is owed is not counted',
    ({ snapshot }) => {
      snapshot.limits[0]!.open_minor = 0;
    },
  ],
  [
    'a limit that was passed',
    ({ snapshot }) => {
      snapshot.limits[0]!.limit_minor = 149;
    },
  ],
  [
    'a statement of another total',
    ({ snapshot }) => {
      snapshot.lines[0]!.statement_id = 's1';
      const statement = { id: 's1', merchant_id: 'air', number: 1, state: 'closed', tax: null };
      snapshot.statements.push({ ...statement, total_minor: 151 });
    },
  ],
  [
    'a statement with another tax than its order',
    ({ snapshot }) => {
      snapshot.lines[0]!.statement_id = 's1';
      const tax = JSON.stringify({ rate: 18, net_minor: 127, tax_minor: 23 });
      const statement = { id: 's1', merchant_id: 'air', number: 1, state: 'closed', tax };
      snapshot.statements.push({ ...statement, total_minor: 150 });
    },
  ],
  [
    'a statement whose net and tax are not its total',
    ({ snapshot }) => {
      const tax = JSON.stringify({ rate: 18, net_minor: 127, tax_minor: 22 });
      snapshot.orders[0]!.tax = tax;
      snapshot.lines[0]!.statement_id = 's1';
      const statement = { id: 's1', merchant_id: 'air', number: 1, state: 'closed', tax };
      snapshot.statements.push({ ...statement, total_minor: 150 });
    },
  ],
  [
    'a gap between the numbers of statements',
    ({ snapshot }) => {
      snapshot.lines[0]!.statement_id = 's1';
      const statement = { id: 's1', merchant_id: 'air', number: 2, state: 'closed', tax: null };
      snapshot.statements.push({ ...statement, total_minor: 150 });
    },
  ],
];

describe('the checker of the torture run', () => {
  it('finds nothing wrong if the merchant createCollectedWorld the money', () => {
    assert.deepEqual(check(createCollectedWorld()), []);
  });

  for (const [name, plant] of COLLECTED) {
    it(`finds statement-adrift: ${name}`, () => {
      const world = createCollectedWorld();
      plant(world);
      assert.ok(check(world).some(({ kind }) => kind === 'statement-adrift'));
    });
  }

  it('finds nothing if nothing is wrong', () => {
    assert.deepEqual(check(createSoundWorld()), []);
  });

  for (const [name, kind, plant] of PLANTED) {
    it(`finds ${kind}: ${name}`, () => {
      const world = createSoundWorld();
      plant(world);
      const kinds = check(world).map((finding) => finding.kind);
      assert.ok(kinds.includes(kind), `it found ${kinds.join(', ') || 'nothing'}`);
    });
  }

  for (const [amount, unit, grams] of [
    [0.0004, 'kgCO2', 0n],
    [0.0005, 'kgCO2', 1n],
    [1.0005, 'kgCO2', 1001n],
    [1e-7, 'tonCO2e', 0n],
    [5e-7, 'tonCO2e', 1n],
    [1e9, 'kgCO2', 1_000_000_000_000n],
    [1146, 'tonCO2e', 1_146_000_000n],
  ] as const) {
    it(`weighs ${amount} ${unit} as ${grams} g`, () => assert.equal(gramsOf(amount, unit), grams));
  }

  it('finds nothing wrong with a refund paid another way, which the provider does not know', () => {
    const world = createSoundWorld();
    world.ledger!.refunds.pop();
    Object.assign(world.snapshot.refunds[0]!, { provider_reference: null, paid_reference: 'transfer 17' });
    assert.deepEqual(check(world), []);
  });

  it('rounds prices of half a paisa up', () => {
    assert.equal(paiseOf(5n, 100_000n), 1n);
    assert.equal(paiseOf(4n, 100_000n), 1n);
    assert.equal(paiseOf(0n, 100_000n), 0n);
    assert.equal(paiseOf(14n, 100_000n), 1n);
  });
});
