/** The command as a process runs it: what it throws becomes a message and an exit code. */
import { run } from './run.ts';
import type { Streams } from './streams.ts';
import { UsageError } from './usage.ts';

/**
 * Runs the command.
 * @returns its exit code: 0 complete, 1 something could not be estimated, read or written, 2 wrong usage.
 */
export async function command(args: string[], streams: Streams): Promise<number> {
  try {
    return await run(args, streams);
  } catch (error) {
    streams.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
