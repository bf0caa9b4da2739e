import type { CheckoutStatus, Project } from '@flight-offset/core';
import type { OrderResponse } from '@flight-offset/core/server';
import type { EstimateMethods } from './method.ts';

/** Details of a bought order, besides its project, as far as the service states them. */
export type Bought = Pick<CheckoutStatus, 'product' | 'projects' | 'retirement' | 'refunded' | 'receiptUrl'>;

/** A completed or failed order, as the merchant's callbacks receive it. */
export interface FinalOrder {
  readonly orderId: string;
  readonly status: 'completed' | 'failed';
  /** Grams of CO2e ordered: of carbon credits, unless `bought.product` names another product. */
  readonly grams: number;
  readonly project?: Project | undefined;
  /**
   * The product if not carbon credits, every project if there is more than one or a choice, the state of retirement and
   * refunds, and `receiptUrl`.
   */
  readonly bought: Bought;
  /** How the emissions were estimated: name, version and publishers of each method, for the merchant's own receipt. */
  readonly methods?: EstimateMethods | undefined;
  /** The merchant's own reference, if the order was created with one. */
  readonly reference?: string | undefined;
  /** Identifier for `getTransaction`; only from a webhook whose signature was verified. */
  readonly transactionId?: string | undefined;
  /** The order as the service returned it. */
  readonly order: OrderResponse;
}
