import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../src/testing/until.ts';
import { check } from './checker/check.ts';
import type { Finding } from './checker/facts.ts';
import { openStore, type TortureEngine } from './engines.ts';
import { type FaultProxy, NO_FAULTS, startFaultProxy } from './fault-proxy.ts';
import { runFormerKeys } from './former-keys.ts';
import { type Gateways, startGateways } from './gateways.ts';
import { createNotes, listEverything, runClient } from './load.ts';
import { changePrice, makeMerchants } from './merchants.ts';
import { runNeighbour, SQUATTED_TONNES } from './neighbour.ts';
import { type Operator, startOperator } from './operator.ts';
import { type Bank, startPaymentProvider } from './payment-provider.ts';
import { createRandom, type Random } from './random.ts';
import { bringToRest } from './rest.ts';
import { readHeldGrams, readSnapshot } from './snapshot.ts';
import type { Store } from './stores.ts';
import { runStranger } from './stranger.ts';
import { startWebhookEndpoints } from './webhook-endpoints.ts';

/** Options of a torture run. */
export interface TortureOptions {
  readonly engine: TortureEngine;
  /** The same seed gives the same requests and the same faults. */
  readonly seed: number;
  /**
   * Duration of the storm, seconds; on a slow machine longer, until each kind of fault was made once. The time until
   * everything has come to rest is bounded too.
   */
  readonly seconds: number;
  /** The provider of payments: the sandbox's test cards, or a provider that reports by events. */
  readonly provider?: 'sandbox' | Bank;
  readonly merchants?: number;
  readonly clients?: number;
  readonly say?: (line: string) => void;
}

/** Result of a torture run. */
export interface TortureReport {
  readonly engine: TortureEngine;
  readonly seed: number;
  readonly findings: readonly Finding[];
  /** Responses that no fault explains. */
  readonly oddities: readonly string[];
  /** Number of faults of each kind. */
  readonly faults: Readonly<Record<string, number>>;
  /** Faults this machine does not allow. */
  readonly skipped: readonly string[];
  readonly orders: number;
  readonly settled: number;
  readonly acknowledged: number;
  readonly webhooks: number;
  /** Payments a provider took; refunds and disputes in its books. */
  readonly paid: number;
  readonly refunded: number;
  /** Events a provider never sent. */
  readonly lostEvents: number;
  /** Orders refused because unpaid ones of their merchant hold the maximum. */
  readonly hoardingRefused: number;
  /** Orders in a retirement batch. */
  readonly retired: number;
  /** Statements that were closed. */
  readonly invoiced: number;
  /** Number of tries of each attack by a visitor without a key. */
  readonly attacks: Readonly<Record<string, number>>;
  /** Keys that were revoked during calls with them. */
  readonly revokedKeys: number;
  /** Maximum number of webhooks that waited at once for an endpoint that never responds. */
  readonly silent: number;
  /** Number of responses by status; 0 if none was complete. */
  readonly statuses: Readonly<Record<string, number>>;
}

const HOUR = 3_600_000;
/** Maximum tonnes that the unpaid orders of a merchant may hold. */
const HELD_TONNES = 40;
/** Maximum tonnes of orders created at the same moment, through several gateways. */
const AT_ONCE_TONNES = 10 * SQUATTED_TONNES;
/** Slots that a gateway gives to an endpoint that has never responded. */
const SLOTS_OF_SILENCE = 2;
/** Deliveries to an address that fails for five days end: the storm stays below that. */
const MAX_SKEW = 4 * 24 * HOUR;
/** Far more than the shared time is moved, so that a time from such a clock is recognised. */
const WRONG_CLOCK_MS = 60 * 24 * HOUR;
const STORM = { reset: 0.06, delay: 0.06, truncate: 0.04, halfClose: 0.04 };
const STORE_STORM = { reset: 0.02, delay: 0.05, truncate: 0, halfClose: 0 };

