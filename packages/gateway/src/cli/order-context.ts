import type { OrderContext } from '../orders/context.ts';
import { orderSettings } from '../orders/settings.ts';
import { createProvider } from '../providers/create-provider.ts';
import type { Provider } from '../providers/provider.ts';
import type { CommandContext } from './command.ts';

/** What work on orders needs, as a command has it. A serving process sends what is left in the outbox. */
export function contextOf({ db, config }: CommandContext): OrderContext {
  return {
    db,
    publicUrl: config.GATEWAY_PUBLIC_URL ?? `http://localhost:${config.GATEWAY_PORT}`,
    now: Date.now,
    ...orderSettings(config),
    onWebhookEnqueued: () => {},
  };
}

/** The provider, where a command runs with its keys; undefined elsewhere. */
export async function providerOf({ config }: CommandContext): Promise<Provider | undefined> {
  const isSet = config.sandbox || config.GATEWAY_PROVIDER !== undefined;
  return isSet && config.missingProviderKeys.length === 0 ? createProvider(config) : undefined;
}
