/**
 * Totals of a merchant's orders by e-mail address and tax id, '' standing for any. One row counts every state of an order, so
 * that an order which moves from one to another changes as few rows as possible.
 */
export interface OrderTotalTable {
  merchant_id: string;
  email: string;
  tax_id: string;
  /** A cell is spread over several rows, of which only the sums mean something. */
  shard: number;
  pending_orders: number;
  completed_orders: number;
  failed_orders: number;
  /** What completed orders cost, in paise. */
  paid_inr_minor: number;
  /** Users with an order in any state, and in each. Not counted where `email` names one. */
  users: number;
  pending_users: number;
  completed_users: number;
  failed_users: number;
  /** Grams of carbon credits; certificates of fuel are not counted here. */
  pending_grams: number;
  completed_grams: number;
  failed_grams: number;
}

/** How many orders one user has in each state, by tax id, '' standing for any. */
export interface OrderUserTable {
  merchant_id: string;
  tax_id: string;
  user_key: string;
  pending_orders: number;
  completed_orders: number;
  failed_orders: number;
}

/** Counters behind the overview of orders. */
export interface TotalTables {
  order_totals: OrderTotalTable;
  order_users: OrderUserTable;
}
