/**
 * `pnpm test:citus`: what has to hold on a Citus cluster with at least two workers, at `CITUS_URL`: the address of its
 * coordinator, with the rights of a superuser. The tests of the store, of orders, payments, refunds, webhooks and
 * settlement, and the conformance suite.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

if (!process.env.CITUS_URL) {
  console.error('CITUS_URL must be the address of the coordinator of a Citus cluster');
  process.exit(2);
}
const ROOMS = [
  'store',
  'store/citus',
  'orders',
  'payments',
  'refunds',
  'webhooks',
  'settlement',
  'statements',
];
const files = ROOMS.map((room) => `src/${room}/*.test.ts`);
const options = [
  '--conditions=source',
  '--test',
  '--test-concurrency=1',
  '--test-name-pattern=Citus|cluster',
];
const { status } = spawnSync(process.execPath, [...options, ...files, 'src/gateway.test.ts'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
});
process.exit(status ?? 1);
