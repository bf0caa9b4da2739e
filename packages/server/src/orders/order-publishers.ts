import { type CreateOrderInput, MAX_EMISSION_PUBLISHERS } from '@flight-offset/core';
import type { QuoteClaims } from '../tokens/quote-token.ts';

/**
 * Who publishes what the figures of a quote were estimated from, for the order, where the service states it on its
 * receipt and figures may be shown: each once, the first ones where there are more than an order may name.
 */
export function publishersField(claims: QuoteClaims): Pick<CreateOrderInput, 'emission_publishers'> {
  const { p = [], r, w } = claims;
  const [showFigures] = w;
  if (!r || !showFigures) return {};
  const names = new Set(p.flatMap(([, , ...publishers]) => publishers));
  return names.size > 0 ? { emission_publishers: [...names].slice(0, MAX_EMISSION_PUBLISHERS) } : {};
}
