import { calculateRequestSchema, type Flight } from '../flights/flight.ts';
import type { GramsPerCabin } from '../flights/flight-emissions.ts';
import { parse, ValidationError } from '../input/validation.ts';
import { createOrderSchema, type Order } from '../orders/order.ts';
import { type OrderListQuery, orderListQuerySchema } from '../orders/order-list.ts';
import type { Transaction } from '../orders/transaction.ts';
import { verify } from '../signing/sign.ts';
import { fromGrams, toGrams } from '../units/mass.ts';
import { fromMinorUnits, minorUnits, priceOf } from '../units/money.ts';
import { SAMPLE_PROJECT } from './makers.ts';

/** Options of the fake service. */
export interface FakeServiceOptions {
  /** The only `x-api-key` it accepts. Default `sandbox-key`. */
  readonly apiKey?: string;
  /** Secret that signs bodies. Default `sandbox-secret`. */
  readonly secret?: string;
  /** The only `x-platform-id` it accepts. Default `sandbox-platform`. */
  readonly platformId?: string;
  /** Figures of a flight, for example the engine's. By default every flight emits 500 kg per passenger in economy. */
  readonly emissions?: (flight: Flight) => GramsPerCabin;
  /** Origin of the payment URLs; no page is served there. Default `https://fake.example`. */
  readonly origin?: string;
  /** Price per tonne, paise. Default 119900. */
  readonly paisePerTonne?: number;
  /** Clock of orders and transactions. Default: the current time. */
  readonly now?: () => Date;
}

/** A service in memory that implements the four operations of the interface and nothing else. */
export interface FakeService {
  /** Replaces the network: pass it to a client as its `fetch`, or mount it in any server. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Pays an order, or fails it; completed orders get a transaction. */
  finalize(orderId: string, outcome: 'completed' | 'failed'): Order;
  /** All orders, oldest first. */
  readonly orders: readonly Order[];
  /** Transactions by id. */
  readonly transactions: ReadonlyMap<string, Transaction>;
}

class Refusal extends Error {
  readonly status: number;
  readonly error: number;

  constructor(error: number, message: string) {
    super(message);
    this.error = error;
    this.status = Math.floor(error / 100);
  }
}

const flat = (): GramsPerCabin => ({
  first: 2_500_000,
  business: 2_000_000,
  premiumEconomy: 750_000,
  economy: 500_000,
});

/**
 * The service in memory, for tests and for pages without a server. It enforces the interface's limits and checks keys
 * and signatures, so a client that works with it conforms to the interface.
 * @example
 * const service = createFakeService();
 * const client = new OffsetClient({ environment: 'sandbox', fetch: service.fetch, apiKey, signingKey, platformId });
 * const { order_id } = await client.createOrder({ emission_amount: 1146 });
 * service.finalize(order_id, 'completed');
 */
