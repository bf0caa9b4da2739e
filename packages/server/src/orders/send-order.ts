import {
  type CheckoutRequest,
  type CreateOrderInput,
  fromGrams,
  grams,
  MAX_EMISSION_PUBLISHERS,
  referenceSchema,
} from '@flight-offset/core';
import { type CreatedOrderResponse, isStorable } from '@flight-offset/core/server';
import type { Offset } from '../offset.ts';
import type { QuoteClaims } from '../tokens/quote-token.ts';
import type { OrderRequest } from './record.ts';
import { callbackUrlOf } from './recover.ts';

/**
 * Creates the request for the order of a quote.
 * @param reference the merchant's own; sent if the service keeps references and it is a valid one.
 */
export async function requestOf(
  offset: Offset,
  claims: QuoteClaims,
  reference: string | undefined,
): Promise<OrderRequest> {
  const valid = referenceSchema.safeParse(reference).data;
  const isValid = valid !== undefined && isStorable(valid);
  const sendsReference = isValid && (await offset.offers.get(claims.m?.[1])).extensions.has('reference');
  return { claims, reference, sendsReference };
}

/**
 * Requests the order of a quote from the service. Amount, price, choice and idempotency key come from the token.
 * @throws OffsetError of the client; CheckoutError if the circuit breaker refuses the call.
 */
export async function sendOrder(
  offset: Offset,
  { claims, reference, sendsReference }: OrderRequest,
  user: CheckoutRequest['user'],
): Promise<CreatedOrderResponse> {
  const callback_url = callbackUrlOf(offset, claims.q);
  const body = {
    emission_amount: fromGrams(grams(claims.g), 'kgCO2'),
    emission_unit: 'kgCO2' as const,
    ...(callback_url !== undefined && { callback_url }),
    ...(user && { user }),
    ...priceFields(claims),
    ...(claims.o !== undefined && { portfolio: claims.o }),
    ...(sendsReference && { reference }),
    ...claims.a,
    ...publishersField(claims),
  };
  return offset.call((client) => client.createOrder(body, { idempotencyKey: claims.q }));
}

/**
 * Returns the price for the service to hold, if it is the service's own; with the currency if it is not the default.
 */
function priceFields({ e, m }: QuoteClaims): Pick<CreateOrderInput, 'currency' | 'expected_price'> {
  if (!e || !m) return {};
  const [amount_minor, currency] = m;
  return { ...(currency !== 'INR' && { currency }), expected_price: { amount_minor, currency } };
}

/**
 * Returns the publishers of a quote's figures, if the service states them on its receipt and figures may be shown: each
 * once, the first ones if there are more than an order may name.
 */
function publishersField(claims: QuoteClaims): Pick<CreateOrderInput, 'emission_publishers'> {
  const { p = [], r, w } = claims;
  const [showFigures] = w;
  if (!r || !showFigures) return {};
  const names = new Set(p.flatMap(([, , ...publishers]) => publishers));
  return names.size > 0 ? { emission_publishers: [...names].slice(0, MAX_EMISSION_PUBLISHERS) } : {};
}
