/** Runs the command as a process does: errors become a message and an exit code. */
import { run } from './run.ts';
import type { Streams } from './streams.ts';
import { UsageError } from './usage.ts';

/**
 * Runs the command.
 * @returns Its exit code: 0 complete, 1 something could not be estimated, read or written, 2 wrong usage.
 */
export async function command(args: string[], streams: Streams): Promise<number> {
  try {
    return await run(args, streams);
  } catch (error) {
    streams.stderr.write(`${messageOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Returns the message for an error; Node's own for a missing file states neither the argument nor what to do. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' && path !== undefined ? `${path}: there is no such file or folder` : error.message;
}
