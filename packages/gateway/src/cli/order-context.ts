import type { Config } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import type { OrderContext } from '../orders/context.ts';
import { orderSettings } from '../orders/settings.ts';
import { createProvider } from '../providers/create-provider.ts';
import type { Provider } from '../providers/provider.ts';
import type { CommandContext } from './command.ts';

/**
 * The URL at which payers reach the gateway. Batches are signed with it and webhooks contain it permanently, so only
 * the sandbox has a default.
 * @throws ConfigError where it is not set.
 */
export function publicUrlOf({ GATEWAY_PUBLIC_URL: url, GATEWAY_PORT: port, sandbox }: Config): string {
  if (url !== undefined) return url;
  if (sandbox) return `http://localhost:${port}`;
  throw new ConfigError([
    'GATEWAY_PUBLIC_URL must be the URL that `serve` uses: what this command signs or sends contains it',
  ]);
}

/** The context for work on orders in a command. A serving process sends what it leaves in the outbox. */
export function contextOf({ db, config, now }: CommandContext): OrderContext {
  return {
    db,
    publicUrl: publicUrlOf(config),
    now,
    ...orderSettings(config),
    onWebhookEnqueued: () => {},
  };
}

/** The provider, if a command runs with its keys; otherwise undefined. */
export async function providerOf({ config }: CommandContext): Promise<Provider | undefined> {
  const isSet = config.sandbox || config.GATEWAY_PROVIDER !== undefined;
  return isSet && config.missingProviderKeys.length === 0 ? createProvider(config) : undefined;
}
