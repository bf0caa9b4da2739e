import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How a command ended. */
export interface Ended {
  /** Its exit code; 1 where a signal ended it. */
  readonly code: number;
  /** What it printed, without white space at its end. */
  readonly out: string;
  /** What it printed to standard error. */
  readonly err: string;
}

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** Runs a command of the gateway in a process of its own, which sees these variables and no others but `PATH`. */
export function runCommand(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  const env = { PATH: process.env.PATH, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--conditions=source', CLI, ...args], { env }, (error, out, err) => {
      const code = typeof error?.code === 'number' ? error.code : Number(error !== null);
      resolve({ code, out: out.trimEnd(), err });
    });
  });
}
