import type { Money } from '@flight-offset/core';
import type { OrderPart } from '../projects/order-parts.ts';
import type { OrderCredits } from '../retirements/credits-of.ts';
import type { MerchantRow, OrderRow, ProjectFactRow } from '../store/schema.ts';

/** An order with everything that a page or a receipt shows of it. */
export interface OrderView {
  readonly order: OrderRow;
  readonly merchant: MerchantRow;
  /** The projects behind it, the largest part first. */
  readonly parts: readonly ViewPart[];
  /** Name of the portfolio the payer chose. */
  readonly portfolio: string | undefined;
  /** Publishers of the figures behind its emissions, as the order names them. */
  readonly publishers: readonly string[];
  /** The credits allocated to it, project by project; empty until it is paid. */
  readonly credits: readonly OrderCredits[];
  readonly transactionId: string | undefined;
  /** Pending refunds, then completed ones: totals per currency and by who returns the money. */
  readonly refunds: readonly RefundTotal[];
}

/** Money returned to the payer: paid for the order, or paid too late, twice or in excess. */
export interface RefundTotal {
  readonly money: Money;
  /** The part of it that returns the order's price, minor units of the order's currency. */
  readonly ofOrder: number;
  /** Whether the merchant, which collected it with the booking, returns it. */
  readonly byMerchant: boolean;
  /** Time of the last of these refunds, milliseconds since 1970; undefined while it is pending. */
  readonly doneAt: number | undefined;
}

/** A project behind an order, with what its registry states about it. */
export interface ViewPart extends OrderPart {
  /** Undefined if no public export of the registry was imported. */
  readonly facts: ProjectFactRow | undefined;
}

/** Returns the grams that a paid order holds: the ordered grams without those that returned to stock with a refund. */
export function gramsHeld({ credits }: OrderView): number {
  return credits.reduce((sum, { grams }) => sum + grams, 0);
}

/** Returns how much of an order's price was refunded or is being refunded, minor units; open disputes do not count. */
export function refundedMinor({ refunds }: OrderView): number {
  return refunds.reduce((sum, { ofOrder }) => sum + ofOrder, 0);
}

/** Whether all credits of a paid order returned to stock with its refund. */
export function isReturned(view: OrderView): boolean {
  return view.order.grams > 0 && gramsHeld(view) === 0;
}

/** Whether all of an order's price was refunded or is being refunded: its credits return once the refund completes. */
export function hasFullRefund(view: OrderView): boolean {
  return view.order.amount_minor > 0 && refundedMinor(view) === view.order.amount_minor;
}
