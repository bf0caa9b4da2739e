import type { Quote } from '@flight-offset/core';
import type { FinalOrder } from '../final-order.ts';
import { createOffsetHandler, type OffsetHandler } from '../handler.ts';
import type { OffsetHandlerOptions } from '../handler-options.ts';
import { createOffset, type Offset } from '../offset.ts';
import { BARE_CREDENTIALS, type BareService, createBareService } from './bare-service.ts';

/** A flight that every test service can estimate. */
export const ZRH_SFO = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
} as const;

/** Address of the service in tests without a network. */
const SERVICE = 'https://service.example';

/** A merchant's side wired to a bare service without a network, with the orders that its callbacks received. */
export interface TestMerchant {
  readonly service: BareService;
  readonly offset: Offset;
  readonly handler: OffsetHandler;
  readonly completed: FinalOrder[];
  readonly failed: FinalOrder[];
  readonly errors: unknown[];
  /** Moves the merchant's clock, milliseconds; otherwise it stands still. */
  advance(ms: number): void;
  /** Calls the handler as a page of its own origin would. */
  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response>;
  /** Quotes a flight and returns the tokens of its options. */
  tokens(): Promise<string[]>;
}

/** Replaces the network between merchant and service, for a test. */
export interface TestWiring {
  readonly fetch?: (request: Request, service: BareService) => Promise<Response>;
  readonly service?: object;
}

/** Makes a merchant for a test. */
export function testMerchant(
  options: Partial<OffsetHandlerOptions> = {},
  wiring: TestWiring = {},
): TestMerchant {
  const service = createBareService(SERVICE);
  const completed: FinalOrder[] = [];
  const failed: FinalOrder[] = [];
  const errors: unknown[] = [];
  // The clock stands still between calls of `advance`: a slow machine does not affect what a test expects within a
  // time.
  let now = Date.now();
  const all: OffsetHandlerOptions = {
    service: {
      baseUrl: SERVICE,
      apiKey: BARE_CREDENTIALS.apiKey,
      signingKey: BARE_CREDENTIALS.secret,
      platformId: BARE_CREDENTIALS.platformId,
      retry: { retries: 0 },
      fetch: (input, init) => {
        const request = new Request(input, init);
        return wiring.fetch ? wiring.fetch(request, service) : service.fetch(request);
      },
      ...wiring.service,
    },
    webhookUrl: 'https://merchant.example/offset/webhooks',
    onOrderCompleted: (order) => void completed.push(order),
    onOrderFailed: (order) => void failed.push(order),
    onError: (error) => void errors.push(error),
    now: () => now,
    ...options,
  };
  const offset = createOffset(all);
  const handler = createOffsetHandler(all, offset);

  async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> {
    return handler(
      new Request(`https://merchant.example/offset/${path}`, {
        method,
        headers: { origin: 'https://merchant.example', 'content-type': 'application/json' },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  }

  return {
    service,
    offset,
    handler,
    completed,
    failed,
    errors,
    advance(ms) {
      now += ms;
    },
    call,
    async tokens() {
      const quote = (await (await call('POST', 'quote', { flights: [ZRH_SFO] })).json()) as Quote;
      if (quote.status !== 'ready') throw new Error(`no quote: ${JSON.stringify(quote)}`);
      return quote.options.map(({ token }) => token);
    },
  };
}