export function createFakeService(options: FakeServiceOptions = {}): FakeService {
  const { apiKey = 'sandbox-key', secret = 'sandbox-secret', platformId = 'sandbox-platform' } = options;
  const {
    emissions = flat,
    origin = 'https://fake.example',
    paisePerTonne = 119_900,
    now = () => new Date(),
  } = options;
  const orders: Order[] = [];
  const transactions = new Map<string, Transaction>();

  async function signedBody(request: Request): Promise<unknown> {
    const bytes = new Uint8Array(await request.arrayBuffer());
    const signature = request.headers.get('x-body-signature');
    if (signature === null)
      throw new Refusal(40103, 'The header x-body-signature is missing. Sign the exact bytes of the body.');
    const valid = await verify(bytes, signature, { scheme: 'hmac-sha256', secret });
    if (!valid) throw new Refusal(40104, 'Invalid x-body-signature. Sign the exact bytes of the body.');
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    } catch {
      throw new Refusal(40001, 'The body is not valid JSON in UTF-8.');
    }
  }

  async function createOrder(request: Request): Promise<Response> {
    const { user = {}, callback_url = null, ...amount } = parse(createOrderSchema, await signedBody(request));
    const id = crypto.randomUUID();
    const order: Order = {
      order_id: id,
      ...amount,
      user,
      callback_url,
      payment_url: `${origin}/pay/${id}`,
      created_at: now().toISOString(),
      status: 'pending',
      payment_status: 'pending',
    };
    orders.push(order);
    const { status: _, payment_status: __, ...created } = order;
    return Response.json(created, { status: 201 });
  }

  function listOrders(url: URL): Response {
    const query: OrderListQuery = parse(orderListQuerySchema, Object.fromEntries(url.searchParams), 'query');
    const { limit, page, sort, status, email, tax_id } = query;
    const matching = orders.filter(
      (order) =>
        (status === undefined || order.status === status) &&
        (email === undefined || order.user.email?.toLowerCase() === email.toLowerCase()) &&
        (tax_id === undefined || order.user.tax_id === tax_id),
    );
    if (sort === 'desc') matching.reverse();
    const paid = matching.filter((order) => order.payment_status === 'completed');
    return Response.json({
      metadata: { current_page: page, total_records: matching.length, limit },
      overview: {
        total_orders: matching.length,
        total_amount_paid: paid.reduce((sum, order) => sum + amountOf(order), 0),
        total_users: new Set(matching.flatMap(({ user }) => user.email ?? user.tax_id ?? user.name ?? []))
          .size,
      },
      orders: matching.slice((page - 1) * limit, page * limit),
    });
  }

  async function calculate(request: Request): Promise<Response> {
    if (request.headers.get('x-platform-id') !== platformId)
      throw new Refusal(40106, 'The platform in x-platform-id does not belong to this key.');
    const { flights } = parse(calculateRequestSchema, await signedBody(request));
    return Response.json(flights.map((flight) => ({ flight, emissionsGramsPerPax: emissions(flight) })));
  }

  function transaction(id: string): Response {
    const found = transactions.get(id);
    if (!found)
      throw new Refusal(40403, 'There is no transaction with this identifier. Check it and the key.');
    return Response.json(found);
  }

  function route(request: Request): Response | Promise<Response> {
    const url = new URL(request.url);
    const called = `${request.method} ${url.pathname}`;
    if (request.headers.get('x-api-key') !== apiKey)
      throw new Refusal(40102, 'The API key is missing, unknown or revoked. Check the key.');
    if (called === 'POST /offset-gateway/orders') return createOrder(request);
    if (called === 'GET /offset-gateway/orders') return listOrders(url);
    if (called === 'POST /api/calculate') return calculate(request);
    const id = called.match(/^GET \/marketplace\/transactions\/([^/]+)$/)?.[1];
    if (id) return transaction(decodeURIComponent(id));
    throw new Refusal(40401, 'Unknown endpoint. See the API reference.');
  }

  function amountOf(order: Order): number {
    const mass = toGrams(order.emission_amount, order.emission_unit);
    return fromMinorUnits(priceOf(mass, minorUnits(paisePerTonne)), 'INR');
  }

  return {
    orders,
    transactions,
    async fetch(input, init) {
      try {
        return await route(new Request(input, init));
      } catch (error) {
        if (error instanceof ValidationError) return refuse(400, 40002, `${error.message}.`);
        if (error instanceof Refusal) return refuse(error.status, error.error, error.message);
        throw error;
      }
    },
    finalize(orderId, outcome) {
      const order = orders.find((candidate) => candidate.order_id === orderId);
      if (order?.status !== 'pending') throw new RangeError(`there is no pending order ${orderId}`);
      Object.assign(order, { status: outcome, payment_status: outcome, project: SAMPLE_PROJECT });
      if (outcome === 'completed') {
        const id = `txn-${orderId}`;
        const carbon_credits = fromGrams(toGrams(order.emission_amount, order.emission_unit), 'tonCO2e');
        transactions.set(id, { id, amount: amountOf(order), carbon_credits, timestamp: now().toISOString() });
      }
      return order;
    },
  };
}

function refuse(status: number, error: number, message: string): Response {
  return Response.json({ error, message }, { status });
}
