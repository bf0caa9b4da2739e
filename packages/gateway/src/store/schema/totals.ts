/**
 * Totals of a merchant's orders by tax id, '' standing for any. One row counts every state of an order, so that an order
 * which moves from one to another changes as few rows as possible.
 */
export interface OrderTotalTable {
  merchant_id: string;
  tax_id: string;
  /** The totals of a tax id are spread over several rows, of which only the sums mean something. */
  shard: number;
  pending_orders: number;
  completed_orders: number;
  failed_orders: number;
  /** What completed orders cost, in paise. */
  paid_inr_minor: number;
  /** Users with an order in any state, and in each. */
  users: number;
  pending_users: number;
  completed_users: number;
  failed_users: number;
}

/**
 * How many orders one user has in each state, by tax id, '' standing for any. An order with an e-mail address is the address's:
 * these are the totals of an address too.
 */
export interface OrderUserTable {
  merchant_id: string;
  tax_id: string;
  user_key: string;
  pending_orders: number;
  completed_orders: number;
  failed_orders: number;
  /** What completed orders cost, in paise. */
  paid_inr_minor: number;
}

/** Counters behind the overview of orders. */
export interface TotalTables {
  order_totals: OrderTotalTable;
  order_users: OrderUserTable;
}
