import type { WidgetMessages } from './widget-messages.ts';

/** English. */
export const en: WidgetMessages = {
  loading: 'Estimating emissions…',
  label: 'Estimated emissions, {cabin}',
  cabins: {
    economy: 'economy',
    premiumEconomy: 'premium economy',
    business: 'business',
    first: 'first',
  },
  tonnes: '{n} t',
  perPassenger: 'CO₂e per passenger',
  total: 'CO₂e total',
  range: 'Likely {low} to {high} per passenger',
  details: 'Details',
  optIn: 'Contribute to a climate project',
  purchase: 'Buys and retires {mass} of carbon credits',
  disclaimer:
    'Your contribution funds a project elsewhere. It does not reduce or cancel the emissions of this flight.',
  optOut: 'You can skip this.',
  unaffected: 'Your booking is not affected.',
  unavailable: 'No estimate for this itinerary.',
  failed: 'We couldn’t load the estimate.',
  retry: 'Try again',
};
