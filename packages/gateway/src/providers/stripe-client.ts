import Stripe from 'stripe';

function endpoint(apiUrl: string | undefined): Partial<Stripe.StripeConfig> {
  if (apiUrl === undefined) return {};
  const { hostname: host, port, protocol } = new URL(apiUrl);
  return { host, port, protocol: protocol === 'http:' ? 'http' : 'https' };
}

/**
 * Treats a response that holds no JSON object, which a proxy may send, as unreadable. For a text or a number, Stripe's
 * library leaves its caller waiting for ever, and rejects a promise that nobody handles, which ends the process.
 * A redirect is a failure: elsewhere somebody would read the order, and state where its payer goes to pay.
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
 * The client of Stripe's library for an account. Each call has 15 seconds and two retries.
 * @param apiUrl where Stripe's API is, if not at Stripe.
 */
export function stripeClient(secretKey: string, apiUrl: string | undefined): Stripe {
  return new Stripe(secretKey, {
    ...endpoint(apiUrl),
    // The library's other client has no limit on connecting: behind a firewall that drops packets it takes minutes.
    httpClient: Stripe.createFetchHttpClient(fetchObject),
    timeout: 15_000,
    maxNetworkRetries: 2,
  });
}
