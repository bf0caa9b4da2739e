import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  type IssuerKeys,
  issuerKeysSchema,
  readReceipt,
  VerificationError,
  type VerifiedReceipt,
  verifyReceipt,
} from '../retirement/index.ts';
import { fetchText } from './fetch-text.ts';
import { unverifiedIssuer } from './unverified-issuer.ts';
import { printable, verifiedReceiptText } from './verified-receipt-text.ts';

const VERIFY_USAGE = `Verifies a receipt: that its order is part of the retirements it names, and that these cover every order.

  npx @flight-offset/core verify FILE [--batch FILE]... [--keys FILE|URL] [--issuer URL] [--json]

  FILE      the receipt, receipt.jws
  --batch   a published batch, batch.jws; as many as the receipt names; by default those of the issuer are downloaded
  --keys    the issuer's public keys (JSON Web Key Set); by default they are downloaded
  --issuer  refuses a receipt from any other issuer
  --json    prints claims, state and batches as JSON; a refusal as its code and message

With --batch and --keys as files it makes no request.
Exit code: 0 retired, 1 refused, 2 usage error, 3 genuine but not retired yet, or not as a whole.`;

/** A usage error, or evidence that cannot be read. */
class UsageError extends Error {}

interface Options {
  readonly file: string;
  readonly batches: readonly string[];
  readonly keys: string | undefined;
  readonly issuer: string | undefined;
  readonly json: boolean;
}

function readOptions(args: readonly string[]): Options {
  const string = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        batch: { ...string, multiple: true },
        keys: string,
        issuer: string,
        json: { type: 'boolean' },
      },
    });
    const [file, more] = positionals;
    if (file === undefined) throw new UsageError('Name the file of the receipt.');
    if (more !== undefined) throw new UsageError('Name one receipt at a time.');
    const { batch: batches = [], keys, issuer, json = false } = values;
    return { file, batches, keys, issuer, json };
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as { code?: string };
    throw new UsageError(`Cannot read ${path}${code === undefined ? '' : ` (${code})`}.`);
  }
}

async function readKeys(place: string): Promise<IssuerKeys> {
  const text = /^https?:\/\//.test(place) ? await fetchText(place) : await readText(place);
  try {
    return issuerKeysSchema.parse(JSON.parse(text));
  } catch {
    throw new UsageError(`${place} is not a JSON Web Key Set.`);
  }
}

async function verify({ file, batches, keys, issuer }: Options): Promise<VerifiedReceipt> {
  const receipt = await readText(file);
  if (receipt.startsWith('%PDF')) throw new UsageError('A PDF holds no signature: name receipt.jws.');
  const claimed = unverifiedIssuer(receipt);
  if (issuer !== undefined && claimed !== issuer.replace(/\/$/, '')) {
    throw new VerificationError('issuer_mismatch', `The receipt names ${claimed}.`);
  }
  const published = await readKeys(keys ?? `${claimed}/.well-known/jwks.json`);
  const claims = await readReceipt(receipt, published);
  const named = claims.credits.flatMap(({ retirement }) => (retirement ? [retirement.batch] : []));
  const texts =
    batches.length > 0
      ? await Promise.all(batches.map(readText))
      : await Promise.all([...new Set(named)].map((id) => fetchText(`${claimed}/retirements/${id}.jws`)));
  return verifyReceipt({ receipt, batches: texts, keys: published });
}

/** Runs `verify` and prints what was proven. @returns the exit code. */
export async function verifyCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(VERIFY_USAGE);
    return 0;
  }
  try {
    const options = readOptions(args);
    const verified = await verify(options);
    console.log(options.json ? JSON.stringify(verified, null, 2) : verifiedReceiptText(verified));
    return verified.state === 'retired' ? 0 : 3;
  } catch (error) {
    if (error instanceof VerificationError) {
      const { code, message } = error;
      if (args.includes('--json')) console.log(JSON.stringify({ refused: { code, message } }, null, 2));
      else console.error(`REFUSED (${code}): ${printable(message)}`);
      return 1;
    }
    console.error(`${printable(error instanceof Error ? error.message : String(error))}\n\n${VERIFY_USAGE}`);
    return 2;
  }
}
