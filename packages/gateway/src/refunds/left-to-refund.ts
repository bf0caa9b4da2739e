import { minorUnits, portionOf } from '@flight-offset/core';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';

/** The part of an order that is neither refunded nor about to be. */
export interface Left {
  /** Minor units of the order's currency. */
  readonly minor: number;
  readonly grams: number;
}

/** Refunds that were made or may still be made. */
function withoutFailed(refunds: readonly RefundRow[]): RefundRow[] {
  return refunds.filter(({ state }) => state !== 'failed');
}

/** Calculates what is left of an order after its completed and pending refunds. */
export function leftOf(order: OrderRow, refunds: readonly RefundRow[]): Left {
  let { amount_minor: minor, grams } = order;
  for (const refund of withoutFailed(refunds)) {
    minor -= refund.order_minor;
    grams -= refund.grams;
  }
  return { minor: Math.max(minor, 0), grams: Math.max(grams, 0) };
}

type PaidMoney = Pick<PaymentRow, 'id' | 'received_currency' | 'received_minor' | 'kept_minor'>;

/** Money of a payment that no refund has taken or is about to take, minor units. */
export interface MoneyLeft {
  /** Left of all money received. */
  readonly total: number;
  /** Left of the surplus, which pays for nothing. */
  readonly unkept: number;
}

/**
 * Calculates what is left of a payment's money after its completed and pending refunds: nothing if there is a dispute
 * in another currency, as nobody knows how much it claims.
 */
export function moneyLeftOf(
  { id, received_currency, received_minor, kept_minor }: PaidMoney,
  refunds: readonly RefundRow[],
): MoneyLeft {
  let total = received_minor ?? 0;
  let unkept = total - kept_minor;
  for (const { payment_id, currency, amount_minor, order_minor } of withoutFailed(refunds)) {
    if (payment_id !== id) continue;
    if (currency !== received_currency) return { total: 0, unkept: 0 };
    total -= amount_minor;
    unkept -= amount_minor - order_minor;
  }
  return { total: Math.max(total, 0), unkept: Math.max(unkept, 0) };
}

/** Whether the payment's other refunds, completed or pending, leave the money of a refund that has not failed. */
export function isMoneyLeftFor(
  refund: Pick<RefundRow, 'id' | 'amount_minor'>,
  payment: PaidMoney,
  refunds: readonly RefundRow[],
): boolean {
  const others = refunds.filter(({ id }) => id !== refund.id);
  return refund.amount_minor <= moneyLeftOf(payment, others).total;
}

/** Whether completed and pending refunds leave a failed refund its money and its part of the order. */
export function isLeftFor(
  { order_minor, amount_minor }: Pick<RefundRow, 'order_minor' | 'amount_minor'>,
  order: OrderRow,
  payment: PaidMoney,
  refunds: readonly RefundRow[],
): boolean {
  const held = moneyLeftOf(payment, refunds);
  return (
    order_minor <= leftOf(order, refunds).minor &&
    amount_minor <= held.total &&
    // A surplus is refunded only from what is left of the surplus.
    amount_minor - order_minor <= held.unkept
  );
}

/** Calculates by how much completed refunds and lost disputes exceed the money of their payment, minor units. */
export function excessOf(
  { id, received_currency, received_minor }: PaidMoney,
  refunds: readonly RefundRow[],
): number {
  let gone = 0;
  for (const { payment_id, currency, amount_minor, state } of refunds)
    if (payment_id === id && currency === received_currency && state === 'completed') gone += amount_minor;
  return Math.max(gone - (received_minor ?? 0), 0);
}

/**
 * Calculates how much of the money that pays for the order was refunded, or will be, without counting as such: a refund
 * that failed since had taken the order's share. Minor units.
 */
export function missingShare(
  { id, received_currency, received_minor, kept_minor }: PaidMoney,
  refunds: readonly RefundRow[],
): number {
  let gone = 0;
  for (const { payment_id, currency, amount_minor, order_minor } of withoutFailed(refunds))
    if (payment_id === id && currency === received_currency) gone += amount_minor - order_minor;
  return Math.max(gone - ((received_minor ?? 0) - kept_minor), 0);
}

/**
 * Calculates the price of some of the grams that are left: in proportion, half up to the step. All of them cost all the
 * money that is left, to the minor unit.
 * @param step the price of a part is a multiple of this many minor units: what the provider can return.
 */
export function priceOfPart({ minor, grams }: Left, part: number, step: number): number {
  if (part >= grams) return minor;
  return step * portionOf(minorUnits(Math.floor(minor / step)), part, grams);
}

/** Calculates the grams that some money pays for: in proportion, rounded down. All the money pays for all the grams. */
export function gramsOfPart({ minor, grams }: Left, part: number): number {
  return part >= minor ? grams : Number((BigInt(grams) * BigInt(part)) / BigInt(minor));
}
