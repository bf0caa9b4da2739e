import { type CreateOrderInput, emissionPublisherSchema, MAX_EMISSION_PUBLISHERS } from '@flight-offset/core';
import type { QuoteClaims } from '../tokens/quote-token.ts';

/**
 * Who publishes what the figures of a quote were estimated from, for the order, where the service states it on its
 * receipt and figures may be shown: each once, the first ones where there are more than an order may name. A name which the
 * interface refuses is left out: an estimator of the merchant's own must not cost a traveller the order.
 */
export function publishersField(claims: QuoteClaims): Pick<CreateOrderInput, 'emission_publishers'> {
  const { p = [], r, w } = claims;
  const [showFigures] = w;
  if (!r || !showFigures) return {};
  const names = new Set(p.flatMap(([, , ...publishers]) => publishers));
  const valid = [...names].filter((name) => emissionPublisherSchema.safeParse(name).success);
  return valid.length > 0 ? { emission_publishers: valid.slice(0, MAX_EMISSION_PUBLISHERS) } : {};
}
