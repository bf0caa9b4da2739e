import { ConfigError } from '../config-error.ts';
import { readVersion } from '../version.ts';
import type { Command } from './command.ts';
import { serveCommand } from './commands/serve.ts';
import { failureText } from './failure-text.ts';
import { optionHelp } from './option-help.ts';
import { escapeControlsInLines } from './output/field.ts';
import type { Output } from './output/output.ts';
import { UsageError } from './read-arguments.ts';

/** Name of the executable, in help and messages. */
const NAME = 'flight-offset-gateway';

/** Loads the commands that a command line may select: for `serve`, only that one. */
async function commandsFor(args: readonly string[]): Promise<readonly Command[]> {
  return args[0] === 'serve' ? [serveCommand] : (await import('./commands.ts')).COMMANDS;
}

function help(commands: readonly Command[]): string {
  const lines = commands.map(({ usage, about }) => `  ${NAME} ${usage}\n      ${about}`);
  return `Usage:\n${lines.join('\n')}\n\n${OUTPUT}\n`;
}

const OUTPUT = `Commands print tables in a terminal, and JSON into a pipe or with --json.
${NAME} COMMAND --help explains the options of a command.
${NAME} --version prints the version.`;

/** Suggests commands in place of one that does not exist: those of its group, or all groups. */
function unknownCommandText(given: readonly string[], commands: readonly Command[]): string {
  const [group] = given;
  const ofGroup = commands.filter(({ words }) => words.length > 1 && words[0] === group);
  const groups = [...new Set(commands.map(({ words }) => words[0]))];
  const hint =
    ofGroup.length > 0
      ? `Commands of ${group}: ${ofGroup.map(({ words }) => words.join(' ')).join(', ')}.\n${NAME} help ${group}`
      : `Commands: ${groups.join(', ')}.\n${NAME} help`;
  return `There is no command "${given.join(' ')}".\n${hint} explains them.\n`;
}

function commandHelp({ words, usage, about, options }: Command): string {
  const widest = Math.max(...options.map((name) => name.length));
  const lines = options.map((name) =>
    `  --${name.padEnd(widest)}  ${optionHelp(words, name) ?? ''}`.trimEnd(),
  );
  return `Usage: ${NAME} ${usage}\n${about}\n\nOptions:\n${lines.join('\n')}\n`;
}

/** Output streams of a command line. */
export interface Streams {
  readonly out: Output;
  readonly err: Output;
}

/** Prints help on the commands that begin with the given words. @returns the exit code. */
function printHelp(topic: readonly string[], commands: readonly Command[], { out, err }: Streams): number {
  const below = commands.filter(({ words }) => topic.every((word, index) => words[index] === word));
  const [only] = below;
  if (!only) {
    err.write(unknownCommandText(topic.slice(0, 2), commands));
    return 2;
  }
  out.write(below.length === 1 ? commandHelp(only) : help(below));
  return 0;
}

/**
 * Runs one command line.
 * @param streams default: those of the process.
 * @returns the exit code: 0 success, 1 failure, 2 invalid usage or configuration.
 */
export async function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  streams: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  const [name, ...topic] = args;
  if (name === '--version' || name === '-v') {
    streams.out.write(`${readVersion()}\n`);
    return 0;
  }
  const commands = await commandsFor(args);
  if (name === 'help' || name === '--help' || name === '-h') return printHelp(topic, commands, streams);
  const command = commands.find(({ words }) => words.every((word, i) => args[i] === word));
  if (!command && args.at(-1) === '--help') return printHelp(args.slice(0, -1), commands, streams);
  if (!command) {
    streams.err.write(noCommandText(args, commands));
    return 2;
  }
  if (args.includes('--help')) return printHelp(command.words, commands, streams);
  try {
    return await command.run(args.slice(command.words.length), environment, streams.out);
  } catch (error) {
    return printFailure(error, command, streams.err);
  }
}

/** Explains why a command line without a known command is not run. */
function noCommandText(args: readonly string[], commands: readonly Command[]): string {
  // The rest may hold data that must not be logged.
  const given = args.slice(0, 2);
  return given.length === 0
    ? `No command was given.\n${help(commands)}`
    : unknownCommandText(given, commands);
}

/** Prints why a command failed. @returns the exit code. @throws the error itself if it has no text for people. */
function printFailure(error: unknown, { usage }: Command, err: Output): number {
  const text = failureText(error);
  if (text === undefined) throw error;
  const misused = error instanceof UsageError || isParseError(error);
  // The text may repeat the content of a file, or of a provider's response.
  err.write(`${escapeControlsInLines(text)}\n${misused ? `Usage: ${NAME} ${usage}\n` : ''}`);
  return misused || error instanceof ConfigError ? 2 : 1;
}

function isParseError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
