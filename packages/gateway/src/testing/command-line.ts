import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { run } from '../cli/run.ts';

/** Result of a command. */
export interface Ended {
  /** Exit code; 1 for an error of the command itself. */
  readonly code: number;
  /** Standard output, without white space at its end. */
  readonly out: string;
  /** Standard error. */
  readonly err: string;
}

/** Runs a command of the gateway in this process, with only these environment variables. */
export function runCommand(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  return runCommandIn({}, environment, ...args);
}

/** Runs a command like {@link runCommand}, in a terminal of a width or a pipe. */
export async function runCommandIn(
  terminal: { readonly isTTY?: boolean; readonly columns?: number },
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  const streams = { out: Object.assign(new PassThrough(), terminal), err: new PassThrough() };
  const printed = Promise.all([text(streams.out), text(streams.err)]);
  const ended = run(args, { PATH: process.env.PATH, ...environment }, streams);
  const code = await ended.catch((error: unknown) => {
    streams.err.write(String(error));
    return 1;
  });
  for (const stream of Object.values(streams)) stream.end();
  const [out, err] = await printed;
  return { code, out: out.trimEnd(), err };
}
