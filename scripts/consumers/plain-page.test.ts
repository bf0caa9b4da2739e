/** The plain page, copied outside the workspace, with the packed packages. */
import { after, before, it } from 'node:test';
import { type RunningGateway, startGateway } from '@flight-offset/gateway';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../chromium.ts';
import { installOutside, type OutsideProject } from './outside-project.ts';
import { payAndReturn } from './pay.ts';
import type { Shop } from './shop.ts';
import { start } from './start.ts';

let project: OutsideProject;
let gateway: RunningGateway;
let browser: Browser;
let shop: Shop;

before(async () => {
  project = await installOutside('plain-page');
  gateway = await startGateway({ sandbox: true });
  shop = await start(project, (_, port) => ({
    run: [process.execPath, 'serve.ts'],
    env: { PORT: port, GATEWAY_URL: gateway.url },
  }));
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await shop?.close();
  await gateway?.close();
  await project?.remove();
});

it('a traveller pays', async () => {
  const page = await browser.newPage();
  await page.goto(shop.url);
  const widget = page.locator('flight-offset-widget:state(ready)');
  await widget.getByText('SFO to ZRH').waitFor();
  await widget.getByRole('checkbox').check();
  await payAndReturn(page, widget, { gatewayUrl: gateway.url, returnsTo: `${shop.url}/return.html?**` });
});
