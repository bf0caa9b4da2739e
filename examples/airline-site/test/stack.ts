import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startGateway } from '@flight-offset/gateway';
import { startAirline } from '../serve.ts';

/** The whole way, running: addresses of its three servers. */
export interface Stack {
  readonly gateway: string;
  readonly merchant: string;
  readonly airline: string;
  /** Resolves once the merchant's own code has printed a text: it is told of every settled order. */
  merchantSays(text: string): Promise<void>;
  close(): Promise<void>;
}

const MERCHANT = fileURLToPath(new URL('../../merchant-backend/src/server.ts', import.meta.url));

/** A port which nobody uses at the moment: pages and backend have to know each other before either starts. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Waits until an address answers anything at all, however busy the machine is, as long as its process runs. */
async function answers(address: string, process: ChildProcess): Promise<void> {
  while (process.exitCode === null) {
    const answer = await fetch(address).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the process at ${address} ended with ${process.exitCode}`);
}

/** Starts gateway, merchant's backend (the example, as it is) and airline site on free ports. */
export async function startStack(): Promise<Stack> {
  const merchantPort = await freePort();
  const merchant = `http://localhost:${merchantPort}`;
  const gateway = await startGateway({ sandbox: true });
  const airline = await startAirline({ port: 0, merchantUrl: merchant });
  const backend = spawn(process.execPath, ['--conditions=source', MERCHANT], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      MERCHANT_PORT: String(merchantPort),
      GATEWAY_URL: gateway.url,
      AIRLINE_URL: airline.url,
    },
  });
  let said = '';
  const heard = new EventTarget();
  backend.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
    heard.dispatchEvent(new Event('said'));
  });
  const ended = new Promise((resolve) => backend.once('exit', resolve));
  await answers(merchant, backend);
  return {
    gateway: gateway.url,
    merchant,
    airline: airline.url,
    merchantSays: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (said.includes(text)) resolve();
        };
        heard.addEventListener('said', look);
        look();
      }),
    async close() {
      backend.kill();
      await ended;
      await airline.close();
      await gateway.close();
    },
  };
}
