import type { Config } from '../config.ts';
import { codeOf } from '../store/error-code.ts';

const TIMEOUT_MS = 10_000;

/**
 * Result of a request to the provider that changes nothing: it accepts or refuses the key; otherwise why the request
 * failed.
 */
export type Probe = 'accepted' | 'refused' | (string & {});

function probeRequest(config: Config): { readonly url: string; readonly authorization: string } | undefined {
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

/** Checks whether the provider accepts the key. Its response is not stored; the sandbox has no provider to call. */
export async function probeProvider(config: Config): Promise<Probe> {
  const request = probeRequest(config);
  if (!request) return 'accepted';
  const { url, authorization } = request;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { status, body } = await fetch(url, { headers: { authorization }, redirect: 'error', signal });
    await body?.cancel();
    // A key may be restricted to the gateway's needs: the provider then knows it, but refuses this request.
    if (status < 400 || status === 403) return 'accepted';
    return status === 401 ? 'refused' : `returns ${status}`;
  } catch (error) {
    return `cannot be reached (${reasonOf(error)})`;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'fault';
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // Only the message holds the response of a proxy in this machine's network.
  if (codeOf(error) === 'UND_ERR_ABORTED') return error.message;
  // The code of a time-out is a number, which is less clear than its name.
  return codeOf(error) || error.name;
}
