#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { nodeProblem } from './cli/node-version.ts';
import { endBySignals } from './cli/process-one.ts';

/** How long the log may take to be written once the gateway has stopped, milliseconds. */
const END_MS = 1000;

const problem = nodeProblem();
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  if (process.pid === 1) endBySignals();
  // What is compiled once is kept beside the program, where only who installed it may write: a folder that every
  // account shares would let another one put code there. Where it cannot be written, nothing is kept.
  module.enableCompileCache?.(fileURLToPath(new URL('../.cache/compile', import.meta.url)));
  const serves = process.argv[2] === 'serve';
  // A reader that has enough, such as head, closes the pipe: the command ends, and not with an error. A gateway goes on.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (serves) return;
    // Whoever prints a secret takes it back first.
    if (process.stdout.listenerCount('error') > 1) return;
    if (error.code === 'EPIPE') process.exit(0);
    console.error(`The output cannot be written: ${error.message}.`);
    process.exit(1);
  });
  const { run } = await import('./cli/run.ts');
  process.exitCode = await run(process.argv.slice(2), process.env);
  // Lines of the log that nobody reads would hold a gateway that has stopped.
  if (serves) setTimeout(() => process.kill(process.pid), END_MS).unref();
}
