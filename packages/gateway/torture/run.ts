/**
 * `pnpm torture [--minutes N] [--seed S] [--engine sqlite|postgres|both|pgbouncer|citus] [--provider
 * sandbox|razorpay|stripe]`: gateways under load while processes, databases, disks, clocks and connections fail; then a
 * checker that trusts none of them. Exit code 1 if there is a fault.
 */
import { readOptions, readWhole, refuse } from '../../../scripts/read-options.ts';
import { ENGINES, type TortureEngine } from './engines.ts';
import { BANKS } from './payment-provider.ts';
import { torture } from './torture.ts';

/** Engines that every machine has; the others need a PgBouncer or a cluster. */
const BOTH: readonly TortureEngine[] = ['sqlite', 'postgres'];

const values = readOptions({
  minutes: { type: 'string', default: '0.5' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  engine: { type: 'string', default: 'both' },
  provider: { type: 'string', default: 'sandbox' },
  verbose: { type: 'boolean', default: false },
});
const seconds = Number(values.minutes) * 60;
if (!(seconds > 0 && seconds <= 24 * 3600)) refuse('--minutes must be above 0 and a day at most');
const seed = readWhole('seed', values.seed, 0);
const engines = ENGINES.filter(
  (engine) => values.engine === engine || (values.engine === 'both' && BOTH.includes(engine)),
);
if (engines.length === 0) refuse(`--engine must be both, ${ENGINES.join(', ')}`);
const PROVIDERS = ['sandbox', ...BANKS] as const;
const provider =
  PROVIDERS.find((name) => name === values.provider) ?? refuse(`--provider must be ${PROVIDERS.join(', ')}`);

let sound = true;
for (const engine of engines) {
  console.log(`\n${engine}, ${provider}, seed ${seed}, ${seconds} s`);
  const say = values.verbose ? (line: string) => console.log(`  ${line}`) : undefined;
  const report = await torture({ engine, seed, seconds, provider, ...(say ? { say } : {}) });
  const { findings, oddities, ...figures } = report;
  console.log(JSON.stringify(figures, null, 2));
  for (const { kind, detail } of findings.slice(0, 50)) console.log(`  ${kind}: ${detail}`);
  for (const oddity of oddities.slice(0, 50)) console.log(`  odd: ${oddity}`);
  const faults = findings.length + oddities.length;
  console.log(faults === 0 ? '  nothing lost, nothing doubled, all notified' : `  ${faults} faults found`);
  sound &&= faults === 0;
}
process.exit(sound ? 0 : 1);
