import { reimport } from './reimport.ts';

/** What follows the traveller's first touch: most travellers never need it. */
export const paying = (): Promise<typeof import('../flight-offset-widget/paying.ts')> =>
  reimport(import('../flight-offset-widget/paying.ts'));
