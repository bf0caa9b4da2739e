import { reimport } from './reimport.ts';

/** Reads itineraries which are more than a list of objects: most pages never need it. */
export const reader = (): Promise<typeof import('../flights/read.ts')> =>
  reimport(import('../flights/read.ts'));
