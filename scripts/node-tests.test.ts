import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const NODE_TESTS = new URL('node-tests.ts', import.meta.url).href;

test('names a test that fails before it closes its server, and ends its process', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'flight-offset-failing-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'server.test.ts');
  await writeFile(
    file,
    `import { createServer } from 'node:http';
    import { test } from 'node:test';
    test('listens', async () => {
      await new Promise((listening) => createServer().listen(0, listening));
      throw new Error('failed on purpose');
    });
    test('passes', () => {});`,
  );
  const script = `import { nodeTests } from ${JSON.stringify(NODE_TESTS)};
    console.log(JSON.stringify(await nodeTests([${JSON.stringify(file)}])));`;
  const args = ['--conditions=source', '--input-type=module-typescript', '--eval', script];
  // As a separate process, not one started by node:test.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 60_000 });
  const { passed, failed, failures } = JSON.parse(stdout.trim().split('\n').at(-1)!);
  assert.deepEqual([passed, failed], [1, 1]);
  assert.match(failures.join(), /server\.test\.ts: listens$/);
  assert.match(stdout, /failed on purpose/);
});
