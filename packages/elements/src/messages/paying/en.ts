import type { PayingMessages } from './paying-messages.ts';

/** English. */
export const payingEn: PayingMessages = {
  options: 'How much to fund',
  pay: 'Continue to payment',
  opening: 'Opening the payment page…',
  notOpened: 'The payment page did not open. Nothing was charged.',
  changed: 'This offer has changed from {before} to {after}. Tick the box again to accept it.',
  used: 'This contribution is already paid.',
  contrails: {
    low: 'Low risk of contrails, not in this figure',
    medium: 'Medium risk of contrails, not in this figure',
    high: 'High risk of contrails, not in this figure',
  },
};
