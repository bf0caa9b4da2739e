import { reimport } from './reimport.ts';

/** The checkout controls: only a traveller who ticks the box, or a quote with choices, needs them. */
export const loadCheckout = (): Promise<typeof import('../flight-offset-widget/checkout.ts')> =>
  reimport(import('../flight-offset-widget/checkout.ts'));
