/** The page in React: properties down, events up, and through to a paid order. */
import { after, before, test } from 'node:test';
import { type RunningGateway, startGateway } from '@flight-offset/gateway';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { walk } from '../../../scripts/consumers/walk.ts';
import { startReactPage } from '../serve.ts';

let gateway: RunningGateway;
let site: Awaited<ReturnType<typeof startReactPage>>;
let browser: Browser;

before(async () => {
  gateway = await startGateway({ sandbox: true });
  site = await startReactPage({ port: 0, gatewayUrl: gateway.url });
  browser = await launchBrowser();
});

after(async () => {
  await browser?.close();
  await site?.close();
  await gateway?.close();
});

test('from the React page to a paid order', () => walk(browser, site.url, gateway.url));
