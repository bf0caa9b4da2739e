/**
 * `@flight-offset/core`: schemas, units and types of the wire. Nothing here holds or needs a secret; signing and the client
 * are in `@flight-offset/core/server`.
 */
export * from './booking.ts';
export * from './checkout-errors.ts';
export * from './currency.ts';
export * from './emission-publishers.ts';
export * from './error-body.ts';
export * from './error-codes.ts';
export * from './errors.ts';
export * from './flight.ts';
export * from './flight-emissions.ts';
export * from './flight-estimate.ts';
export * from './flight-problem.ts';
export * from './locale.ts';
export * from './mass.ts';
export * from './money.ts';
export * from './offer.ts';
export * from './order.ts';
export * from './order-list.ts';
export * from './portfolio.ts';
export * from './product.ts';
export * from './project.ts';
export * from './quote.ts';
export * from './refund.ts';
export * from './settlement.ts';
export * from './shares.ts';
export * from './statement.ts';
export * from './transaction.ts';
export * from './typical.ts';
export * from './user.ts';
export * from './validation.ts';
export * from './webhook-event.ts';
