/** `@flight-offset/elements`: the elements as classes; `define/*` registers them. */
export { BackendError } from './backend/request.ts';
export {
  type ChangeReason,
  type OffsetChange,
  OffsetEvent,
  type OffsetEventData,
  type OffsetEventName,
} from './events/events.ts';
export { FlightEmissions } from './flight-emissions/flight-emissions.ts';
export type { OfferState } from './flight-offset-widget/choice.ts';
export { FlightOffsetWidget } from './flight-offset-widget/flight-offset-widget.ts';
export { formatFlights } from './flights/format-flights.ts';
export { parseFlights } from './flights/parse-flights.ts';
export type { BackOfficeMessages } from './messages/back-office/back-office-messages.ts';
export type { CheckoutMessages } from './messages/checkout/checkout-messages.ts';
export type { MethodMessages } from './messages/method/method-messages.ts';
export type { StatusMessages } from './messages/status/status-messages.ts';
export type { WidgetMessages } from './messages/widget/widget-messages.ts';
export { OffsetElement } from './offset-element.ts';
export { type ListState, OffsetOrderList } from './offset-order-list/offset-order-list.ts';
export { OffsetStatus, type StatusState } from './offset-status/offset-status.ts';
export { OffsetTransaction, type TransactionState } from './offset-transaction/offset-transaction.ts';
export { QuoteElement, type QuoteState } from './quote-element.ts';
