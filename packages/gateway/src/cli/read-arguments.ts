import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** A command is written incorrectly. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
}

/** Arguments and options that a command accepts. */
export interface Expected {
  /** Names of options that take a text, without the two dashes. */
  readonly options?: readonly string[];
  /** Names of options without a value. */
  readonly flags?: readonly string[];
  /** Maximum number of arguments. */
  readonly most: number;
}

/** Arguments and options given to a command. */
export interface GivenArguments {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly flags: ReadonlySet<string>;
}

/**
 * Reads the text after the words of a command.
 * @throws UsageError if there is an argument too many, or an option is empty or given twice; the error of `parseArgs`
 *   if an option is unknown.
 */
export function readArguments(
  args: readonly string[],
  { options = [], flags = [], most }: Expected,
): GivenArguments {
  const known: ParseArgsOptionsConfig = {};
  for (const name of options) known[name] = { type: 'string', multiple: true };
  for (const name of flags) known[name] = { type: 'boolean' };
  const { values, positionals } = parseArgs({ args: [...args], options: known, allowPositionals: true });
  const surplus = positionals[most];
  if (surplus !== undefined)
    throw new UsageError(`"${surplus}" is one argument too many; put quotes around a text with spaces.`);
  const texts: Record<string, string> = {};
  for (const [name, given] of Object.entries(values)) {
    if (!Array.isArray(given)) continue;
    const [value, another] = given.map(String);
    // One of two limits or origins would be silently lost.
    if (another !== undefined) throw new UsageError(`--${name} can be given only once.`);
    // An empty option is an unset variable of a script.
    if (!value?.trim()) throw new UsageError(`--${name} is empty.`);
    texts[name] = value;
  }
  return { positionals, options: texts, flags: new Set(flags.filter((name) => values[name] === true)) };
}
