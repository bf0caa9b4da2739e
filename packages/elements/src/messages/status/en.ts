import type { StatusMessages } from './status-messages.ts';

/** English. */
export const statusEn: StatusMessages = {
  pending: 'Waiting for your payment to be confirmed…',
  completed: 'Your contribution is paid.',
  allocated: '{mass} of carbon credits are allocated to you',
  retired: '{mass} of carbon credits are retired for you',
  allocatedFuel: 'Aviation-fuel certificates for {mass} of CO₂e are allocated to you',
  retiredFuel: 'Aviation-fuel certificates for {mass} of CO₂e are retired for you',
  amount: 'Amount: {price}',
  refunded: 'Your contribution was refunded.',
  partRefunded: 'A part of it was refunded.',
  reference: 'Reference: {id}',
  receipt: 'Receipt',
  failed: 'The payment was not completed. No contribution was made.',
  waiting: 'Your payment is not confirmed yet. This can take a few minutes.',
  unknown: 'We couldn’t check the status of your contribution.',
  unaffected: 'Your booking is not affected.',
  checkAgain: 'Check again',
  tonnes: '{n} t',
  disclaimer:
    'Your contribution funds a project elsewhere. It does not reduce or cancel the emissions of your flight.',
};
