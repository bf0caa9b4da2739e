import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Ends the process with 2: the command line is not as it should be. */
export function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

/** The options this process was started with. One that is unknown, or lacks its value, ends the process with 2. */
export function readOptions<T extends ParseArgsOptionsConfig>(
  options: T,
): ReturnType<typeof parseArgs<{ options: T }>>['values'] {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuse(`${(error as Error).message}\nOptions: --${Object.keys(options).join(', --')}`);
  }
}

/** The number an option holds. One that is none, or below the least, ends the process with 2: nothing would run, and all hold. */
export function readWhole(name: string, text: string, least: number): number {
  const number = Number(text);
  // An empty text, such as of a variable that is not set, would be 0.
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  return refuse(`--${name} must be a whole number from ${least}`);
}
