import type {
  CheckoutRequest,
  CheckoutStatus,
  OrderState,
  Quote,
  QuoteRequest,
  ReadyQuote,
} from '@flight-offset/core';
import { orderPage, TRANSACTION } from './back-office.ts';
import { SCENARIOS, type Scenario, type ScenarioName } from './scenarios.ts';

/** One request that the fake backend received. */
export interface FakeCall {
  readonly method: string;
  /** Path below the endpoint, such as `quote`. */
  readonly path: string;
  readonly body: unknown;
}

/** A fake of the merchant's backend, inside the page. */
export interface FakeBackend {
  /** The endpoint to set on an element. */
  readonly endpoint: string;
  /** The requests it received, oldest first. */
  readonly calls: readonly FakeCall[];
  /** Changes its behaviour from the next request on. */
  use(scenario: ScenarioName | Scenario): void;
  /** Sets the status of every order, present and future. */
  setOrderStatus(status: OrderState): void;
  /** Responds to one request, as the network would. */
  respond(request: Request): Promise<Response>;
  /** Replaces `fetch` for addresses below `endpoint`; returns a function that restores it. */
  install(): () => void;
}

/** Waits, or rejects when the request is aborted; an infinite wait ends only so. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    if (Number.isFinite(milliseconds)) setTimeout(resolve, milliseconds);
  });
}

const json = (body: unknown, status = 200): Response => Response.json(body, { status });

/**
 * A fake of the merchant's backend for tests, demonstrations and component workshops.
 *
 * @example
 * const restore = fakeBackend({ endpoint: '/offset', scenario: 'higher' }).install();
 */
export function fakeBackend({
  endpoint = '/offset',
  scenario = 'ready',
}: {
  /** Path where it is mounted. Default `/offset`. */
  endpoint?: string;
  /** Its behaviour until `use` changes it. Default `ready`. */
  scenario?: ScenarioName | Scenario;
} = {}): FakeBackend {
  const calls: FakeCall[] = [];
  let now: Scenario;
  let quotes = 0;
  let orders = 0;
  let orderStatus: OrderState = 'pending';
  const use = (next: ScenarioName | Scenario): void => {
    now = typeof next === 'string' ? SCENARIOS[next] : next;
    quotes = 0;
  };
  use(scenario);

  function fail(code: string): Response {
    if (code === 'network') throw new TypeError('Failed to fetch');
    return json(
      { code, message: `The fake backend is set to respond with ${code}.`, requestId: 'fake-1' },
      code === 'quote_used' ? 409 : 503,
    );
  }

  function quote(request: QuoteRequest): Response {
    if (now.quoteError) return fail(now.quoteError);
    const response: Quote = now.quote(request);
    quotes++;
    if (response.status !== 'ready') return json(response);
    const numbered = (options: ReadyQuote['options']): ReadyQuote['options'] =>
      options.map((option) => ({
        ...option,
        ...priceIncrease(option, request.locale),
        token: `${option.token}.${quotes}`,
      }));
    return json({
      ...response,
      options: numbered(response.options),
      choices: response.choices?.map((choice) => ({ ...choice, options: numbered(choice.options) })),
    });
  }

  function priceIncrease({ price }: ReadyQuote['options'][number], locale = 'en'): object {
    if (!now.priceIncrease || quotes < 2 || !price) return {};
    const amountMinor = price.amountMinor + 1000;
    const formatted = (amountMinor / 100).toLocaleString(locale, { style: 'currency', currency: 'INR' });
    return { price: { ...price, amountMinor, formatted } };
  }

  function order({ token }: CheckoutRequest): Response {
    if (now.orderError) return fail(now.orderError);
    if (now.expired && token.endsWith('.1')) return fail('quote_expired');
    const orderId = `fake-order-${++orders}`;
    const paymentUrl = now.paymentUrl ?? 'https://pay.example/{id}';
    return json({ orderId, paymentUrl: paymentUrl.replace('{id}', orderId) }, 201);
  }

  function orderList(query: URLSearchParams): Response {
    return now.orderError ? fail(now.orderError) : json(orderPage(query));
  }

  async function respond(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.slice(new URL(endpoint, request.url).pathname.length + 1);
    const body: unknown = request.method === 'POST' ? await request.json() : undefined;
    calls.push({ method: request.method, path, body });
    await wait(now.delay ?? 0, request.signal);
    if (path === 'quote') return quote(body as QuoteRequest);
    if (path === 'orders') return order(body as CheckoutRequest);
    if (path === 'back-office/orders') return orderList(new URL(request.url).searchParams);
    if (/^back-office\/transactions\//.test(path)) return json(TRANSACTION);
    const [, orderId] = /^orders\/([^/]+)\/status$/.exec(path) ?? [];
    if (!orderId) return json({ code: 'not_found', message: 'There is nothing here.' }, 404);
    return json({ orderId, status: orderStatus, grams: 1_146_000 } satisfies CheckoutStatus);
  }

  return {
    endpoint,
    calls,
    use,
    setOrderStatus: (status) => {
      orderStatus = status;
    },
    respond,
    install() {
      const real = globalThis.fetch;
      const base = new URL(`${endpoint}/`, location.href).href;
      globalThis.fetch = (input, init) => {
        const request = new Request(input, init);
        return request.url.startsWith(base) ? respond(request) : real(request);
      };
      return () => {
        globalThis.fetch = real;
      };
    },
  };
}
