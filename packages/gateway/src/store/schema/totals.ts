/**
 * Totals of a merchant's orders by tax id, '' standing for any. One row counts every state, so that an order that moves
 * from one state to another changes as few rows as possible.
 */
export interface OrderTotalTable {
  merchant_id: string;
  tax_id: string;
  /** The totals of a tax id are spread over several rows; only their sums have a meaning. */
  shard: number;
  pending_orders: number;
  completed_orders: number;
  failed_orders: number;
  /** Price of completed orders, in paise. */
  paid_inr_minor: number;
  /** Users with an order in any state, and in each. */
  users: number;
  pending_users: number;
  completed_users: number;
  failed_users: number;
}

/**
 * How many orders one user has in each state, by tax id, '' standing for any. An order with an e-mail address counts
 * for the address, so these are also the totals of an address.
 */
export interface OrderUserTable {
  merchant_id: string;
  tax_id: string;
  user_key: string;
  pending_orders: number;
  completed_orders: number;
  failed_orders: number;
  /** Price of completed orders, in paise. */
  paid_inr_minor: number;
}

/** Counters behind the overview of orders. */
export interface TotalTables {
  order_totals: OrderTotalTable;
  order_users: OrderUserTable;
}
