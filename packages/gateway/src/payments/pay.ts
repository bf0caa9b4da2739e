import type { OrderContext } from '../orders/context.ts';
import { holdForPayment } from '../orders/hold.ts';
import { settleOrder } from '../orders/settle.ts';
import { newId } from '../store/ids.ts';
import type { MerchantRow, OrderRow, PaymentTable } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import type { PaymentEvent, PaymentRequest, Provider } from './provider.ts';

/** What the payment page does next. */
export type PayResult =
  | { readonly kind: 'redirect'; readonly url: string }
  /** The order is settled, now or before. */
  | { readonly kind: 'settled' }
  | { readonly kind: 'invalid'; readonly problem: 'card' | 'provider' };

/** Asks the provider for the money of a pending order, once: a payer who comes back finds the same payment. */
export async function pay(
  context: OrderContext,
  provider: Provider,
  order: OrderRow,
  merchant: MerchantRow,
  page: Pick<PaymentRequest, 'returnUrl' | 'cancelUrl' | 'description' | 'form'>,
): Promise<PayResult> {
  const open = await openPayment(context, provider, order);
  if (open?.redirect_url) return { kind: 'redirect', url: open.redirect_url };
  const held = await holdForPayment(context, order);
  if (!held) return { kind: 'settled' };
  const at = context.now();
  const paymentId = newId('pay', at);
  const started = await provider.start({ order: held, merchant, paymentId, ...page });
  if (started.kind === 'invalid') return started;
  await context.db.kysely
    .insertInto('payments')
    .values({
      id: paymentId,
      order_id: order.id,
      provider: provider.name,
      reference: started.reference,
      currency: order.currency,
      amount_minor: order.amount_minor,
      state: 'started',
      payment_reference: null,
      redirect_url: started.kind === 'redirect' ? started.url : null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  if (started.kind === 'redirect') return { kind: 'redirect', url: started.url };
  const { reference, outcome } = started;
  await applyEvent(context, provider, { id: reference, reference, outcome });
  return { kind: 'settled' };
}

async function openPayment(
  { db }: OrderContext,
  provider: Provider,
  order: OrderRow,
): Promise<PaymentTable | undefined> {
  return db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('provider', '=', provider.name)
    .where('state', '=', 'started')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/**
 * Acts upon what a provider tells of a payment: once, however often, late or out of order it is told. Money for
 * an order which does not wait for it any more is recorded and marked to be given back.
 * @returns false where the payment is not known (yet): the provider should tell again.
 */
export async function applyEvent(
  context: OrderContext,
  provider: Pick<Provider, 'name'>,
  event: PaymentEvent,
): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    let payment = await findPayment(tx, provider, event);
    if (!payment) return false;
    const fresh = await tx
      .insertInto('provider_events')
      .values({ provider: provider.name, event_id: event.id, received_at: context.now() })
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .returning('event_id')
      .executeTakeFirst();
    if (!fresh) return true;
    // Another event of the same payment may have been acted upon while this one waited.
    payment = (await findPayment(tx, provider, event)) ?? payment;
    if (event.outcome === 'captured') await capture(tx, context, payment, event);
    else if (event.outcome === 'refused') await refuse(tx, context, payment);
    else await move(tx, context, payment, ['captured', 'refund_due'], 'refunded');
    return true;
  });
}

async function findPayment(
  tx: Tx,
  provider: Pick<Provider, 'name'>,
  event: PaymentEvent,
): Promise<PaymentTable | undefined> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider.name)
    .where('reference', '=', event.reference)
    .executeTakeFirst();
}

async function capture(
  tx: Tx,
  context: OrderContext,
  payment: PaymentTable,
  event: PaymentEvent,
): Promise<void> {
  const received = event.amountPaise ?? payment.amount_minor;
  const captured = await move(tx, context, payment, ['started', 'failed'], 'captured', {
    payment_reference: event.paymentReference ?? payment.payment_reference,
    // What came in is what would have to be given back.
    amount_minor: received,
  });
  if (!captured) return;
  const paidInFull = received >= payment.amount_minor;
  const settled = paidInFull ? await settleOrder(tx, context, payment.order_id, 'completed') : undefined;
  if (!settled) await move(tx, context, payment, ['captured'], 'refund_due');
}

async function refuse(tx: Tx, context: OrderContext, payment: PaymentTable): Promise<void> {
  if (await move(tx, context, payment, ['started'], 'failed')) {
    await settleOrder(tx, context, payment.order_id, 'failed');
  }
}

/** Moves a payment from one of some states, if it is in one. @returns whether it was. */
async function move(
  tx: Tx,
  { now }: OrderContext,
  payment: Pick<PaymentTable, 'id'>,
  from: PaymentTable['state'][],
  to: PaymentTable['state'],
  more: Partial<Pick<PaymentTable, 'payment_reference' | 'amount_minor'>> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ ...more, state: to, updated_at: now() })
    .where('id', '=', payment.id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
