import { cityNames } from '@flight-offset/emissions/cities';
import { createOffsetHandler, memoryStore, type OffsetHandler } from '@flight-offset/server';
import { type ExchangeListener, reportExchanges } from './exchange.ts';
import { isScenario, SCENARIOS, type Scenario, type ScenarioName } from './scenarios.ts';
import { SANDBOX_WEBHOOK_SECRET } from './webhook-secret.ts';

/** URLs between the sandbox's backend and the service. */
export interface SandboxBackendOptions {
  /** URL of the service. */
  readonly serviceUrl: string;
  /** Sends requests to the service: over the network, or to the in-browser mock. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** URL under which the service reaches this backend; without it, orders have no `callback_url`. */
  readonly callbackBase?: string;
  /** Path of the return page; without it travellers do not come back. */
  readonly returnPath?: string;
  readonly listener: ExchangeListener;
}

/** The path below which the whole backend is served. */
export const SANDBOX_API = '/sandbox-api/';

/** Returns the path of the merchant's handler for a scenario. */
export const endpointOf = (scenario: ScenarioName = 'usual'): string => `${SANDBOX_API}offset/${scenario}`;

/** Public credentials of the sandbox; they are valid only there. */
export const SANDBOX_CREDENTIALS = {
  apiKey: 'sandbox-key',
  signingKey: 'sandbox-secret',
  platformId: 'sandbox-platform',
} as const;

/**
 * Creates a merchant's backend for the sandbox pages, `Request` to `Response`: it runs beside the local gateway or, if
 * there is no server at all, in the page itself. Below `offset/{scenario}/` is the handler that merchants mount; below
 * `gateway/` requests go to the service unchanged, for pages that sign their own.
 */
export function createSandboxBackend(options: SandboxBackendOptions): OffsetHandler {
  const { serviceUrl, callbackBase, returnPath, listener } = options;
  const handlers = new Map<string, OffsetHandler>();
  // One for all: the service's webhooks arrive at another origin than the page's requests.
  const store = memoryStore();

  function handlerOf(name: ScenarioName, origin: string): OffsetHandler {
    const key = `${name} ${origin}`;
    const known = handlers.get(key);
    if (known) return known;
    const scenario: Scenario = SCENARIOS[name];
    const toService = reportExchanges(
      'backend to gateway',
      async (request) => {
        await scenario.before?.();
        return options.fetch(request);
      },
      listener,
    );
    const made = createOffsetHandler({
      service: {
        baseUrl: serviceUrl,
        ...SANDBOX_CREDENTIALS,
        honoursIdempotencyKey: true,
        fetch: (input, init) => toService(new Request(input, init)),
      },
      store,
      amounts: { fractions: [0.5, 1, 1.5] },
      webhookSecrets: [SANDBOX_WEBHOOK_SECRET],
      ...(returnPath ? { returnUrl: new URL(returnPath, origin).href } : {}),
      ...(callbackBase ? { webhookUrl: `${callbackBase}${endpointOf(name)}/webhooks` } : {}),
      ...scenario.options,
      policy: { cities: cityNames, ...scenario.options?.policy },
    });
    handlers.set(key, made);
    return made;
  }

  const fromPage = (request: Request, handler: OffsetHandler): Promise<Response> => {
    const isWebhook = new URL(request.url).pathname.endsWith('/webhooks');
    return reportExchanges(isWebhook ? 'gateway to backend' : 'page to backend', handler, listener)(request);
  };

  return async (request) => {
    const { pathname, search, origin } = new URL(request.url);
    const [part = '', ...rest] = pathname.slice(SANDBOX_API.length).split('/');
    if (part === 'about') return Response.json({ serviceUrl, responds: await responds(options) });
    if (part === 'offset' && isScenario(rest[0] ?? '')) {
      return fromPage(request, handlerOf(rest[0] as ScenarioName, origin));
    }
    if (part === 'gateway') {
      const address = new URL(`/${rest.join('/')}${search}`, serviceUrl);
      return forward(request, address, options.fetch).catch((cause: unknown) =>
        unavailable(serviceUrl, cause),
      );
    }
    return Response.json({ error: 40401, message: 'Unknown endpoint.' }, { status: 404 });
  };
}

/** Tests whether the service responds. */
function responds({ serviceUrl, fetch }: SandboxBackendOptions): Promise<boolean> {
  const signal = AbortSignal.timeout(3000);
  return fetch(new Request(serviceUrl, { method: 'HEAD', signal })).then(
    () => true,
    () => false,
  );
}

const PASSED_ON = /^(content-type|accept|idempotency-key|x-.*)$/;

async function forward(
  request: Request,
  address: URL,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  const headers = [...request.headers].filter(
    ([name]) => PASSED_ON.test(name) && !name.startsWith('x-forwarded'),
  );
  const bytes = request.method === 'GET' || request.method === 'HEAD' ? null : await request.arrayBuffer();
  const response = await send(
    new Request(address, { method: request.method, headers, body: bytes, redirect: 'manual' }),
  );
  const kept = [...response.headers].filter(
    ([name]) => !/^(content-encoding|content-length|transfer-encoding)$/.test(name),
  );
  return new Response(response.body, { status: response.status, headers: kept });
}

function unavailable(serviceUrl: string, cause: unknown): Response {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return Response.json(
    {
      error: 50301,
      message: `The gateway at ${serviceUrl} is unreachable (${reason}). Start it with pnpm start.`,
    },
    { status: 503 },
  );
}
