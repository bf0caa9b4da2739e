/** Totals of one cell: a merchant's orders by e-mail, tax id and state, '' standing for any. */
export interface OrderTotalTable {
  merchant_id: string;
  email: string;
  tax_id: string;
  status: string;
  shard: number;
  orders: number;
  paid_inr_minor: number;
  users: number;
  /** Grams of carbon credits; certificates of fuel are not counted here. */
  grams: number;
}

/** How many orders of a cell one user has. */
export interface OrderUserTable {
  merchant_id: string;
  tax_id: string;
  status: string;
  user_key: string;
  orders: number;
}

/** Counters behind the overview of orders. */
export interface TotalTables {
  order_totals: OrderTotalTable;
  order_users: OrderUserTable;
}
