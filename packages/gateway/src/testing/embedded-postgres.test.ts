import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';

/** Loads a module in a process of its own, which then ends. @returns its exit code. */
function exitCodeAfter(module: string): Promise<number | undefined> {
  const script = `await import(${JSON.stringify(module)}); process.exitCode = 3;`;
  const args = ['--conditions=source', '--input-type=module', '--eval', script];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, () => resolve(child.exitCode ?? undefined));
  });
}

test('a process that loads the embedded server ends by itself, with its own exit code', async () => {
  assert.equal(await exitCodeAfter(new URL('./embedded-postgres.ts', import.meta.url).href), 3);
});
