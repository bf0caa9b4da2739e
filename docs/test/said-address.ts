import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

/**
 * Waits until a process has said where it answers.
 * @returns the address.
 * @throws Error with all that it said, where it ends before.
 */
export function saidAddress(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: string): void => {
      said += chunk;
      const found = said.match(/http:\/\/localhost:\d+/)?.[0];
      if (found) resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
  });
}
