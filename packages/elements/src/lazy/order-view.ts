import { reimport } from './reimport.ts';

/** The view of an order in place of the offer: only a page that sets `order` needs it. */
export const loadOrderView = (): Promise<typeof import('../flight-offset-widget/order-view.ts')> =>
  reimport(import('../flight-offset-widget/order-view.ts'));
