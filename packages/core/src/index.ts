/**
 * `@flight-offset/core`: schemas, units and types of the API. It neither holds nor needs a secret; signing and the
 * client are in `@flight-offset/core/server`.
 */
export * from './checkout/beside-figures.ts';
export * from './checkout/booking.ts';
export * from './checkout/checkout.ts';
export * from './checkout/checkout-errors.ts';
export * from './checkout/method.ts';
export * from './checkout/quote.ts';
export * from './checkout/quote-choice.ts';
export * from './checkout/quote-request.ts';
export * from './checkout/quoted-leg.ts';
export * from './errors/error-body.ts';
export * from './errors/error-codes.ts';
export * from './errors/errors.ts';
export * from './flights/emission-publishers.ts';
export * from './flights/flight.ts';
export * from './flights/flight-emissions.ts';
export * from './flights/flight-estimate.ts';
export * from './flights/flight-problem.ts';
export * from './flights/typical.ts';
export * from './input/loopback.ts';
export { parse, ValidationError } from './input/validation.ts';
export * from './offer/offer.ts';
export * from './offer/portfolio.ts';
export * from './offer/price.ts';
export * from './offer/product.ts';
export * from './offer/project.ts';
export * from './orders/order.ts';
export * from './orders/order-list.ts';
export * from './orders/refund.ts';
export * from './orders/settlement.ts';
export * from './orders/statement.ts';
export * from './orders/transaction.ts';
export * from './orders/user.ts';
export * from './orders/webhook-event.ts';
export * from './units/currency.ts';
export * from './units/day.ts';
export * from './units/locale.ts';
export * from './units/mass.ts';
export * from './units/money.ts';
export * from './units/shares.ts';
