import type { WidgetMessages } from './widget-messages.ts';

/** English. */
export const en: WidgetMessages = {
  estimating: 'Estimating emissions…',
  label: 'Estimated emissions, {cabin}',
  cabins: {
    economy: 'economy',
    premiumEconomy: 'premium economy',
    business: 'business',
    first: 'first',
  },
  tonnes: '{n} t',
  perPassenger: 'CO₂e per passenger',
  inAll: 'CO₂e total',
  covers: 'From fuel production to flight',
  route: '{from} to {to}',
  lower: 'Lower than typical for this route',
  typical: 'Typical for this route',
  higher: 'Higher than typical for this route',
  typicalMass: 'typical {mass}',
  between: 'Likely {low} to {high} per passenger',
  how: 'How this is estimated',
  contribute: 'Contribute to a climate project',
  buys: 'Buys and retires {mass} of carbon credits',
  honest:
    'Your contribution funds a project elsewhere. It does not reduce or cancel the emissions of this flight.',
  skip: 'You can skip this.',
  unaffected: 'Your booking is not affected.',
  unavailable: 'No estimate for this itinerary.',
  failed: 'This could not be loaded.',
  retry: 'Try again',
};
