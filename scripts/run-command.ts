import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Result of a command. */
export interface Ended {
  readonly code: number;
  /** Standard output, without cursor movements: test runners write them without a terminal too. */
  readonly output: string;
}

/** Runs a command in the repository and shows its output. @param env Differences from this environment. */
export function runCommand(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      output += chunk;
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal) console.error(`${command} was ended by ${signal}: ${args.join(' ')}`);
      resolve({ code: code ?? 1, output: stripVTControlCharacters(output) });
    });
  });
}
