import { ConfigError } from '../config.ts';
import { UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';

/** The name of the executable, in help and messages. */
const NAME = 'flight-offset-gateway';

function help(): string {
  const lines = COMMANDS.map(({ usage, about }) => `  ${NAME} ${usage}\n      ${about}`);
  return `Usage:\n${lines.join('\n')}\n`;
}

/** Runs one command line. @returns the exit code: 0 done, 1 failed, 2 not understood. */
export async function run(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const [name] = args;
  if (name === 'help' || name === '--help') {
    process.stdout.write(help());
    return 0;
  }
  const command = COMMANDS.find(({ words }) => words.every((word, i) => args[i] === word));
  if (!command) {
    // Not what follows: it may hold what is not for a log.
    const given = args.slice(0, 2).join(' ');
    process.stderr.write(
      `${given === '' ? 'No command was given.' : `There is no command "${given}".`}\n${help()}`,
    );
    return 2;
  }
  if (args.includes('--help')) {
    process.stdout.write(`Usage: ${NAME} ${command.usage}\n${command.about}\n`);
    return 0;
  }
  try {
    return await command.run(args.slice(command.words.length), environment);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    const misused = error instanceof UsageError || String(error.code).startsWith('ERR_PARSE_ARGS');
    process.stderr.write(`${error.message}\n${misused ? `Usage: ${NAME} ${command.usage}\n` : ''}`);
    return misused || error instanceof ConfigError ? 2 : 1;
  }
}
