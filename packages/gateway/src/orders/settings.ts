import { GRAMS_PER_CREDIT } from '@flight-offset/core';
import type { Config } from '../config.ts';
import type { OrderContext } from './context.ts';

/** The part of the configuration that work on orders uses. */
export function orderSettings(
  config: Config,
): Pick<OrderContext, 'policy' | 'provider' | 'holdMs' | 'orderTtlMs' | 'limits' | 'webhookTargets'> {
  return {
    policy: config.GATEWAY_ALLOCATION_POLICY,
    provider: config.provider,
    holdMs: config.GATEWAY_HOLD_SECONDS * 1000,
    orderTtlMs: config.GATEWAY_ORDER_TTL_SECONDS * 1000,
    limits: {
      orderGrams: config.GATEWAY_MAX_ORDER_TONNES * GRAMS_PER_CREDIT,
      merchantGrams: config.GATEWAY_MAX_PENDING_TONNES * GRAMS_PER_CREDIT,
      merchantShare: config.GATEWAY_MAX_PENDING_PERCENT / 100,
    },
    webhookTargets: {
      allowLoopback: config.sandbox || config.GATEWAY_ALLOW_LOOPBACK_WEBHOOKS === '1',
      ports: config.GATEWAY_WEBHOOK_PORTS,
    },
  };
}
