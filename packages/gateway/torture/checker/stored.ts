/** The rows of the store, as the checker reads them. */

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
  readonly settled_at: number | null;
  readonly refunded_minor: number;
  readonly refund_pending_minor: number;
  readonly settlement: string;
  /** The tax within its amount, JSON with its `rate`; null where there is none. */
  readonly tax: string | null;
}

export interface StoredAllocation {
  readonly merchant_id: string;
  readonly order_id: string;
  readonly lot: string;
  readonly grams: number;
  /** When the order was paid; null while they are only reserved. */
  readonly allocated_at: number | null;
  /** The retirement batch they are part of. */
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
  /** The batch as it is published, a JWS. */
  readonly document: string | null;
  /** Documents of it that were corrected, and are kept. */
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
  /** The refund it belongs to; null for a purchase. */
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
  /** The provider's name of it. */
  readonly reference: string;
  /** What came in, and how much of it pays for the order. */
  readonly received_minor: number | null;
  readonly kept_minor: number;
}

export interface StoredRefund {
  readonly id: string;
  readonly order_id: string;
  readonly payment_id: string | null;
  readonly cause: string;
  readonly amount_minor: number;
  /** How much of it takes back what the order cost. */
  readonly order_minor: number;
  readonly grams: number;
  /** `returned` where the grams went back to stock. */
  readonly credits: string;
  readonly state: string;
  readonly provider_reference: string | null;
  /** With what it was paid where the provider did not make it. */
  readonly paid_reference: string | null;
  readonly transaction_id: string | null;
}

/** A row of totals, or of a user's orders, as far as it counts orders of one state; '' stands for any state, user or tax id. */
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
  /** Whose order it is of. */
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
  /** The tax within the total, JSON with `rate`, `net_minor` and `tax_minor`; null where there is none. */
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
