import type { Money } from '@flight-offset/core';
import type { OrderPart } from '../projects/order-parts.ts';
import type { OrderCredits } from '../retirements/credits-of.ts';
import type { MerchantRow, OrderRow, ProjectFactRow } from '../store/schema.ts';

/** An order with all that a page or a receipt says of it. */
export interface OrderView {
  readonly order: OrderRow;
  readonly merchant: MerchantRow;
  /** The projects behind it, the largest part first. */
  readonly parts: readonly ViewPart[];
  /** Name of the portfolio the payer chose. */
  readonly portfolio: string | undefined;
  /** Who publishes the figures behind its emissions, as it names them. */
  readonly publishers: readonly string[];
  /** The credits allocated to it, project by project; empty until it is paid. */
  readonly credits: readonly OrderCredits[];
  readonly transactionId: string | undefined;
  /** Money that is being refunded, then what was: totals per currency and who returns it. */
  readonly refunds: readonly RefundTotal[];
}

/** Money that goes back to the payer, whether it paid for the order or came too late, twice or in excess. */
export interface RefundTotal {
  readonly money: Money;
  /** How much of it takes back what the order cost, minor units of the order's currency. */
  readonly ofOrder: number;
  /** Whether the merchant returns it, which collected it with the booking. */
  readonly byMerchant: boolean;
  /** When the last of it was refunded, milliseconds since 1970; undefined while it is pending. */
  readonly doneAt: number | undefined;
}

/** A project behind an order, with what its registry states of it. */
export interface ViewPart extends OrderPart {
  /** Undefined where no public export of the registry was imported. */
  readonly facts: ProjectFactRow | undefined;
}

/** Grams that a paid order holds: what was ordered, without what returned to stock with a refund. */
export function gramsHeld({ credits }: OrderView): number {
  return credits.reduce((sum, { grams }) => sum + grams, 0);
}

/** What of an order's price was refunded or is being refunded, minor units: nothing of an open dispute. */
export function refundedMinor({ refunds }: OrderView): number {
  return refunds.reduce((sum, { ofOrder }) => sum + ofOrder, 0);
}

/** Whether all credits of a paid order returned to stock with its refund. */
export function isReturned(view: OrderView): boolean {
  return view.order.grams > 0 && gramsHeld(view) === 0;
}

/** Whether all of an order's price was refunded or is being refunded: its credits return once that is done. */
export function goesBack(view: OrderView): boolean {
  return view.order.amount_minor > 0 && refundedMinor(view) === view.order.amount_minor;
}
