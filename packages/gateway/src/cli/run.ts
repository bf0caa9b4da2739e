import { ConfigError } from '../config.ts';
import { UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';

function help(): string {
  const lines = COMMANDS.map(({ usage, about }) => `  gateway ${usage}\n      ${about}`);
  return `Usage:\n${lines.join('\n')}\n`;
}

/** Runs one command line. @returns the exit code: 0 done, 1 failed, 2 not understood. */
export async function run(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const [name = 'help'] = args;
  if (name === 'help' || name === '--help') {
    process.stdout.write(help());
    return 0;
  }
  const command = COMMANDS.find(({ words }) => words.every((word, i) => args[i] === word));
  if (!command) {
    process.stderr.write(`There is no command "${args.join(' ')}".\n${help()}`);
    return 2;
  }
  try {
    return await command.run(args.slice(command.words.length), environment);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    const misused = error instanceof UsageError || String(error.code).startsWith('ERR_PARSE_ARGS');
    process.stderr.write(`${error.message}\n${misused ? `Usage: gateway ${command.usage}\n` : ''}`);
    return misused || error instanceof ConfigError ? 2 : 1;
  }
}
