import { reimport } from './reimport.ts';

/** The reader of flights written as text: a page which sets a list of objects never needs it. */
export const loadReader = (): Promise<typeof import('../flights/read.ts')> =>
  reimport(import('../flights/read.ts'));
