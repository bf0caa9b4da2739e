import type { EmissionUnit, OrderState, Product, Settlement } from '@flight-offset/core';
import type { Generated, Selectable } from 'kysely';
import type { Millis } from './millis.ts';

/** One order. `status` and `payment_status` move only from `pending`, once; the database refuses any other change. */
export interface OrderTable {
  id: string;
  merchant_id: string;
  emission_amount: number;
  emission_unit: EmissionUnit;
  grams: number;
  /** ISO 4217 code of the currency of price and payment. */
  currency: string;
  minor_per_tonne: number;
  amount_minor: number;
  /** The amount in paise, at the rate its price list named when the order was created. */
  inr_minor: number;
  user_name: string | null;
  user_email: string | null;
  user_tax_id: string | null;
  /** Lower-case e-mail address, for the filter. */
  email_key: string | null;
  callback_url: string | null;
  payment_token: string;
  status: OrderState;
  payment_status: OrderState;
  /** The product that the order buys: grams of the two are never added together. */
  product: Generated<Product>;
  /** The portfolio the payer chose. */
  portfolio: Generated<string | null>;
  /** The project of its largest part when it was created. */
  project: string | null;
  /** How many projects its credits were taken from. */
  project_count: Generated<number>;
  emissions_model: string | null;
  /** Publishers of the figures behind the amount; see `stored-publishers.ts`. */
  emission_publishers: string | null;
  /** Who collected the money; `payer` until the merchant is known to have done so. */
  settlement: Settlement;
  /** The merchant's own reference, such as a booking. */
  reference: string | null;
  variant: string | null;
  /** JSON of the merchant's key-value pairs. */
  metadata: string | null;
  /** Sum of completed refunds, counting only the parts that return the order's price. */
  refunded_minor: Generated<number>;
  /** The same sum of pending refunds and open disputes. */
  refund_pending_minor: Generated<number>;
  /** JSON of the tax within the amount, as it was when the order was created; null without tax. */
  tax: string | null;
  created_at: Millis;
  expires_at: Millis;
  settled_at: Millis | null;
}

/** A settled purchase, or a refund of one, whose amounts are negative. */
export interface TransactionTable {
  id: string;
  merchant_id: string;
  order_id: string;
  currency: string;
  amount_minor: number;
  /** The amount in paise, as the order froze it. */
  inr_minor: number;
  grams: number;
  created_at: Millis;
  /** The refund it belongs to; null for the purchase, of which an order has one. */
  refund_id: Generated<string | null>;
}

/** The response to a create, kept so that a retry gets the same. */
export interface IdempotencyTable {
  merchant_id: string;
  key: string;
  body_hash: string;
  response: string | null;
  created_at: Millis;
}

/** Orders and their outcomes. */
export interface OrderTables {
  orders: OrderTable;
  transactions: TransactionTable;
  idempotency: IdempotencyTable;
}

/** A stored order. */
export type OrderRow = Selectable<OrderTable>;
/** A stored transaction. */
export type TransactionRow = Selectable<TransactionTable>;
