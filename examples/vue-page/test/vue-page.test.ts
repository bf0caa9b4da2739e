/** The page in Vue: properties down, events up, and through to a paid order. */
import { after, before, test } from 'node:test';
import { type RunningGateway, startGateway } from '@flight-offset/gateway';
import { type Browser, chromium } from 'playwright-core';
import { launchOptions } from '../../../scripts/chromium.ts';
import { startVuePage } from '../serve.ts';

let gateway: RunningGateway;
let site: Awaited<ReturnType<typeof startVuePage>>;
let browser: Browser;

before(async () => {
  gateway = await startGateway({ sandbox: true });
  site = await startVuePage({ port: 0, gatewayUrl: gateway.url });
  browser = await chromium.launch(await launchOptions());
});

after(async () => {
  await browser?.close();
  await site?.close();
  await gateway?.close();
});

test('from the Vue page to a paid order', async () => {
  const page = await browser.newPage();
  await page.goto(site.url);
  const widget = page.locator('flight-offset-widget:state(ready)');
  await page.getByLabel('Cabin').selectOption('business');
  await widget.getByText('Estimated emissions, business').waitFor();
  await widget.getByRole('checkbox').check();
  await page.getByText('paid separately').waitFor();
  await widget.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(`${gateway.url}/**`);
  await page.locator('button[name=action][value=pay]').click();
  await page.waitForURL(`${site.url}/?order_id=**`);
  await page.locator('offset-status:state(completed)').waitFor();
  await page.close();
});
