import { ConfigError } from '../config.ts';
import { serveCommand } from './serve.ts';

/** A command cannot be run as it was written. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
}

/** One command: its words, what it is for, and what it does. @returns the exit code. */
export interface Command {
  readonly usage: string;
  readonly about: string;
  run(args: string[], environment: NodeJS.ProcessEnv): Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = { serve: serveCommand };

function help(): string {
  const lines = Object.values(COMMANDS).map(({ usage, about }) => `  gateway ${usage}\n      ${about}`);
  return `Usage:\n${lines.join('\n')}\n`;
}

/** Runs one command line. @returns the exit code: 0 done, 1 failed, 2 not understood. */
export async function run(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const [name = 'help', ...rest] = args;
  if (name === 'help' || name === '--help') {
    process.stdout.write(help());
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    process.stderr.write(`There is no command "${name}".\n${help()}`);
    return 2;
  }
  try {
    return await command.run(rest, environment);
  } catch (error) {
    if (error instanceof UsageError || (error instanceof TypeError && 'code' in error)) {
      process.stderr.write(`${error.message}\nUsage: gateway ${command.usage}\n`);
      return 2;
    }
    const known = error instanceof ConfigError || (error instanceof Error && 'code' in error);
    process.stderr.write(`${known ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
    return 1;
  }
}
