import { until } from '../src/testing/until.ts';
import { check } from './checker/check.ts';
import type { Evidence } from './checker/facts.ts';
import { NO_FAULTS } from './fault-proxy.ts';
import { listEverything } from './final-lists.ts';
import { runFormerKeys } from './former-keys.ts';
import { runClient } from './load.ts';
import type { LoadOptions } from './load-options.ts';
import { changePrice } from './merchants.ts';
import { runNeighbour, SQUATTED_TONNES } from './neighbour.ts';
import { createNotes } from './notes.ts';
import { type Operator, startOperator } from './operator.ts';
import { HELD_TONNES, type Parts, startParts } from './parts.ts';
import { createRandom, type Random } from './random.ts';
import { bringToRest } from './rest.ts';
import { readHeldGrams, readSnapshot } from './snapshot.ts';
import { type Made, storm } from './storm.ts';
import { runStranger } from './stranger.ts';
import type { TortureOptions, TortureReport } from './torture-report.ts';

/** Maximum tonnes of orders created at the same moment, through several gateways. */
const AT_ONCE_TONNES = 10 * SQUATTED_TONNES;
/** Slots that a gateway gives to an endpoint that has never responded. */
const SLOTS_OF_SILENCE = 2;
const STORM = { reset: 0.06, delay: 0.06, truncate: 0.04, halfClose: 0.04 };
const STORE_STORM = { reset: 0.02, delay: 0.05, truncate: 0, halfClose: 0 };

/** Runs a gateway under attack, then the checker. Everything stays on this machine and ends without intervention. */
export async function torture(options: TortureOptions): Promise<TortureReport> {
  const { engine, seed, say = () => {} } = options;
  const random = createRandom(seed).fork(engine);
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const parts = await startParts(options, random, (close) => closing.unshift(close));
    const { bank, store, gateways, proxies, storeProxy, endpoints } = parts;
    const notes = createNotes();
    const operator = startOperator(parts.throughProxy, random.fork('operator'));
    const { faults, held, ...counts } = await attack(parts, { options, random, notes, operator });
    say('the storm is over; waiting until all is quiet');
    const skew = await quieten(parts, { skew: faults.skew, notes, operator });
    notes.oddities.push(...gateways.crashes);
    const snapshot = await readSnapshot(store.url);
    const findings = check({
      journal: notes,
      received: endpoints.received,
      snapshot,
      latest: Date.now() + Math.max(skew, faults.mostSkew),
      ...(bank ? { ledger: bank.ledger } : {}),
      ...limitsOf(parts, held),
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
      ...figuresOf(bank),
      retired: snapshot.leaves.length,
      invoiced: snapshot.statements.length,
      ...counts,
      silent: endpoints.mostWaiting,
      statuses: Object.fromEntries([...notes.statuses].toSorted(([a], [b]) => a - b)),
    };
  } finally {
    for (const close of closing) await close();
  }
}

function figuresOf(bank: Parts['bank']): Pick<TortureReport, 'paid' | 'refunded' | 'lostEvents'> {
  if (!bank) return { paid: 0, refunded: 0, lostEvents: 0 };
  const { ledger, lostEvents } = bank;
  return { paid: ledger.paid.length, refunded: ledger.refunds.length, lostEvents };
}

/** Returns what others held and kept waiting, with the limits of both. */
function limitsOf(
  { endpoints, gateways }: Parts,
  held: NonNullable<Evidence['held']>['merchants'],
): Pick<Evidence, 'held' | 'silence'> {
  return {
    held: {
      merchants: held,
      atMost: (HELD_TONNES + AT_ONCE_TONNES) * 1e6,
      longerAtMost: (HELD_TONNES / 2) * 1e6,
    },
    // Twice, since a replaced gateway may leave its requests open for a moment.
    silence: { mostWaiting: endpoints.mostWaiting, slots: 2 * SLOTS_OF_SILENCE * gateways.size },
  };
}

/** Context of an attack. */
interface Attack {
  readonly options: TortureOptions;
  readonly random: Random;
  readonly notes: LoadOptions['notes'];
  readonly operator: Operator;
}

/** Counts of an attack, and the stock that unpaid orders held at its end. */
interface Attacked extends Pick<TortureReport, 'hoardingRefused' | 'attacks' | 'revokedKeys'> {
  readonly faults: Made;
  readonly held: NonNullable<Evidence['held']>['merchants'];
}

/** Runs the load through a storm. */
async function attack(parts: Parts, { options, random, notes, operator }: Attack): Promise<Attacked> {
  const { seconds, clients: clientCount = 6, say = () => {} } = options;
  const { bank, store, gateways, proxies, storeProxy, endpoints, environment } = parts;
  let isOver = false;
  for (const proxy of proxies) proxy.setOdds(STORM);
  storeProxy?.setOdds(STORE_STORM);
  const load: LoadOptions = {
    merchants: parts.merchants,
    endpoints,
    notes,
    random,
    ports: proxies.map(({ port }) => port),
    isOver: () => isOver,
    hasProvider: bank !== undefined,
  };
  const clients = Array.from({ length: clientCount }, (_, index) => runClient(load, `c${index}`));
  const squatting = runNeighbour(load, parts.neighbour);
  const attacking = runStranger(load);
  const revoking = runFormerKeys(load, store.url);
  let faults: Made;
  try {
    faults = await storm({
      gateways,
      operator,
      changePrice: () => changePrice(environment, random.whole(10_000, 90_000) / 100),
      proxies,
      store,
      storeProxy,
      until: performance.now() + seconds * 1000,
      random: random.fork('storm'),
      say,
    });
    // On a busy machine a short storm may end before anything was sent to the endpoint that never responds.
    await until(() => endpoints.mostWaiting > 0, 'a webhook that waits for it');
  } finally {
    isOver = true;
  }
  await Promise.all(clients);
  const { refused: hoardingRefused } = await squatting;
  const attacks = await attacking;
  const revokedKeys = await revoking;
  return { faults, hoardingRefused, attacks, revokedKeys, held: await readHeldGrams(store.url) };
}

/** Ends all faults, and waits until everything has come to rest. @returns final offset of the clock, milliseconds. */
async function quieten(
  parts: Parts,
  { skew, notes, operator }: Pick<Attack, 'notes' | 'operator'> & Pick<Made, 'skew'>,
): Promise<number> {
  const { bank, store, gateways, proxies, storeProxy, endpoints, merchants, neighbour } = parts;
  for (const proxy of proxies) proxy.setOdds(NO_FAULTS);
  storeProxy?.setOdds(NO_FAULTS);
  endpoints.acceptAll();
  for (let index = 0; index < gateways.size; index += 1) await gateways.restart(index);
  await bank?.drained();
  return await bringToRest(store, gateways, {
    skew,
    ledger: () => bank?.ledger,
    async look() {
      await operator.finish();
      await listEverything(gateways.port(0), [...merchants, neighbour], notes);
    },
  });
}
