import type { Measure } from '../../../scripts/measure.ts';
import { SANDBOX } from '../src/sandbox.ts';
import { onBothEngines } from './both-engines.ts';
import { bySize, LARGE_NAME } from './by-size.ts';

const QUERIES = { first: '', 'one user': '&email=user-7@x.example', failed: '&status=failed' };

/** Measures a page of a merchant's orders, with the overview beside it, with a thousand orders and with millions. */
export async function bench(): Promise<readonly Measure[]> {
  return onBothEngines((engine, database) =>
    bySize(database, {
      title: (name) => `list 20 of ${LARGE_NAME}, ${engine}, ${name}`,
      against: '20 of 1 000',
      queries: QUERIES,
      requests: 300,
      rounds: 9,
      open: async () => (query) => ({
        method: 'GET',
        path: `/offset-gateway/orders?limit=20${query}`,
        headers: { 'x-api-key': SANDBOX.apiKey },
      }),
    }),
  );
}
