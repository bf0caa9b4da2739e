import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

/**
 * Waits until a process has printed the URL on which it listens.
 * @returns The URL.
 * @throws Error with its output, if it ends before that.
 */
export function printedUrl(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const listen = (chunk: string): void => {
      output += chunk;
      const found = output.match(/http:\/\/localhost:\d+/)?.[0];
      if (found) resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${output}`)));
  });
}
