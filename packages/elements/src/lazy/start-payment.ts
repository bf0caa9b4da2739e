import { reimport } from './reimport.ts';

/** Creating the order: a page whose booking form submits the choice never needs it. */
export const loadPayment = (): Promise<typeof import('../flight-offset-widget/start-payment.ts')> =>
  reimport(import('../flight-offset-widget/start-payment.ts'));
