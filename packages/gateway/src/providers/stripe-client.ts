import Stripe from 'stripe';
import type { CallLimits } from './provider.ts';

const LIMITS: CallLimits = { timeoutMs: 15_000, retries: 2 };

function endpoint(apiUrl: string | undefined): Partial<Stripe.StripeConfig> {
  if (apiUrl === undefined) return {};
  const { hostname: host, port, protocol } = new URL(apiUrl);
  return { host, port, protocol: protocol === 'http:' ? 'http' : 'https' };
}

/**
 * Treats a response without a JSON object, which a proxy may send, as unreadable. For a text or a number, Stripe's
 * library leaves its caller waiting forever, and rejects a promise that nobody handles, which ends the process. A
 * redirect is a failure: another server would read the order, and choose where its payer pays.
 */
async function fetchObject(...[url, options]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: 'error' });
  const read = response.text.bind(response);
  const text = async (): Promise<string> => {
    const body = await read();
    if (body.trimStart().startsWith('{')) return body;
    return response.ok ? '' : '{"error":{"code":"unexpected_response"}}';
  };
  return Object.assign(response, { text });
}

/**
 * Creates the client of Stripe's library for an account.
 * @param apiUrl URL of the API, if not Stripe's.
 * @param limits default: each call has 15 seconds and two retries.
 */
export function stripeClient(
  secretKey: string,
  apiUrl: string | undefined,
  { timeoutMs, retries } = LIMITS,
): Stripe {
  return new Stripe(secretKey, {
    ...endpoint(apiUrl),
    // The library's other client has no limit on connecting: behind a firewall that drops packets it takes minutes.
    httpClient: Stripe.createFetchHttpClient(fetchObject),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
  });
}
