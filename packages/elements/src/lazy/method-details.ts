import { reimport } from './reimport.ts';

/** The lines of the opened disclosure: most travellers never need them. */
export const loadDetails = (): Promise<typeof import('../figure/method-details.ts')> =>
  reimport(import('../figure/method-details.ts'));
