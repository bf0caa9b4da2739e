import type { Acknowledged, Journal, Observed, ObservedTransaction, Sent } from './checker/facts.ts';

/** Everything that the load has seen so far. */
export interface Notes extends Journal {
  readonly sent: Sent[];
  readonly acknowledged: Acknowledged[];
  readonly observed: Observed[];
  readonly transactions: ObservedTransaction[];
  readonly lists: Journal['lists'][number][];
  /** Number of responses by status; 0 if no complete response arrived. */
  readonly statuses: Map<number, number>;
  /** Responses that no fault explains, such as a refusal that is not an Error object. */
  readonly oddities: string[];
}

/** Creates empty notes. */
export function createNotes(): Notes {
  return {
    sent: [],
    acknowledged: [],
    observed: [],
    transactions: [],
    lists: [],
    statuses: new Map(),
    oddities: [],
  };
}
