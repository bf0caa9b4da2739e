import { orderListQuerySchema } from '@flight-offset/core';
import { verify } from '@flight-offset/core/server';

/** Credentials that a bare service accepts. */
export interface BareCredentials {
  readonly apiKey: string;
  readonly secret: string;
  readonly platformId: string;
}

/** An order as the bare service keeps it. */
export interface BareOrder {
  readonly order_id: string;
  readonly emission_amount: number;
  readonly emission_unit: string;
  readonly user?: { readonly email?: string; readonly tax_id?: string };
  readonly callback_url?: string;
  readonly payment_url: string;
  readonly created_at: string;
  status: 'pending' | 'completed' | 'failed';
  payment_status: 'pending' | 'completed' | 'failed';
}

/** A service that has only the four operations of the interface. */
export interface BareService {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Oldest first. */
  readonly orders: BareOrder[];
  /** Method and path of every request so far. */
  readonly requests: string[];
  finalize(orderId: string, status: 'completed' | 'failed'): void;
}

/** Credentials for tests. */
export const BARE_CREDENTIALS: BareCredentials = {
  apiKey: 'bare-key',
  secret: 'bare-secret-of-a-test',
  platformId: 'bare-platform',
};

/** Figures of the bare service for every flight but those from `XXX`: grams per passenger. */
export const BARE_GRAMS = {
  first: 400_000,
  business: 300_000,
  premiumEconomy: 150_000,
  economy: 100_000,
} as const;

/**
 * The other side for tests: an implementation of the interface that shares no code with the gateway, has none of its
 * extensions, does not know `Idempotency-Key`, and sends only fields that the interface names.
 * @param origin where it is reached; its payment pages are there.
 */
export function createBareService(
  origin: string,
  credentials: BareCredentials = BARE_CREDENTIALS,
): BareService {
  const orders: BareOrder[] = [];
  const requests: string[] = [];

  async function respond(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const operation = `${request.method} ${pathname}`;
    requests.push(operation);
    if (request.headers.get('x-api-key') !== credentials.apiKey) return failure(401, 'who are you?');
    switch (operation) {
      case 'POST /offset-gateway/orders':
        return signed(request, create);
      case 'GET /offset-gateway/orders':
        return list(searchParams);
      case 'POST /api/calculate':
        if (request.headers.get('x-platform-id') !== credentials.platformId)
          return failure(401, 'which platform?');
        return signed(request, calculate);
      default:
        return pathname.startsWith('/marketplace/transactions/')
          ? transaction(decodeURIComponent(pathname.split('/')[3] ?? ''))
          : failure(404, 'no such operation');
    }
  }

  async function signed(request: Request, work: (body: Body) => Response): Promise<Response> {
    const bytes = new Uint8Array(await request.arrayBuffer());
    const signature = request.headers.get('x-body-signature') ?? '';
    const key = { scheme: 'hmac-sha256', secret: credentials.secret } as const;
    if (!(await verify(bytes, signature, key))) return failure(401, 'wrong signature');
    return work(JSON.parse(new TextDecoder().decode(bytes)) as Body);
  }

  function create(body: Body): Response {
    const id = `bare-${orders.length + 1}`;
    const order: BareOrder = {
      order_id: id,
      emission_amount: body.emission_amount ?? 0,
      emission_unit: body.emission_unit ?? 'kgCO2',
      ...(body.user && { user: body.user }),
      ...(body.callback_url && { callback_url: body.callback_url }),
      payment_url: `${origin}/pay/${id}`,
      created_at: new Date().toISOString(),
      status: 'pending',
      payment_status: 'pending',
    };
    orders.push(order);
    const { status: _status, payment_status: _payment, ...created } = order;
    return Response.json(created);
  }

  function list(search: URLSearchParams): Response {
    const query = orderListQuerySchema.safeParse(Object.fromEntries(search));
    if (!query.success) return failure(400, 'bad query');
    const { email, tax_id, status, limit, page, sort } = query.data;
    const matching = orders.filter(
      (order) =>
        (email === undefined || order.user?.email === email) &&
        (tax_id === undefined || order.user?.tax_id === tax_id) &&
        (status === undefined || order.status === status),
    );
    const sorted = sort === 'desc' ? matching.toReversed() : matching;
    return Response.json({
      metadata: { current_page: page, total_records: matching.length, limit },
      overview: { total_orders: matching.length, total_amount_paid: 0, total_users: 0 },
      orders: sorted.slice((page - 1) * limit, page * limit),
    });
  }

  function transaction(id: string): Response {
    const order = orders.find(({ order_id, status }) => `tx-${order_id}` === id && status === 'completed');
    if (!order) return failure(404, 'no such transaction');
    return Response.json({ id, amount: 1, carbon_credits: 1, timestamp: order.created_at });
  }

  return {
    fetch: respond,
    orders,
    requests,
    finalize(orderId, status) {
      const order = orders.find(({ order_id }) => order_id === orderId);
      if (!order) throw new RangeError(`there is no order ${orderId}`);
      order.status = order.payment_status = status;
    },
  };
}

/** Bodies of the two signed operations, as far as they are read. */
interface Body {
  readonly emission_amount?: number;
  readonly emission_unit?: string;
  readonly user?: BareOrder['user'];
  readonly callback_url?: string;
  readonly flights?: readonly { readonly origin: string }[];
}

function calculate({ flights = [] }: Body): Response {
  if (flights.some(({ origin }) => origin === 'XXX')) return failure(400, 'XXX is no airport');
  return Response.json(flights.map((flight) => ({ flight, emissionsGramsPerPax: BARE_GRAMS })));
}

function failure(status: number, message: string): Response {
  return Response.json({ error: status, message }, { status });
}
