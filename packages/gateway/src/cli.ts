#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { nodeProblem } from './cli/node-version.ts';
import { exitOnSignals } from './cli/process-one.ts';

/** Maximum time for a stopped gateway to write out its log, milliseconds. */
const END_MS = 1000;

const problem = nodeProblem();
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  if (process.pid === 1) exitOnSignals();
  // Compiled code is kept beside the program, where only the account that installed it may write: in a shared folder,
  // another account could plant code. If that place is read-only, nothing is kept.
  module.enableCompileCache?.(fileURLToPath(new URL('../.cache/compile', import.meta.url)));
  const serves = process.argv[2] === 'serve';
  // A reader that has enough, such as head, closes the pipe: a command then ends without an error; a gateway goes on.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (serves) return;
    // A command that prints a secret has a listener, which revokes it first.
    if (process.stdout.listenerCount('error') > 1) return;
    if (error.code === 'EPIPE') process.exit(0);
    console.error(`The output cannot be written: ${error.message}.`);
    process.exit(1);
  });
  const { run } = await import('./cli/run.ts');
  process.exitCode = await run(process.argv.slice(2), process.env);
  // Log lines that nobody reads would keep a stopped gateway from ending.
  if (serves) setTimeout(() => process.kill(process.pid), END_MS).unref();
}
