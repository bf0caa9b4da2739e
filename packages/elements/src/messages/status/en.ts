import type { StatusMessages } from './status-messages.ts';

/** English. */
export const statusEn: StatusMessages = {
  pending: 'Waiting for your payment to be confirmed…',
  completed: 'Your contribution is paid.',
  retired: '{mass} of carbon credits are retired for you',
  failed: 'The payment was not completed. Your contribution was not made.',
  waiting: 'Your payment is not confirmed yet. This can take a few minutes.',
  unknown: 'The state of your contribution could not be loaded.',
  unaffected: 'Your booking is not affected.',
  again: 'Check again',
  tonnes: '{n} t',
  honest:
    'Your contribution funds a project elsewhere. It does not reduce or cancel the emissions of your flight.',
};
