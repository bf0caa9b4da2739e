#!/usr/bin/env node
/** The command line: one flight, a trip, or a file of either. */
import { run } from './cli/run.ts';
import { UsageError } from './cli/usage.ts';

// A reader that has seen enough, such as `head`, closes the pipe: that is no fault of the run.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
