import type { Merchant } from './call.ts';
import { openStore } from './engines.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type Gateways, startGateways } from './gateways.ts';
import { makeMerchants } from './merchants.ts';
import { SQUATTED_TONNES } from './neighbour.ts';
import { type PaymentProvider, startPaymentProvider } from './payment-provider.ts';
import type { Random } from './random.ts';
import type { Store } from './stores.ts';
import type { TortureOptions } from './torture-report.ts';
import { startWebhookEndpoints, type WebhookEndpoints } from './webhook-endpoints.ts';

/** Maximum tonnes that the unpaid orders of a merchant may hold. */
export const HELD_TONNES = 40;

/** Everything that a run starts, except the load. */
export interface Parts {
  readonly store: Store;
  /** If a payment provider takes part. */
  readonly bank: PaymentProvider | undefined;
  /** Environment of a gateway: with its own connections to the database, and with those that a storm damages. */
  readonly environment: NodeJS.ProcessEnv & { readonly DATABASE_URL: string };
  readonly throughProxy: NodeJS.ProcessEnv & { readonly DATABASE_URL: string };
  readonly merchants: readonly Merchant[];
  /** A merchant besides those of the load. */
  readonly neighbour: Merchant;
  /** One per gateway. */
  readonly proxies: readonly FaultProxy[];
  /** Undefined for a database without connections. */
  readonly storeProxy: FaultProxy | undefined;
  readonly gateways: Gateways;
  readonly endpoints: WebhookEndpoints;
}

/** Starts the parts of a run. @param onEnd Receives what closes each, the first one last. */
export async function startParts(
  { engine, merchants: count = 3, provider = 'sandbox' }: TortureOptions,
  random: Random,
  onEnd: (close: () => Promise<unknown>) => void,
): Promise<Parts> {
  const store = await openStore(engine);
  onEnd(() => store.close());
  let proxies: readonly FaultProxy[] = [];
  const ports = (): number[] => proxies.map(({ port }) => port);
  const bank =
    provider === 'sandbox' ? undefined : await startPaymentProvider(provider, ports, random.fork('provider'));
  onEnd(async () => bank?.close());
  const environment = environmentOf(store, bank);
  const merchants = await makeTestMerchants(environment, count + 1);
  const neighbour = merchants.pop();
  if (!neighbour) throw new Error('there is no neighbour');
  const storeProxy =
    store.port === undefined ? undefined : await startFaultProxy(store.port, random.fork('store'));
  onEnd(async () => storeProxy?.close());
  const throughProxy = { ...environment, DATABASE_URL: urlThrough(store, storeProxy) };
  proxies = await Promise.all(
    Array.from({ length: engine === 'sqlite' ? 1 : 3 }, (_, index) =>
      startFaultProxy(1, random.fork(`proxy ${index}`)),
    ),
  );
  onEnd(() => Promise.all(proxies.map((proxy) => proxy.close())));
  const gateways = await startGateways(proxies.length, throughProxy, (index, port) =>
    proxies[index]?.setTarget(port),
  );
  onEnd(() => gateways.stop());
  const secrets = new Map([...merchants, neighbour].map((one) => [one.id, one.webhookSecret]));
  const endpoints = await startWebhookEndpoints(secrets, random.fork('endpoints'));
  onEnd(() => endpoints.close());
  return {
    store,
    bank,
    environment,
    throughProxy,
    merchants,
    neighbour,
    proxies,
    storeProxy,
    gateways,
    endpoints,
  };
}

function environmentOf({ url }: Store, bank: PaymentProvider | undefined): Parts['environment'] {
  return {
    ...bank?.environment,
    DATABASE_URL: url,
    GATEWAY_PORT: '0',
    GATEWAY_LOG_LEVEL: 'error',
    GATEWAY_RATE_LIMIT: '1000000000',
    GATEWAY_ALLOCATION_POLICY: 'cheapest',
    GATEWAY_MAX_ORDER_TONNES: String(SQUATTED_TONNES),
    GATEWAY_MAX_PENDING_TONNES: String(HELD_TONNES),
    GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS: '2',
  };
}

async function makeTestMerchants(
  environment: NodeJS.ProcessEnv,
  count: number,
): ReturnType<typeof makeMerchants> {
  // A gateway makes the sandbox's own merchant and projects when it starts.
  const first = await startGateways(1, environment, () => {});
  try {
    return await makeMerchants(environment, count);
  } finally {
    await first.stop();
  }
}

function urlThrough({ url }: Store, proxy: FaultProxy | undefined): string {
  if (!proxy) return url;
  const address = new URL(url);
  address.port = String(proxy.port);
  return address.href;
}
