import type { LaterMessages } from './messages.ts';

/** English. */
export const en: LaterMessages = {
  tonnes: '{n} t',
  title: 'Contribute to a climate project',
  flights: 'Your flights',
  leg: '{from} to {to}, {flight}, {date}',
  estimate: 'Estimated emissions: {mass} CO₂e',
  project: 'Project: {project}',
  purchase: 'Buys and retires {mass} of carbon credits',
  purchaseFuel: 'Buys aviation-fuel certificates for {mass} of CO₂e',
  disclaimer:
    'Your contribution funds a project elsewhere. It does not reduce or cancel the emissions of your flights.',
  agree: 'I want to contribute {price}',
  agreeFirst: 'Tick the box to contribute.',
  renewed: 'The offer has changed. Check it and tick the box again.',
  pay: 'Continue to payment',
  optional: 'You can skip this. Your booking is not affected.',
  pending: 'Your contribution is waiting for its payment.',
  resume: 'Continue to payment',
  contributed: 'Your booking has a contribution. Thank you.',
  failed:
    'The payment of this contribution was not completed in time. Nothing was charged, and this link cannot be used again.',
  unavailable: 'We can’t offer a contribution for these flights at the moment. Try again later.',
  expired: 'This link has expired.',
  notFound: 'This link is not valid. Open it from your itinerary e-mail again.',
};
