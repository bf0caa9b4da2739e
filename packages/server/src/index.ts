/**
 * `@flight-offset/server`: the backend of a merchant's page. One handler, and the plain functions
 * behind it; it holds the secret and decides every amount.
 */
export { cancelForBooking } from './bookings/cancel-for-booking.ts';
export { confirmWithBooking } from './bookings/confirm-with-booking.ts';
export { type ChosenContribution, readContribution } from './bookings/read-contribution.ts';
export { CheckoutError, type CheckoutErrorCode, type CheckoutErrorDetails } from './checkout-error.ts';
export type { FinalOrder } from './final-order.ts';
export * from './handler.ts';
export * from './handler-options.ts';
export { type ContributeLater, contributeLaterLink, contributeLaterQr } from './later/link.ts';
export type { LaterMessages } from './messages/messages.ts';
export type { EstimateMethod, EstimateMethods } from './method.ts';
export { createOffset, type Offset } from './offset.ts';
export * from './options.ts';
export { getTransaction, listOrders } from './orders/back-office.ts';
export { type BookingContext, createOrder } from './orders/create-order.ts';
export { orderStatus } from './orders/order-status.ts';
export {
  receiveWebhook,
  type WebhookInput,
  type WebhookResult,
} from './orders/receive-webhook.ts';
export { type ReconcileResult, reconcile, startReconciling } from './orders/reconcile.ts';
export { type EuRouteOptions, exceptOnEuRoutes, isEuAirport } from './policy/eu-routes.ts';
export { type AmountOptions, GROUND_GRAMS_PER_AIRPORT } from './pricing/amounts.ts';
export type { PriceFunction, PriceInput, PriceRate, PriceResult } from './pricing/price.ts';
export { quote } from './quote/quote.ts';
export type { BreakerOptions } from './service/breaker.ts';
export type { EstimatedFlight, FlightEstimates } from './service/estimator.ts';
export { memoryStore } from './stores/memory.ts';
export type { OffsetStore } from './stores/store.ts';
