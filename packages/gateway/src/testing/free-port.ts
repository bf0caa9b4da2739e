import { createServer } from 'node:net';
import { listenOnLoopback } from './loopback.ts';

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const { port, close } = await listenOnLoopback(createServer());
  await close();
  return port;
}
