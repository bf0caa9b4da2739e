/** The service in the page: the fake of the interface, with real estimates, an offer and payments. */
import { calculateRequestSchema, type Offer, type Order } from '@flight-offset/core';
import { createFakeService, type FakeService, SAMPLE_PROJECT } from '@flight-offset/core/testing';
import { SANDBOX_CREDENTIALS } from '../../../sandbox-backend/backend.ts';
import type { PaymentOutcome } from './connection.ts';
import { estimateFlights, UnsupportedFlightsError } from './engine.ts';
import { orderInPage } from './orders-in-page.ts';

const PRICE_PER_TONNE = 1_199;

/**
 * Creates the service.
 * @param onSettled Called with each order that is final.
 */
export function respondInPage(
  origin: string,
  onSettled: (order: Order) => void,
): (request: Request) => Promise<Response> {
  const service = createFakeService({
    origin,
    apiKey: SANDBOX_CREDENTIALS.apiKey,
    secret: SANDBOX_CREDENTIALS.signingKey,
    platformId: SANDBOX_CREDENTIALS.platformId,
    paisePerTonne: PRICE_PER_TONNE * 100,
    emissions: (flight) => estimateFlights([flight])[0]!.emissionsGramsPerPax,
  });
  return async (request) => {
    const { pathname } = new URL(request.url);
    const order = pathname.match(/^\/sandbox\/orders\/([^/]+)\/payment$/)?.[1];
    if (order) return settle(service, decodeURIComponent(order), request, onSettled);
    if (pathname === '/offset-gateway/offer') return offer();
    try {
      if (pathname === '/api/estimates') return await estimates(service, request);
      return (await orderInPage(service, request.clone())) ?? (await service.fetch(request));
    } catch (cause) {
      if (!(cause instanceof UnsupportedFlightsError)) throw cause;
      return Response.json({ error: 42201, message: cause.message, flights: cause.flights }, { status: 422 });
    }
  };
}

function offer(): Response {
  return Response.json({
    price_per_tonne: PRICE_PER_TONNE,
    currency: 'INR',
    project: SAMPLE_PROJECT,
  } satisfies Offer);
}

/** Calls the plain operation first: it checks the headers, the signature and the body. */
async function estimates(service: FakeService, request: Request): Promise<Response> {
  const plain = await service.fetch(
    new Request(request.url.replace('/api/estimates', '/api/calculate'), request.clone()),
  );
  if (!plain.ok) return plain;
  const { flights } = calculateRequestSchema.parse(await request.json());
  return Response.json(estimateFlights(flights));
}

/** Settles the payment as the payer of the sandbox decides. */
async function settle(
  service: FakeService,
  orderId: string,
  request: Request,
  onSettled: (order: Order) => void,
): Promise<Response> {
  const { outcome } = (await request.json()) as { outcome: PaymentOutcome };
  try {
    const settled = service.finalize(orderId, outcome);
    onSettled(settled);
    return Response.json(settled);
  } catch (cause) {
    return Response.json({ error: 40902, message: (cause as Error).message }, { status: 409 });
  }
}
