import { reimport } from './reimport.ts';

/** Legs, scale and method: a card without room for them needs them once its disclosure is opened. */
export const loadDetails = (): Promise<typeof import('../figure/details.ts')> =>
  reimport(import('../figure/details.ts'));
