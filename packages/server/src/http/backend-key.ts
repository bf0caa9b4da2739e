import { CheckoutError } from '../checkout-error.ts';
import { sha256 } from '../digest.ts';

/** Minimum length of the key of a merchant's own backends. */
const MIN_LENGTH = 32;

/** Checks the option. @throws TypeError that does not repeat the key. */
export function requireBackendKey(key: string | undefined): void {
  if (key === undefined) return;
  if (!(typeof key === 'string' && key.length >= MIN_LENGTH))
    throw new TypeError(`backendKey must be ${MIN_LENGTH} characters or longer, random ones`);
  // A header cannot hold such a key, so every request would be refused.
  if (key !== key.trim())
    throw new TypeError(
      "backendKey must not begin or end with white space, such as a file's last line break",
    );
}

/**
 * Lets a request of the merchant's own backend pass: `Authorization: Bearer` and the key.
 * @throws CheckoutError `forbidden`.
 */
export async function checkBackendKey(request: Request, key: string): Promise<void> {
  const [, given = ''] = /^bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (await isSame(given, key)) return;
  throw new CheckoutError('forbidden', 'Send the backend key as Authorization: Bearer KEY.');
}

/** Compares two texts in constant time. */
async function isSame(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([a, b].map(sha256));
  return left!.reduce((difference, byte, index) => difference | (byte ^ right![index]!), 0) === 0;
}
