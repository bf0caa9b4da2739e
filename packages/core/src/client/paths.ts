import { ValidationError } from '../input/validation.ts';

/** Path of an order. @throws ValidationError that names `orderId`. */
export const orderPath = (orderId: string): string => `offset-gateway/orders/${segment('orderId', orderId)}`;

/** Path of the refunds of an order. @throws ValidationError that names `orderId`. */
export const refundsPath = (orderId: string): string => `${orderPath(orderId)}/refunds`;

/** Path of a statement. @throws ValidationError that names `statementId`. */
export const statementPath = (statementId: string): string =>
  `offset-gateway/statements/${segment('statementId', statementId)}`;

/** Path of a transaction. @throws ValidationError that names `transactionId`. */
export const transactionPath = (transactionId: string): string =>
  `marketplace/transactions/${segment('transactionId', transactionId)}`;

/** Encodes an id for a path. An empty one, or one of dots, would lead to another endpoint. */
function segment(field: string, id: string): string {
  if (/^\.{0,2}$|\p{Surrogate}/u.test(id)) throw new ValidationError(field, 'is not an id');
  return encodeURIComponent(id);
}
