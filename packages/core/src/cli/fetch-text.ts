import { readText } from '../client/read-text.ts';
import { isLoopbackHost } from '../input/loopback.ts';

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 2_000_000;

/**
 * Downloads a text over HTTPS: at most 2 MB, within 20 s, without following redirects to other places.
 * @throws Error with a sentence that names the address.
 */
export async function fetchText(address: string): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && !isLoopbackHost(url.hostname))) {
    throw new Error(`${address} is not an HTTPS address; pass the file instead.`);
  }
  let response: Response;
  let text: string | undefined;
  try {
    response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    text = response.ok ? await readText(response, MAX_BYTES) : '';
  } catch {
    throw new Error(`Cannot download ${url.href}; pass the file instead.`);
  }
  if (!response.ok) throw new Error(`${url.href} returned ${response.status}; pass the file instead.`);
  if (text === undefined) throw new Error(`${url.href} is larger than ${MAX_BYTES} bytes.`);
  return text;
}
