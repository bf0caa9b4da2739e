import type { Generated } from 'kysely';
import type { Millis } from './millis.ts';

/** A lot of credits. `allotted + unaccounted` never exceeds `total`; the database refuses it. */
export interface CreditLotTable {
  id: string;
  project: string;
  serial_prefix: string;
  grams_total: number;
  /** Grams in the allotments of merchants, sold ones included. */
  grams_allotted: number;
  /** Grams that counters of an earlier version held without an order: they cannot be bought. 0 without such a fault. */
  grams_unaccounted: Generated<number>;
  /** Grams of paid orders, as the last top-up or return of each merchant reported them. */
  grams_sold: Generated<number>;
  /** Merchants who have topped up their allotment and not returned it: the size of a top-up follows their number. */
  holders: Generated<number>;
}

/**
 * Grams of a lot for one merchant, sold ones included: `reserved + allocated` never exceeds `grams`; the database
 * refuses it. `grams` changes only while its lot is locked, the rest with the merchant's orders. Never deleted.
 */
export interface AllotmentTable {
  merchant_id: string;
  lot: string;
  grams: number;
  /** Grams that pending orders hold. */
  grams_reserved: number;
  /** Grams of paid orders, retired at the registry or not yet. */
  grams_allocated: number;
  /** Of the allocated grams, those which the lot's `grams_sold` counts. */
  grams_reported: number;
  /** Grams reserved or allocated at the last top-up: the grams drawn since then decide the size of the next. */
  grams_drawn_before: number;
  /** The size of the last top-up. */
  grams_topped_up: number;
  /** When it was last topped up; null once it has been returned, or before the first top-up. */
  topped_up_at: Millis | null;
  /** When an order last drew from it; 0 if none has. */
  drawn_at: Millis;
}

/** Grams of a lot that an order holds, or that are allocated to it; the rows of a failed order are deleted. */
export interface AllocationTable {
  merchant_id: string;
  order_id: string;
  lot: string;
  grams: number;
  /** When the order was paid; null while its grams are only reserved. */
  allocated_at: Generated<Millis | null>;
  /** The retirement batch they are part of: once they are in one, they cannot return to stock. */
  batch: Generated<string | null>;
  /** Positions in the lot that receipts once printed; null for later orders. */
  serial_from: Generated<number | null>;
  serial_to: Generated<number | null>;
  /** Number of the row for its order and lot, from 0: later credits get another if earlier ones are in a batch. */
  part: Generated<number>;
}

/** Credits in stock, and the orders they belong to. */
export interface CreditTables {
  credit_lots: CreditLotTable;
  allotments: AllotmentTable;
  allocations: AllocationTable;
}
