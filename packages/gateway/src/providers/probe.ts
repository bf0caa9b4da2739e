import type { Config } from '../config.ts';
import { codeOf } from '../store/error-code.ts';

const TIMEOUT_MS = 10_000;

/** What came of asking the provider something that changes nothing: it takes the key, or refuses it, or why not. */
export type Probe = 'accepted' | 'refused' | (string & {});

function question(config: Config): { readonly url: string; readonly authorization: string } | undefined {
  const at = config.GATEWAY_PROVIDER_API_URL;
  if (config.provider === 'stripe') {
    const url = `${at ?? 'https://api.stripe.com'}/v1/balance`;
    return { url, authorization: `Bearer ${config.STRIPE_SECRET_KEY}` };
  }
  if (config.provider === 'razorpay') {
    const pair = Buffer.from(`${config.RAZORPAY_KEY_ID}:${config.RAZORPAY_KEY_SECRET}`).toString('base64');
    const url = `${at ?? 'https://api.razorpay.com'}/v1/payments?count=1`;
    return { url, authorization: `Basic ${pair}` };
  }
  config.provider satisfies 'none' | 'sandbox';
  return undefined;
}

/** Asks the provider whether it takes the key. Nothing it says is kept; the sandbox has nobody to ask. */
export async function probeProvider(config: Config): Promise<Probe> {
  const request = question(config);
  if (!request) return 'accepted';
  const { url, authorization } = request;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { status, body } = await fetch(url, { headers: { authorization }, redirect: 'error', signal });
    await body?.cancel();
    // A key may be restricted to what the gateway needs: then it is known, and this question is not for it.
    if (status < 400 || status === 403) return 'accepted';
    return status === 401 ? 'refused' : `returns ${status}`;
  } catch (error) {
    return `cannot be reached (${reasonOf(error)})`;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'fault';
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // What a proxy of this machine's network returned is in the message alone.
  if (codeOf(error) === 'UND_ERR_ABORTED') return error.message;
  // A time-out has a number for its code, which says less than its name.
  return codeOf(error) || error.name;
}
