/** A gateway in a process of its own whose clock its parent may move: `{skewMs}` by IPC. */
import { readConfig } from '../src/config.ts';
import { serve } from '../src/gateway.ts';

let skewMs = Number(process.env.TORTURE_SKEW_MS ?? '0');
process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'skewMs' in message) skewMs = Number(message.skewMs);
});

const gateway = await serve(readConfig(process.env, { sandbox: true }), { now: () => Date.now() + skewMs });
process.send?.({ url: gateway.url });

async function stop(): Promise<void> {
  await gateway.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
// Nobody is left to stop it.
process.once('disconnect', () => void stop());
