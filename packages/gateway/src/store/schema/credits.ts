import type { Generated } from 'kysely';
import type { Millis } from './millis.ts';

/** Credits in stock: `reserved + allocated` never exceeds `total`; the database refuses it. */
export interface CreditLotTable {
  id: string;
  project: string;
  serial_prefix: string;
  grams_total: number;
  grams_reserved: number;
  /** Grams of paid orders, retired at the registry or not yet. */
  grams_allocated: number;
}

/** Grams of a lot that an order holds, or that are allocated to it; the rows of a failed order are deleted. */
export interface AllocationTable {
  merchant_id: string;
  order_id: string;
  lot: string;
  grams: number;
  /** When the order was paid; null while its grams are only reserved. */
  allocated_at: Generated<Millis | null>;
  /** The retirement batch which they are part of: from then on they cannot return to the stock. */
  batch: Generated<string | null>;
  /** Positions in the lot that receipts once printed; null for orders since. */
  serial_from: Generated<number | null>;
  serial_to: Generated<number | null>;
}

/** Credits in stock, and the orders they belong to. */
export interface CreditTables {
  credit_lots: CreditLotTable;
  allocations: AllocationTable;
}
