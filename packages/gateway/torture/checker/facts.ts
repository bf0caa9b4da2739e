/** What the checker judges by: the responses a load was given, the webhooks that came, and the store itself. */

export type State = 'pending' | 'completed' | 'failed';

/** One create the load sent. */
export interface Sent {
  readonly merchant: string;
  /** Unique name the order carries, by which it is found in the store whatever was returned. */
  readonly marker: string;
  readonly amount: number;
  readonly unit: 'kgCO2' | 'tonCO2e';
  /** What the payer chose. */
  readonly portfolio?: string;
  readonly email?: string;
  readonly taxId?: string;
  readonly callbackUrl?: string;
  /** What the payer was shown, paise; the order may cost nothing else. */
  readonly expectedPrice?: number;
}

/** A create that was acknowledged; a repeat with the same key may be acknowledged again. */
export interface Acknowledged {
  readonly merchant: string;
  readonly marker: string;
  readonly orderId: string;
}

/** A state of an order as some response showed it, in the order in which responses came. */
export interface Observed {
  readonly merchant: string;
  readonly orderId: string;
  readonly status: State;
}

/** A transaction as a response showed it. */
export interface ObservedTransaction {
  readonly merchant: string;
  readonly id: string;
  readonly amount: number;
  readonly carbonCredits: number;
  /** Tonnes of aviation-fuel certificates, where it bought those. */
  readonly aviationFuel?: number;
}

/** All orders of a merchant and their totals, requested over HTTP once everything was quiet. */
export interface FinalList {
  readonly merchant: string;
  readonly totalRecords: number;
  readonly totalOrders: number;
  readonly totalAmountPaid: number;
  readonly totalUsers: number;
  readonly orderIds: readonly string[];
}

/** A refund or a dispute in a provider's books. */
export interface LedgerRefund {
  readonly reference: string;
  readonly payment: string;
  readonly amount: number;
  readonly state: State;
  readonly kind: 'refund' | 'dispute';
}

/** What a payment provider did with money, by its own books. */
export interface Ledger {
  /** Payments it took. */
  readonly paid: readonly { readonly reference: string; readonly payment: string; readonly amount: number }[];
  /** Money it returned, or took back for the payer's bank. */
  readonly refunds: readonly LedgerRefund[];
}

/** Everything the load wrote down. */
export interface Journal {
  readonly sent: readonly Sent[];
  readonly acknowledged: readonly Acknowledged[];
  readonly observed: readonly Observed[];
  readonly transactions: readonly ObservedTransaction[];
  readonly lists: readonly FinalList[];
}

/** A webhook as a merchant's endpoint received it. */
export interface Received {
  /** Whose endpoint it came to. */
  readonly merchant: string;
  readonly type: string;
  readonly orderId: string;
  readonly status: string;
  readonly transactionId?: string;
  /** Whether its Standard Webhooks signature fits the secret of that merchant. */
  readonly signed: boolean;
}

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

/** Everything there is to judge by. */
export interface Evidence {
  readonly journal: Journal;
  readonly received: readonly Received[];
  readonly snapshot: Snapshot;
  /** The time which all gateways shared when the store was read, milliseconds since 1970. */
  readonly latest?: number;
  /** Where a payment provider took part. */
  readonly ledger?: Ledger;
  /** What unpaid orders held under load. */
  readonly held?: Held;
  /** What an endpoint that never responds did to others. */
  readonly silence?: Silence;
}

/** What the pending orders of each merchant held while they were being created. */
export interface Held {
  readonly merchants: readonly { readonly merchant: string; readonly grams: number }[];
  /** What they may hold, and what those created at the same moment add. */
  readonly atMost: number;
}

/** Webhooks to endpoints which never respond, and those which arrived elsewhere meanwhile. */
export interface Silence {
  /** Most that waited there at the same time. */
  readonly mostWaiting: number;
  /** Slots which all gateways together may give to one such endpoint. */
  readonly slots: number;
}

/** Every kind of fault that the checker can find. */
export type Kind =
  | 'lost'
  | 'doubled'
  | 'invented'
  | 'altered'
  | 'forgotten-state'
  | 'left-final-state'
  | 'half-settled'
  | 'wrong-mass'
  | 'wrong-money'
  | 'unknown-price'
  | 'oversold'
  | 'credits-adrift'
  | 'allocation-adrift'
  | 'batch-adrift'
  | 'not-covered'
  | 'retired-wrongly'
  | 'serials-reused'
  | 'misallocated'
  | 'wrong-blend'
  | 'products-mixed'
  | 'transaction-missing'
  | 'transaction-doubled'
  | 'transaction-adrift'
  | 'payment-adrift'
  | 'money-lost'
  | 'money-forgotten'
  | 'refunded-wrongly'
  | 'refund-adrift'
  | 'statement-adrift'
  | 'wrong-totals'
  | 'wrong-list'
  | 'never-notified'
  | 'notified-wrongly'
  | 'delivery-adrift'
  | 'unsigned'
  | 'foreign-data'
  | 'wrong-time'
  | 'price-broken'
  | 'hoarded'
  | 'slots-hoarded';

/** One fault. */
export interface Finding {
  readonly kind: Kind;
  readonly detail: string;
}

/** Judges one aspect. */
export type Check = (evidence: Evidence) => Finding[];

/** Groups rows by a key. */
export function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}
