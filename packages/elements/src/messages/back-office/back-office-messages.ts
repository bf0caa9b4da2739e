import type { OrderState } from '@flight-offset/core';

/** Messages of `<offset-order-list>` and `<offset-transaction>`. `{…}` is a placeholder. */
export interface BackOfficeMessages {
  /** Title of the list. */
  readonly orders: string;
  /** Totals over all orders that match. */
  readonly totalOrders: string;
  readonly totalUsers: string;
  readonly totalPaid: string;
  /** Filters and columns. */
  readonly email: string;
  readonly taxId: string;
  readonly status: string;
  readonly any: string;
  readonly newest: string;
  readonly oldest: string;
  readonly order: string;
  readonly created: string;
  readonly user: string;
  readonly amount: string;
  readonly payment: string;
  readonly project: string;
  /** Titles of one transaction. */
  readonly transaction: string;
  readonly paid: string;
  /** Credits that are at least allocated: a transaction does not know whether they are retired. */
  readonly credits: string;
  /** Aviation-fuel certificates, which are not credits. */
  readonly fuelCertificates: string;
  readonly time: string;
  /** States of an order and of its payment. */
  readonly statuses: Readonly<Record<OrderState, string>>;
  /** Position in the list: `{page}` of `{pages}`. */
  readonly page: string;
  readonly previous: string;
  readonly next: string;
  readonly loading: string;
  readonly empty: string;
  /** The request failed. */
  readonly failed: string;
  /** The backend does not know this transaction. */
  readonly notFound: string;
  readonly retry: string;
  /** A mass in tonnes; `{n}` is the number. */
  readonly tonnes: string;
}
