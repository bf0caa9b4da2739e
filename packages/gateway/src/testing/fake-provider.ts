import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request the provider got. */
export interface ProviderRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that behaves like the API of Stripe and of Razorpay, as far as the gateway asks. */
export interface FakeProvider {
  readonly url: string;
  readonly requests: readonly ProviderRequest[];
  /** How many further requests fail with status 500. */
  failing: number;
  close(): Promise<void>;
}

/** Answers which both providers remember by their idempotency keys. */
function answer(path: string, count: number, origin: string): object {
  if (path === '/v1/checkout/sessions') {
    return { id: `cs_test_${count}`, object: 'checkout.session', url: `${origin}/c/pay/${count}` };
  }
  if (path === '/v1/refunds') return { id: `re_${count}`, object: 'refund', status: 'succeeded' };
  if (path === '/v1/payment_links') return { id: `plink_${count}`, short_url: `${origin}/i/${count}` };
  return { id: `rfnd_${count}`, entity: 'refund' };
}

/** Starts one. */
export async function startFakeProvider(): Promise<FakeProvider> {
  const requests: ProviderRequest[] = [];
  const remembered = new Map<string, object>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      requests.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.setHeader('content-type', 'application/json');
      if (!request.headers.authorization) {
        response.writeHead(401).end('{"error":{"code":"BAD_REQUEST_ERROR","message":"no key"}}');
        return;
      }
      if (provider.failing > 0) {
        provider.failing -= 1;
        response.writeHead(500).end('{"error":{"code":"SERVER_ERROR","message":"try again"}}');
        return;
      }
      const key = String(
        request.headers['idempotency-key'] ?? request.headers['x-refund-idempotency'] ?? requests.length,
      );
      const said = remembered.get(key) ?? answer(path, requests.length, provider.url);
      remembered.set(key, said);
      response.end(JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: FakeProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failing: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}
