/** Measures the gateway beside its floor in one run: `pnpm bench`. Writes one line a figure. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sign } from '@flight-offset/core/server';
import { createSealer } from '../credentials/seal.ts';
import { SANDBOX, SANDBOX_MASTER_KEY, seedSandbox } from '../sandbox.ts';
import { openDatabase } from '../store/engine.ts';
import { migrate } from '../store/migrate.ts';
import { startProcess } from '../testing/process.ts';
import { fill } from './fill.ts';
import { type LoadRequest, medianMs, throughput } from './load.ts';

const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));

async function signed(path: string, value: unknown): Promise<LoadRequest> {
  const body = JSON.stringify(value);
  const signature = await sign(body, { scheme: 'hmac-sha256', secret: SANDBOX.secret });
  const headers = {
    'content-type': 'application/json',
    'x-api-key': SANDBOX.apiKey,
    'x-platform-id': SANDBOX.platformId,
    'x-body-signature': signature,
  };
  return { method: 'POST', path, headers, body };
}

async function startFloor(answer: string): Promise<{ url: string; child: ChildProcess }> {
  const file = join(folder, 'answer.json');
  await writeFile(file, answer);
  const floor = fileURLToPath(new URL('floor.ts', import.meta.url));
  const child = spawn(process.execPath, [floor, join(folder, 'floor.sqlite'), file]);
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).match(/http:\S+/)?.[0] ?? '', child };
}

function report(what: string, value: number, floor: number, unit: string): void {
  const part = Math.round((value / floor) * 100);
  console.log(
    `${what}: ${value.toFixed(unit === 'ms' ? 3 : 0)} ${unit}, floor ${floor.toFixed(unit === 'ms' ? 3 : 0)}, ${part} %`,
  );
}

const order = { emission_amount: 1146, user: { name: 'Zoë Meier', email: 'zoe@example.com' } };
const flights = Array.from({ length: 100 }, (_, i) => ({
  origin: ['ZRH', 'LHR', 'DEL', 'BOM'][i % 4],
  destination: ['SFO', 'JFK', 'SIN', 'DXB'][(i >> 2) % 4],
  operatingCarrierCode: ['LX', 'BA', 'AI', 'EK'][i % 4],
  flightNumber: i + 1,
  departureDate: { year: 2026, month: 12, day: (i % 28) + 1 },
}));

const gateway = await startProcess(`sqlite:${join(folder, 'gateway.sqlite')}`);
const calculate = await signed('/api/calculate', { flights });
const first = await fetch(gateway.url + calculate.path, {
  method: 'POST',
  headers: calculate.headers,
  body: calculate.body ?? '',
});
const { url: floor, child } = await startFloor(await first.text());

/** Rounds in turn, so that whatever else the machine does strikes both alike. @returns the best round of each. */
async function inTurn(ours: LoadRequest, floorPath: string): Promise<[ours: number, floor: number]> {
  let best: [number, number] = [0, 0];
  for (let round = 0; round < 4; round += 1) {
    const mine = await throughput(gateway.url, ours, { seconds: 2 });
    const bare = await throughput(floor, { ...ours, path: floorPath }, { seconds: 2 });
    best = [Math.max(best[0], mine), Math.max(best[1], bare)];
  }
  return best;
}

const create = await signed('/offset-gateway/orders', order);
report('create an order, SQLite, 20 connections', ...(await inTurn(create, '/orders')), 'requests/s');
report('calculate 100 flights, 20 connections', ...(await inTurn(calculate, '/calculate')), 'requests/s');
child.kill();
await gateway.stop();

const list: LoadRequest = {
  method: 'GET',
  path: '/offset-gateway/orders?limit=20',
  headers: { 'x-api-key': SANDBOX.apiKey },
};
const medians: number[] = [];
// The last figure takes a minute of filling: `--short` leaves it out.
for (const count of process.argv.includes('--short') ? [] : [1000, 1_000_000]) {
  const url = `sqlite:${join(folder, `list-${count}.sqlite`)}`;
  const db = openDatabase(url);
  await migrate(db);
  await seedSandbox(db, createSealer(SANDBOX_MASTER_KEY));
  await fill(db, SANDBOX.merchantId, count);
  await db.close();
  const filled = await startProcess(url);
  medians.push(await medianMs(filled.url, list));
  await filled.stop();
}
if (medians.length > 0)
  report('list 20 of 1 000 000, floor: of 1 000', medians[1] ?? 0, medians[0] ?? 0, 'ms');
await rm(folder, { recursive: true, force: true });
