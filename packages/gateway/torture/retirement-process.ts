/**
 * An operator's work in its own process, so that it can be killed at any moment: completes an earlier retirement,
 * corrects the serial numbers of another, then retires what is due, and sometimes a tonne more or less. Arguments: the
 * first serial number, tonnes more.
 */
import { createSealer } from '../src/credentials/seal.ts';
import { correctRetirement } from '../src/retirements/correct.ts';
import { planRetirements } from '../src/retirements/plan.ts';
import { type Publisher, publishBatches } from '../src/retirements/publish.ts';
import { recordRetirement } from '../src/retirements/record.ts';
import { SANDBOX_MASTER_KEY } from '../src/sandbox.ts';
import { openDatabase } from '../src/store/open-database.ts';

const [first = 1, more = 0] = process.argv.slice(2).map(Number);
// Late enough for every payment to be in the past, whatever the gateways' clock shows.
const now = (): number => Date.now() + 365 * 24 * 3_600_000;
const db = openDatabase(process.env.DATABASE_URL ?? '');
const publisher: Publisher = {
  db,
  sealer: createSealer(SANDBOX_MASTER_KEY),
  publicUrl: 'https://torture.example',
  now,
  sandbox: true,
};
const serialsFrom = (start: number, count: number) => [
  { block: 'TORTURE-*', first: start, last: start + count - 1 },
];
await publishBatches(publisher);
const recorded = await db.kysely.selectFrom('retirements').select(['id', 'tonnes']).orderBy('id').execute();
const mistaken = recorded[first % recorded.length];
if (mistaken)
  await correctRetirement(publisher, mistaken.id, {
    serials: serialsFrom(first + 9_000_000, mistaken.tonnes),
    reason: 'Serial numbers of another retirement',
  });
for (const [at, { project, tonnes }] of (await planRetirements(db)).entries()) {
  const count = Math.max(1, tonnes + more);
  await recordRetirement(publisher, {
    project,
    tonnes: count,
    serials: serialsFrom(first + at * 1_000_000, count),
    retiredOn: new Date(now()).toISOString().slice(0, 10),
    url: 'https://registry.example/retirements',
  });
}
await db.close();
