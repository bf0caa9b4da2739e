import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startGateway } from '@flight-offset/gateway';
import { freePort } from '../../../packages/gateway/src/testing/free-port.ts';
import { untilListening } from '../../../scripts/until-listening.ts';
import type { startAirline } from '../serve.ts';
import { startBuiltSite } from './built-site.ts';

/** The running checkout: URLs of its three servers. */
export interface Stack {
  readonly gateway: string;
  readonly merchant: string;
  readonly airline: string;
  /** Resolves once the merchant's backend has printed a text; it prints every final order. */
  printed(text: string): Promise<void>;
  close(): Promise<void>;
}

const MERCHANT = fileURLToPath(new URL('../../merchant-backend/src/server.ts', import.meta.url));

/** Settings of the checkout that a test may change. */
export interface StackOptions {
  /** Origin that webhooks to the backend are sent to; default: the backend itself. */
  readonly webhooksAt?: string;
  /** Currency the airline sells in. Default EUR. */
  readonly currency?: string;
  /** Serves the site. Default: the build that all stacks of the process share. */
  readonly serve?: typeof startAirline;
  /** Database of the gateway. Default: one in memory. */
  readonly databaseUrl?: string;
}

/** Starts gateway, merchant's backend (the unmodified example) and airline site on free ports. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { webhooksAt, currency = 'EUR', databaseUrl, serve = startBuiltSite } = options;
  const merchantPort = await freePort();
  const merchant = `http://localhost:${merchantPort}`;
  const gateway = await startGateway({ sandbox: true, ...(databaseUrl !== undefined && { databaseUrl }) });
  const airline = await serve({ port: 0, merchantUrl: merchant, currency });
  const backend = spawn(process.execPath, ['--conditions=source', MERCHANT], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      MERCHANT_PORT: String(merchantPort),
      GATEWAY_URL: gateway.url,
      AIRLINE_URL: airline.url,
      MERCHANT_CURRENCY: currency,
      ...(webhooksAt !== undefined && { MERCHANT_URL: webhooksAt }),
    },
  });
  let output = '';
  const printed = new EventTarget();
  backend.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    printed.dispatchEvent(new Event('chunk'));
  });
  const ended = new Promise((resolve) => backend.once('exit', resolve));
  await untilListening(merchant, backend);
  return {
    gateway: gateway.url,
    merchant,
    airline: airline.url,
    printed: (text) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (output.includes(text)) resolve();
        };
        printed.addEventListener('chunk', check);
        check();
      }),
    async close() {
      backend.kill();
      await ended;
      await airline.close();
      await gateway.close();
    },
  };
}
