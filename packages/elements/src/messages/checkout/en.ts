import type { CheckoutMessages } from './checkout-messages.ts';

/** English. */
export const checkoutEn: CheckoutMessages = {
  options: 'How much to fund',
  projects: 'Project',
  soldOut: 'Sold out',
  purchaseFuel: 'Buys aviation-fuel certificates for {mass} of CO₂e',
  pay: 'Continue to payment',
  payPrice: 'Pay {price}',
  added: '{price} is added to your booking.',
  redirecting: 'Opening the payment page…',
  redirectFailed: 'We couldn’t open the payment page. You haven’t been charged.',
  offerChanged: 'This offer has changed from {before} to {after}. Tick the box again to accept it.',
  alreadyPaid: 'This contribution has already been paid.',
};
