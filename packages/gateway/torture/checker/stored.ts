/** Rows of the store, as far as the checker reads them. */

export interface StoredOrder {
  readonly id: string;
  readonly merchant_id: string;
  readonly emission_amount: number;
  readonly emission_unit: string;
  readonly grams: number;
  readonly minor_per_tonne: number;
  readonly amount_minor: number;
  readonly user_name: string | null;
  readonly email_key: string | null;
  readonly user_tax_id: string | null;
  readonly callback_url: string | null;
  readonly status: string;
  readonly payment_status: string;
  readonly product: string;
  readonly portfolio: string | null;
  readonly project: string | null;
  readonly project_count: number;
  readonly created_at: number;
  readonly expires_at: number;
  readonly settled_at: number | null;
  readonly refunded_minor: number;
  readonly refund_pending_minor: number;
  readonly settlement: string;
  /** Tax within its amount, JSON with its `rate`; null if there is none. */
  readonly tax: string | null;
}

export interface StoredAllocation {
  readonly merchant_id: string;
  readonly order_id: string;
  readonly lot: string;
  readonly grams: number;
  /** Time of the order's payment; null while the grams are only reserved. */
  readonly allocated_at: number | null;
  /** Retirement batch that contains them. */
  readonly batch: string | null;
}

export interface StoredRetirement {
  readonly id: string;
  readonly tonnes: number;
}

export interface StoredSerials {
  readonly retirement: string;
  readonly registry: string;
  readonly block: string;
  readonly first: number;
  readonly last: number;
}

export interface StoredBatch {
  readonly id: string;
  readonly state: string;
  readonly orders: number;
  readonly grams: number;
  /** The published batch, a JWS. */
  readonly document: string | null;
  /** Number of its corrected documents, which are kept. */
  readonly corrected: number;
}

export interface StoredPart {
  readonly retirement: string;
  readonly batch: string;
  readonly grams_from: number;
  readonly grams_to: number;
}

export interface StoredLeaf {
  readonly merchant_id: string;
  readonly order_id: string;
  readonly project: string;
  readonly batch: string;
  readonly grams: number;
}

export interface StoredProject {
  readonly id: string;
  readonly product: string;
}

export interface StoredPortfolioPart {
  readonly portfolio: string;
  readonly project: string;
  readonly share: number;
}

export interface StoredLot {
  readonly id: string;
  readonly project: string;
  readonly grams_total: number;
  readonly grams_allotted: number;
  readonly grams_unaccounted: number;
  readonly grams_sold: number;
  readonly holders: number;
}

export interface StoredAllotment {
  readonly merchant_id: string;
  readonly lot: string;
  readonly grams: number;
  readonly grams_reserved: number;
  readonly grams_allocated: number;
  readonly grams_reported: number;
  readonly topped_up_at: number | null;
}

export interface StoredTransaction {
  readonly id: string;
  readonly merchant_id: string;
  readonly order_id: string;
  readonly amount_minor: number;
  readonly grams: number;
  /** Refund of the transaction; null for a purchase. */
  readonly refund_id: string | null;
}

export interface StoredDelivery {
  readonly id: string;
  readonly merchant_id: string;
  readonly order_id: string;
  readonly state: string;
}

export interface StoredPayment {
  readonly id: string;
  readonly order_id: string;
  readonly amount_minor: number;
  readonly state: string;
  /** The provider's identifier of the payment. */
  readonly reference: string;
  /** Received money, and the part of it that pays for the order. */
  readonly received_minor: number | null;
  readonly kept_minor: number;
}

export interface StoredRefund {
  readonly id: string;
  readonly order_id: string;
  readonly payment_id: string | null;
  readonly cause: string;
  readonly amount_minor: number;
  /** The part of it that returns the order's price. */
  readonly order_minor: number;
  readonly grams: number;
  /** `returned` if the grams returned to stock. */
  readonly credits: string;
  readonly state: string;
  readonly provider_reference: string | null;
  /** Reference of the payment to the payer, if the provider did not make the refund. */
  readonly paid_reference: string | null;
  readonly transaction_id: string | null;
}

/**
 * A row of totals, or of a user's orders, with the counts for orders of one state; '' means any state, user or tax id.
 */
export interface StoredTotal {
  readonly merchant_id: string;
  readonly user: string;
  readonly tax_id: string;
  readonly status: string;
  readonly orders: number;
  readonly paid_inr_minor: number;
  readonly users: number;
}

export interface StoredPrice {
  readonly project: string;
  readonly minor_per_tonne: number;
}

/** An order or refund on a statement, closed or not. */
export interface StoredLine {
  readonly merchant_id: string;
  /** Identifier of the order or refund. */
  readonly id: string;
  /** Order of the line. */
  readonly order_id: string;
  readonly statement_id: string | null;
  readonly currency: string;
  readonly amount_minor: number;
}

export interface StoredStatement {
  readonly id: string;
  readonly merchant_id: string;
  readonly number: number;
  readonly state: string;
  readonly total_minor: number;
  /** Tax within the total, JSON with `rate`, `net_minor` and `tax_minor`; null if there is none. */
  readonly tax: string | null;
}

export interface StoredLimit {
  readonly merchant_id: string;
  readonly currency: string;
  readonly limit_minor: number;
  readonly open_minor: number;
}

/** The store, read table by table with plain SQL. */
export interface Snapshot {
  readonly orders: readonly StoredOrder[];
  readonly allocations: readonly StoredAllocation[];
  readonly projects: readonly StoredProject[];
  readonly portfolioParts: readonly StoredPortfolioPart[];
  readonly lots: readonly StoredLot[];
  readonly allotments: readonly StoredAllotment[];
  readonly retirements: readonly StoredRetirement[];
  readonly serials: readonly StoredSerials[];
  readonly batches: readonly StoredBatch[];
  readonly parts: readonly StoredPart[];
  readonly leaves: readonly StoredLeaf[];
  readonly prices: readonly StoredPrice[];
  readonly transactions: readonly StoredTransaction[];
  readonly deliveries: readonly StoredDelivery[];
  readonly payments: readonly StoredPayment[];
  readonly refunds: readonly StoredRefund[];
  readonly totals: readonly StoredTotal[];
  readonly lines: readonly StoredLine[];
  readonly statements: readonly StoredStatement[];
  readonly limits: readonly StoredLimit[];
}
