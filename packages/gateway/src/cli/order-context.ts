import type { Config } from '../config.ts';
import type { OrderContext } from '../orders/context.ts';
import { orderSettings } from '../orders/settings.ts';
import { createProvider } from '../providers/create-provider.ts';
import type { Provider } from '../providers/provider.ts';
import type { CommandContext } from './command.ts';

/** URL of the gateway as payers see it; where none is set, on this machine. */
export function publicUrlOf({ GATEWAY_PUBLIC_URL: url, GATEWAY_PORT: port }: Config): string {
  return url ?? `http://localhost:${port}`;
}

/** What work on orders needs, as a command has it. A serving process sends what is left in the outbox. */
export function contextOf({ db, config }: CommandContext): OrderContext {
  return {
    db,
    publicUrl: publicUrlOf(config),
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
