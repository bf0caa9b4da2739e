import type { PayingMessages } from './paying-messages.ts';

/** English. */
export const payingEn: PayingMessages = {
  shares: 'How much to fund',
  pay: 'Continue to payment',
  opening: 'Opening the payment page…',
  notOpened: 'The payment page did not open. Nothing was charged: please try again.',
  changed: 'The price has changed. Please check it.',
  used: 'This contribution is already paid.',
};
