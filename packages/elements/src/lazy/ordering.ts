import { reimport } from './reimport.ts';

/** What follows the press of the button: a booking form that takes the choice never needs it. */
export const ordering = (): Promise<typeof import('../flight-offset-widget/pay.ts')> =>
  reimport(import('../flight-offset-widget/pay.ts'));
