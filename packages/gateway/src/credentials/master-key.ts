import { readFileSync, statSync } from 'node:fs';
import { codeOf, fileFault } from '../store/error-code.ts';

/** The two keys a gateway may have, by the names of their variables; each may be in a file, `…_FILE`. */
export type KeyName = 'GATEWAY_MASTER_KEY' | 'GATEWAY_SECOND_MASTER_KEY';

const OTHERS_READ = 0o004;

/** Whether everyone on this machine may read a file. Windows has no such permission. */
function isReadableByAll(file: string): boolean {
  return process.platform !== 'win32' && (statSync(file).mode & OTHERS_READ) !== 0;
}

function readFile(name: string, file: string, allowReadable: boolean, faults: string[]): string | undefined {
  try {
    if (!allowReadable && isReadableByAll(file)) {
      faults.push(
        `${name} can be read by every account of this machine: chmod o= FILE, or set GATEWAY_ALLOW_READABLE_KEY_FILE=1`,
      );
      return undefined;
    }
    return readFileSync(file, 'utf8');
  } catch (error) {
    faults.push(`${name} cannot be read: ${fileFault(codeOf(error))}`);
    return undefined;
  }
}

/**
 * Reads a key of 32 bytes in base64, from its variable or from the file that its `…_FILE` variable names.
 * @param faults receives the errors, never a value.
 * @returns undefined if neither is set, or there is an error.
 */
export function readKey(
  given: Readonly<Record<string, string | undefined>>,
  name: KeyName,
  faults: string[],
): Uint8Array | undefined {
  const text = given[name];
  const file = given[`${name}_FILE`];
  if (text !== undefined && file !== undefined) {
    faults.push(`only one of ${name} and ${name}_FILE may be set`);
    return undefined;
  }
  if (file !== undefined) return readKeyFile(given, { name: `${name}_FILE`, file }, faults);
  return text === undefined ? undefined : decode(name, text, faults);
}

/**
 * Reads a key of 32 bytes in base64 from a file.
 * @param source.name the variable or option that names the file.
 * @param faults receives the errors, never a value.
 * @returns undefined if there is an error.
 */
export function readKeyFile(
  given: Readonly<Record<string, string | undefined>>,
  { name, file }: { readonly name: string; readonly file: string },
  faults: string[],
): Uint8Array | undefined {
  const allowReadable = given.GATEWAY_ALLOW_READABLE_KEY_FILE === '1';
  const text = readFile(name, file, allowReadable, faults);
  return text === undefined ? undefined : decode(name, text, faults);
}

function decode(name: string, text: string, faults: string[]): Uint8Array | undefined {
  // White space, such as a line break at the end of a file, is skipped.
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 32) return bytes;
  faults.push(`${name} must be base64 of 32 bytes`);
  return undefined;
}

/** Like {@link readKey} for the master key, which is required. */
export function readMasterKey(
  given: Readonly<Record<string, string | undefined>>,
  faults: string[],
): Uint8Array | undefined {
  if (given.GATEWAY_MASTER_KEY === undefined && given.GATEWAY_MASTER_KEY_FILE === undefined) {
    faults.push(
      'one of GATEWAY_MASTER_KEY and GATEWAY_MASTER_KEY_FILE must be set (`openssl rand -base64 32` makes one), or --sandbox given, which has its own',
    );
    return undefined;
  }
  return readKey(given, 'GATEWAY_MASTER_KEY', faults);
}
