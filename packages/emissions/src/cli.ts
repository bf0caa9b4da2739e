#!/usr/bin/env node
/** The command line: one flight, a trip, or a file of either. */
import { command } from './cli/command.ts';

// A reader that needs no more, such as `head`, closes the pipe: the run has not failed.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    // Such as a full disk.
    if (stream !== process.stderr) process.stderr.write(`standard output: ${error.message}\n`);
    process.exit(1);
  });
}

process.exitCode = await command(process.argv.slice(2), process);
