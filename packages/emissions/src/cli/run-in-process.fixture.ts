/** Runs the command in this process, which has loaded its tables already: a new process takes a sixth of a second. */
import { Readable, Writable } from 'node:stream';
import { command } from './command.ts';

/** Result of a run of the command. */
export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

function collector(): { stream: Writable; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

/** Runs the command with `input` as its standard input. */
export async function runInProcess(input: string, ...args: string[]): Promise<CommandResult> {
  const [stdout, stderr] = [collector(), collector()];
  const stdin = Readable.from([Buffer.from(input)]);
  const status = await command(args, { stdin, stdout: stdout.stream, stderr: stderr.stream });
  return { status, stdout: stdout.text(), stderr: stderr.text() };
}
