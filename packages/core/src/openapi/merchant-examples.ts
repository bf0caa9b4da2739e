/** Examples of the merchant's API: the trip of the service's examples, from quote to cancellation. */
import type {
  BookingCancellation,
  BookingCancellationResult,
  BookingConfirmation,
  ConfirmedContribution,
} from '../checkout/booking.ts';
import type { Checkout, CheckoutRequest, CheckoutStatus } from '../checkout/checkout.ts';
import type { Quote } from '../checkout/quote.ts';
import type { QuoteRequest } from '../checkout/quote-request.ts';
import { calculate, order } from './examples.ts';

const TOKEN = 'eyJmIjpbIlpSSC1TRk8tTFgzOC0yMDI2LTEyLTE0Il19.N3s1cGx4Rk9v';

export const quoteRequest: QuoteRequest = { ...calculate, cabin: 'economy', passengers: 2 };

export const unavailableQuote: Quote = {
  status: 'unavailable',
  reasons: [{ flight: 0, code: 'unknown_airport', message: 'destination is no airport: XXX' }],
};

export const checkoutRequest: CheckoutRequest = {
  token: TOKEN,
  user: { name: 'Zoë Meier', email: 'zoe@example.com' },
};

export const checkout: Checkout = { orderId: order.order_id, paymentUrl: order.payment_url };

export const status: CheckoutStatus = {
  orderId: order.order_id,
  status: 'completed',
  grams: 1_225_000,
  price: { amountMinor: 146_878, currency: 'INR' },
};

export const confirmation: BookingConfirmation = { token: TOKEN, reference: 'EX7K2P' };

export const confirmed: ConfirmedContribution = {
  orderId: order.order_id,
  reference: 'EX7K2P',
  status: 'completed',
  grams: 1_225_000,
  price: { amountMinor: 146_878, currency: 'INR' },
};

export const cancellation: BookingCancellation = { reference: 'EX7K2P' };

export const cancelled: BookingCancellationResult = {
  contributions: [{ orderId: order.order_id, outcome: 'refunded' }],
};
