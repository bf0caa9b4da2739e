/** What the checker judges by, and what it finds: the responses a load was given, the webhooks that came, and the store. */
import type { Snapshot } from './stored.ts';

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
  /** The merchant's idempotency key; of all that were sent under one, one at most is an order. */
  readonly key?: string;
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