/** Runs a gateway under attack, then the checker. Everything stays on this machine and ends without intervention. */
export async function torture(options: TortureOptions): Promise<TortureReport> {
  const { engine, seed, seconds, say = () => {} } = options;
  const random = createRandom(seed).fork(engine);
  const store = await openStore(engine);
  const closing: (() => Promise<unknown>)[] = [() => store.close()];
  try {
    let ports: readonly number[] = [];
    const { provider = 'sandbox' } = options;
    const bank =
      provider === 'sandbox'
        ? undefined
        : await startPaymentProvider(provider, () => ports, random.fork('provider'));
    if (bank) closing.unshift(() => bank.close());
    const environment = {
      ...bank?.environment,
      DATABASE_URL: store.url,
      GATEWAY_PORT: '0',
      GATEWAY_LOG_LEVEL: 'error',
      GATEWAY_RATE_LIMIT: '1000000000',
      GATEWAY_ALLOCATION_POLICY: 'cheapest',
      GATEWAY_MAX_ORDER_TONNES: String(SQUATTED_TONNES),
      GATEWAY_MAX_PENDING_TONNES: String(HELD_TONNES),
      GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS: '2',
    };
    const all = await makeTestMerchants(environment, (options.merchants ?? 3) + 1);
    const merchants = all.slice(0, -1);
    const [neighbour] = all.slice(-1);
    if (!neighbour) throw new Error('there is no neighbour');
    const storeProxy =
      store.port === undefined ? undefined : await startFaultProxy(store.port, random.fork('store'));
    if (storeProxy) closing.unshift(() => storeProxy.close());
    const throughProxy = { ...environment, DATABASE_URL: urlThrough(store, storeProxy) };
    const proxies = await Promise.all(
      Array.from({ length: engine === 'sqlite' ? 1 : 3 }, (_, index) =>
        startFaultProxy(1, random.fork(`proxy ${index}`)),
      ),
    );
    closing.unshift(() => Promise.all(proxies.map((proxy) => proxy.close())));
    const gateways = await startGateways(proxies.length, throughProxy, (index, port) =>
      proxies[index]?.setTarget(port),
    );
    closing.unshift(() => gateways.stop());
    const secrets = new Map(all.map((one) => [one.id, one.webhookSecret]));
    const endpoints = await startWebhookEndpoints(secrets, random.fork('endpoints'));
    closing.unshift(() => endpoints.close());

    const notes = createNotes();
    let isOver = false;
    for (const proxy of proxies) proxy.setOdds(STORM);
    storeProxy?.setOdds(STORE_STORM);
    ports = proxies.map(({ port }) => port);
    const load = {
      merchants,
      endpoints,
      notes,
      random,
      ports,
      isOver: () => isOver,
      hasProvider: bank !== undefined,
    };
    const clients = Array.from({ length: options.clients ?? 6 }, (_, index) => runClient(load, `c${index}`));
    const squatting = runNeighbour(load, neighbour);
    const attacking = runStranger(load);
    const revoking = runFormerKeys(load, store.url);
    const operator = startOperator(throughProxy, random.fork('operator'));
    const faults = await storm({
      gateways,
      operator,
      changePrice: () => changePrice(environment, random.whole(10_000, 90_000) / 100),
      proxies,
      store,
      storeProxy,
      until: performance.now() + seconds * 1000,
      random: random.fork('storm'),
      say,
    })
      // On a busy machine a short storm may end before anything was sent to the endpoint that never responds.
      .then(async (made) => {
        await until(() => endpoints.mostWaiting > 0, 'a webhook that waits for it');
        return made;
      })
      .finally(() => {
        isOver = true;
      });
    await Promise.all(clients);
    const { refused: hoardingRefused } = await squatting;
    const attacks = await attacking;
    const revokedKeys = await revoking;
    const held = await readHeldGrams(store.url);

    say('the storm is over; waiting until all is quiet');
    for (const proxy of [...proxies, ...(storeProxy ? [storeProxy] : [])]) proxy.setOdds(NO_FAULTS);
    endpoints.acceptAll();
    for (let index = 0; index < gateways.size; index += 1) await gateways.restart(index);
    await bank?.drained();
    const skew = await bringToRest(store, gateways, {
      skew: faults.skew,
      ledger: () => bank?.ledger,
      async look() {
        await operator.finish();
        await listEverything(gateways.port(0), all, notes);
      },
    });
    notes.oddities.push(...gateways.crashes);
    const snapshot = await readSnapshot(store.url);
    const findings = check({
      journal: notes,
      received: endpoints.received,
      snapshot,
      latest: Date.now() + Math.max(skew, faults.mostSkew),
      ...(bank ? { ledger: bank.ledger } : {}),
      held: {
        merchants: held,
        atMost: (HELD_TONNES + AT_ONCE_TONNES) * 1e6,
        longerAtMost: (HELD_TONNES / 2) * 1e6,
      },
      // Twice, since a replaced gateway may leave its requests open for a moment.
      silence: { mostWaiting: endpoints.mostWaiting, slots: 2 * SLOTS_OF_SILENCE * gateways.size },
    });
    if (findings.length > 0 || notes.oddities.length > 0) say(gateways.output.slice(-20).join(''));
    const connections = proxies.reduce((sum, proxy) => sum + proxy.faults, storeProxy?.faults ?? 0);
    return {
      engine,
      seed,
      findings,
      oddities: notes.oddities,
      faults: { ...faults.count, 'connections broken or delayed': connections },
      skipped: store.skipped,
      orders: snapshot.orders.length,
      settled: snapshot.orders.filter(({ status }) => status !== 'pending').length,
      acknowledged: notes.acknowledged.length,
      webhooks: endpoints.received.length,
      paid: bank?.ledger.paid.length ?? 0,
      refunded: bank?.ledger.refunds.length ?? 0,
      hoardingRefused,
      retired: snapshot.leaves.length,
      invoiced: snapshot.statements.length,
      attacks,
      revokedKeys,
      silent: endpoints.mostWaiting,
      lostEvents: bank?.lostEvents ?? 0,
      statuses: Object.fromEntries([...notes.statuses].toSorted(([a], [b]) => a - b)),
    };
  } finally {
    for (const close of closing) await close();
  }
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

interface Storm {
  readonly gateways: Gateways;
  readonly operator: Operator;
  readonly changePrice: () => Promise<void>;
  readonly proxies: readonly FaultProxy[];
  readonly store: Store;
  readonly storeProxy: FaultProxy | undefined;
  /** By `performance.now()`. */
  readonly until: number;
  readonly random: Random;
  readonly say: (line: string) => void;
}

/** Returns faults of the connections between the gateways and their database. */
function faultsOf(proxy: FaultProxy, random: Random): Record<string, () => Promise<void> | void> {
  return {
    'database connections reset': () => proxy.resetAll(),
    async 'database connections black-holed'() {
      proxy.vanish();
      await wait(random.whole(200, 3000));
      proxy.reappear();
    },
  };
}

/** Makes one fault after the other, drawn by the seed. */
async function storm(
  parts: Storm,
): Promise<{ count: Record<string, number>; skew: number; mostSkew: number }> {
  const { gateways, operator, changePrice: change, proxies, store, storeProxy, until, random, say } = parts;
  const count: Record<string, number> = {};
  let skew = 0;
  let mostSkew = 0;
  function jump(ms: number): void {
    skew = Math.min(skew + ms, MAX_SKEW);
    mostSkew = Math.max(mostSkew, skew);
    gateways.setSkew(skew);
  }
  const randomGateway = (): number => random.whole(0, gateways.size - 1);
  const faults: Record<string, () => Promise<void> | void> = {
    'gateway killed': () => gateways.replace(randomGateway()),
    'gateway killed again': () => gateways.replace(randomGateway()),
    'gateway restarted': () => gateways.restart(randomGateway()),
    'connections reset': () => random.pick(proxies).resetAll(),
    'price changed': change,
    'credits retired': () => operator.retire(),
    'credits retired again': () => operator.retire(),
    'statements closed': () => operator.invoice(),
    'statements closed again': () => operator.invoice(),
    'clock forward': () => jump(random.pick([10_000, 400_000, 2 * HOUR, 25 * HOUR])),
    'clock of one machine wrong': () =>
      gateways.setWrong(randomGateway(), random.pick([-1, 1]) * WRONG_CLOCK_MS),
    'clock back': () => jump(-random.pick([5000, 120_000, HOUR])),
    ...Object.fromEntries(
      Object.entries(store.faults).map(([name, fault]) => [name, () => fault(random.whole(200, 1500))]),
    ),
    ...(storeProxy ? faultsOf(storeProxy, random) : {}),
  };
  // First each kind once, then by chance, so that even a short storm makes all of them.
  const first = Object.keys(faults).toSorted(() => random.next() - 0.5);
  while (first.length > 0 || performance.now() < until) {
    await wait(random.whole(100, 700));
    const name = first.pop() ?? random.pick(Object.keys(faults));
    say(name);
    await faults[name]?.();
    const kind = name.replace(' again', '');
    count[kind] = (count[kind] ?? 0) + 1;
  }
  return { count, skew, mostSkew };
}
