/** Evidence for the checker, and its findings: responses that a load received, webhooks that arrived, and the store. */
import type { Snapshot } from './stored.ts';

export type State = 'pending' | 'completed' | 'failed';

/** One create that the load sent. */
export interface Sent {
  readonly merchant: string;
  /** Unique name of the order, by which it is found in the store whatever was returned. */
  readonly marker: string;
  readonly amount: number;
  readonly unit: 'kgCO2' | 'tonCO2e';
  /** Portfolio that the payer chose. */
  readonly portfolio?: string;
  readonly email?: string;
  readonly taxId?: string;
  readonly callbackUrl?: string;
  /** Price shown to the payer, paise; the order must cost the same. */
  readonly expectedPrice?: number;
  /** The merchant's idempotency key; at most one of the requests under a key becomes an order. */
  readonly key?: string;
}

/** A create that was acknowledged; a repeat with the same key may be acknowledged again. */
export interface Acknowledged {
  readonly merchant: string;
  readonly marker: string;
  readonly orderId: string;
}

/** A state of an order as a response showed it, in the order of the responses. */
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
  /** Tonnes of aviation-fuel certificates, if it bought any. */
  readonly aviationFuel?: number;
}

/** All orders of a merchant and their totals, requested over HTTP after everything had come to rest. */
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

/** A payment provider's own books. */
export interface Ledger {
  /** Payments it took. */
  readonly paid: readonly { readonly reference: string; readonly payment: string; readonly amount: number }[];
  /** Money it returned, or took back for the payer's bank. */
  readonly refunds: readonly LedgerRefund[];
}

/** Everything that the load recorded. */
export interface Journal {
  readonly sent: readonly Sent[];
  readonly acknowledged: readonly Acknowledged[];
  readonly observed: readonly Observed[];
  readonly transactions: readonly ObservedTransaction[];
  readonly lists: readonly FinalList[];
}

/** A webhook as a merchant's endpoint received it. */
export interface Received {
  /** Owner of the endpoint. */
  readonly merchant: string;
  readonly type: string;
  readonly orderId: string;
  readonly status: string;
  readonly transactionId?: string;
  /** Whether its Standard Webhooks signature is valid for that merchant's secret. */
  readonly signed: boolean;
}

/** All evidence for the checker. */
export interface Evidence {
  readonly journal: Journal;
  readonly received: readonly Received[];
  readonly snapshot: Snapshot;
  /** The gateways' shared time when the store was read, milliseconds since 1970. */
  readonly latest?: number;
  /** If a payment provider took part. */
  readonly ledger?: Ledger;
  /** Stock held by unpaid orders under load. */
  readonly held?: Held;
  /** Effect on others of an endpoint that never responds. */
  readonly silence?: Silence;
}

/** Stock that the pending orders of each merchant held while they were being created. */
export interface Held {
  readonly merchants: readonly {
    readonly merchant: string;
    readonly grams: number;
    /** Grams of orders whose payers got more time. */
    readonly longer: number;
  }[];
  /** Maximum they may hold, and the orders created at the same moment. */
  readonly atMost: number;
  readonly longerAtMost: number;
}

/** Webhooks to endpoints that never respond, and the webhooks that arrived elsewhere meanwhile. */
export interface Silence {
  /** Maximum number that waited there at the same time. */
  readonly mostWaiting: number;
  /** Slots that all gateways together may give to one such endpoint. */
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

/** A fault that the checker found. */
export interface Finding {
  readonly kind: Kind;
  readonly detail: string;
}

/** Judges one aspect. */
export type Check = (evidence: Evidence) => Finding[];
