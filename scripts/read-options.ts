import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Ends the process with 2: the command line is invalid. */
export function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

/** Reads the options of this process. An unknown one, or one without its value, ends the process with 2. */
export function readOptions<T extends ParseArgsOptionsConfig>(
  options: T,
): ReturnType<typeof parseArgs<{ options: T }>>['values'] {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuse(`${(error as Error).message}\nOptions: --${Object.keys(options).join(', --')}`);
  }
}

/**
 * Reads the number of an option. An invalid one, or one below the least, ends the process with 2: otherwise nothing
 * would run, and all would pass.
 */
export function readWhole(name: string, text: string, least: number): number {
  const number = Number(text);
  // An empty text, such as an unset variable, would be 0.
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  return refuse(`--${name} must be a whole number from ${least}`);
}
