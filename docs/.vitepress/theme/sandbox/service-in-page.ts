/** The sandbox without a server: the real engine and a service in memory, loaded only if there is no gateway. */
import { createSandboxBackend, SANDBOX_API } from '../../../sandbox-backend/backend.ts';
import type { Exchange, ExchangeListener } from '../../../sandbox-backend/exchange.ts';
import type { Connection } from './connection.ts';
import { GATEWAY_ONLY } from './orders-in-page.ts';
import { respondInPage } from './respond-in-page.ts';
import { webhookInPage } from './webhook-in-page.ts';

const SERVICE_URL = 'https://gateway.example';

type Respond = (request: Request) => Promise<Response>;

/** Opens a connection to a service inside this page, and lets the page's own requests reach it. */
export function openInPage(): Connection {
  const listeners = new Set<ExchangeListener>();
  const past: Exchange[] = [];
  const toService = respondInPage(SERVICE_URL, async (order) => {
    if (order.callback_url) await backend(await webhookInPage(order.callback_url, order));
  });
  const backend = createSandboxBackend({
    serviceUrl: SERVICE_URL,
    fetch: toService,
    callbackBase: location.origin,
    listener(exchange) {
      past.push(exchange);
      for (const listener of listeners) listener(exchange);
    },
  });
  handleRequests(backend);
  return {
    mode: 'page',
    serviceUrl: SERVICE_URL,
    responds: true,
    lacks: GATEWAY_ONLY,
    listen(listener) {
      past.forEach(listener);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toService: (path, init) => toService(new Request(new URL(path, SERVICE_URL), init)),
  };
}

/** Makes `backend` handle the requests below the sandbox's path, which the elements send by `fetch`. */
function handleRequests(backend: Respond): void {
  const network = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname } = new URL(request.url);
    return origin === location.origin && pathname.startsWith(SANDBOX_API)
      ? backend(request)
      : network(input, init);
  };
}
