/**
 * A gateway in its own process. By IPC, its parent may move the time that all gateways share: `{skewMs}`; and the clock
 * of its machine, which they do not share: `{wrongMs}`.
 */
import { readConfig } from '../src/config.ts';
import { serve } from '../src/start.ts';

let skewMs = Number(process.env.TORTURE_SKEW_MS ?? '0');
let wrongMs = 0;
const rightNow = Date.now;
Date.now = () => rightNow() + wrongMs;
process.on('message', (message) => {
  if (typeof message !== 'object' || message === null) return;
  if ('skewMs' in message) skewMs = Number(message.skewMs);
  if ('wrongMs' in message) wrongMs = Number(message.wrongMs);
});

const gateway = await serve(readConfig(process.env, { sandbox: true }), { shiftMs: () => skewMs });
process.send?.({ url: gateway.url });

async function stop(): Promise<void> {
  await gateway.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
// The parent has gone and cannot stop it.
process.once('disconnect', () => void stop());
