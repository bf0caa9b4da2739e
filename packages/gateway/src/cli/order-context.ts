import type { Config } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import type { OrderContext } from '../orders/context.ts';
import { orderSettings } from '../orders/settings.ts';
import { createProvider } from '../providers/create-provider.ts';
import type { CallLimits, Provider } from '../providers/provider.ts';
import type { CommandContext } from './command.ts';

/**
 * Returns the URL at which payers reach the gateway. Signatures of batches and webhooks contain it permanently, so only
 * the sandbox has a default.
 * @throws ConfigError if it is not set.
 */
export function publicUrlOf({ GATEWAY_PUBLIC_URL: url, GATEWAY_PORT: port, sandbox }: Config): string {
  if (url !== undefined) return url;
  if (sandbox) return `http://localhost:${port}`;
  throw new ConfigError([
    'GATEWAY_PUBLIC_URL must be the URL that `serve` uses: what this command signs or sends contains it',
  ]);
}

/** Returns the context for a command's work on orders. A serving process sends the webhooks that the command queues. */
export function contextOf({ db, config, now }: CommandContext): OrderContext {
  return {
    db,
    publicUrl: publicUrlOf(config),
    now,
    ...orderSettings(config),
    onWebhookEnqueued: () => {},
  };
}

/**
 * Creates the provider, if the command runs with its keys; otherwise returns undefined.
 * @param limits of each call; default: the provider's. The process ends only once every call has ended.
 */
export async function providerOf(
  { config }: CommandContext,
  limits?: CallLimits,
): Promise<Provider | undefined> {
  const isSet = config.sandbox || config.GATEWAY_PROVIDER !== undefined;
  return isSet && config.missingProviderKeys.length === 0 ? createProvider(config, limits) : undefined;
}
