import { setTimeout as wait } from 'node:timers/promises';
import type { FaultProxy } from './fault-proxy.ts';
import type { Gateways } from './gateways.ts';
import type { Operator } from './operator.ts';
import type { Random } from './random.ts';
import type { Store } from './stores.ts';

const HOUR = 3_600_000;
/** Deliveries to an address that fails for five days end: the storm stays below that. */
const MAX_SKEW = 4 * 24 * HOUR;
/** Far more than the shared time is moved, so that a time from such a clock is recognised. */
const WRONG_CLOCK_MS = 60 * 24 * HOUR;

/** Parts that a storm damages. */
export interface Storm {
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

/** Faults that a storm made. */
export interface Made {
  /** Number of faults of each kind. */
  readonly count: Readonly<Record<string, number>>;
  /** Offset of the clock at the end, and the largest one, milliseconds. */
  readonly skew: number;
  readonly mostSkew: number;
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
export async function storm(parts: Storm): Promise<Made> {
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
