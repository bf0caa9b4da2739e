/**
 * `pnpm test:citus [part of a file's name…]`: every test that runs on both engines, run on a Citus cluster with at least
 * two workers, the conformance suite among them. `CITUS_URL` is the address of its coordinator, with the rights of a
 * superuser.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCitusTemplate, dropCitusDatabases } from '../src/testing/citus.ts';

const { CITUS_URL = '' } = process.env;
if (CITUS_URL === '') {
  console.error('CITUS_URL must be the address of the coordinator of a Citus cluster');
  process.exit(2);
}
const cwd = fileURLToPath(new URL('..', import.meta.url));
const names = process.argv.slice(2);
const files = globSync('{src,test}/**/*.test.ts', { cwd })
  .filter((file) => names.length === 0 || names.some((name) => file.includes(name)))
  .filter((file) => readFileSync(join(cwd, file), 'utf8').includes('onBothEngines('))
  .sort();
if (files.length === 0) {
  // Without a file, node:test would run every test file.
  console.error(`no test file that runs on a cluster is named like ${names.join(' or ')}`);
  process.exit(2);
}
const options = [
  '--conditions=source',
  '--test',
  '--test-concurrency=1',
  // A failed test may leave a database open, which would keep its file's process running.
  '--test-force-exit',
  // Names a test that waits forever.
  '--test-timeout=900000',
  '--test-name-pattern=Citus|cluster',
];
const template = await createCitusTemplate(CITUS_URL);
try {
  const tests = spawn(process.execPath, [...options, ...files], {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, CITUS_TEMPLATE: template },
  });
  const [status] = await once(tests, 'exit');
  process.exitCode = status ?? 1;
} finally {
  await dropCitusDatabases(CITUS_URL, [template]);
}
