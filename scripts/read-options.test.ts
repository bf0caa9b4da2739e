import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const COMMANDS = ['packages/gateway/torture/run.ts', 'scripts/fuzz.ts'];
const WRONG: [name: string, arg: string, message: RegExp][] = [
  ['an option that does not exist', '--second', /Unknown option '--second'\nOptions: --/],
  ['an option without its value', '--seed', /'--seed <value>' argument missing/],
  ['a value that is empty', '--seed=', /--seed must be a whole number from 0/],
  ['a number that is none', '--seed=ten', /--seed must be a whole number from 0/],
];

for (const command of COMMANDS)
  describe(`${command} refuses`, () => {
    for (const [name, arg, message] of WRONG)
      it(`${name}, with code 2 and no stack`, () => {
        // With a timeout: if the argument is not refused, cases run for minutes.
        const args = ['--conditions=source', command, arg];
        const { status, stderr } = spawnSync(process.execPath, args, {
          cwd: ROOT,
          encoding: 'utf8',
          timeout: 30_000,
        });
        assert.equal(status, 2, stderr);
        assert.match(stderr, message);
        assert.doesNotMatch(stderr, /^\s+at /m);
      });
  });
