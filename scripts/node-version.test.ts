/** The documented commands on a Node that runs no TypeScript. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${REPOSITORY}/package.json`, 'utf8')) as {
  scripts: Record<string, string>;
};

for (const name of ['start', 'test', 'tarballs', 'gateway'])
  test(`pnpm ${name} states at once which Node it needs`, async () => {
    const [command, ...args] = scripts[name]?.split(' ') ?? [];
    assert.equal(command, 'node');
    const env = { ...process.env, npm_config_user_agent: 'pnpm/12.21.0' };
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) =>
      execFile(
        process.execPath,
        ['--no-strip-types', ...args],
        { cwd: REPOSITORY, env },
        (error, stdout, stderr) => resolve({ code: error?.code, output: stdout + stderr }),
      ),
    );
    assert.equal(code, 1);
    assert.match(output, /^The scripts of this repository need Node 22\.19 or newer; this is Node .+\n$/);
  });
