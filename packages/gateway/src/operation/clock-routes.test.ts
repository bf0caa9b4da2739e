import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startGateway } from '../gateway.ts';
import { callerOf } from '../testing/caller.ts';
import { createClock } from './clock.ts';

it('a clock moves only forward, from its current time', () => {
  const clock = createClock(() => 1000);
  clock.advance(30);
  clock.advance(-500);
  clock.advance(4);
  assert.equal(clock.now(), 1034);
});

it('the sandbox clock moves by whole seconds, up to a year at once; other numbers are refused', async () => {
  const gateway = await startGateway();
  const caller = callerOf(gateway.url);
  const moved = (advance_seconds: number) => caller.post('/sandbox/clock', { advance_seconds });
  const begin = Date.parse((await moved(0)).json.now);
  for (const refused of [-1, 0.5, 31_536_001]) assert.equal((await moved(refused)).status, 400, `${refused}`);
  const end = Date.parse((await moved(31_536_000)).json.now);
  assert.equal(Math.floor((end - begin) / 86_400_000), 365);
  await gateway.close();
});
