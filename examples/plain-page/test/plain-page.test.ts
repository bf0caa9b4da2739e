/** The page without a build, under a strict content security policy, through to a paid order. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RunningGateway, startGateway } from '@flight-offset/gateway';
import { type Browser, chromium } from 'playwright-core';
import { launchOptions } from '../../../scripts/chromium.ts';
import { startPlainPage } from '../serve.ts';

let gateway: RunningGateway;
let site: Awaited<ReturnType<typeof startPlainPage>>;
let browser: Browser;

before(async () => {
  gateway = await startGateway({ sandbox: true });
  site = await startPlainPage({ port: 0, gatewayUrl: gateway.url });
  browser = await chromium.launch(await launchOptions());
});

after(async () => {
  await browser?.close();
  await site?.close();
  await gateway?.close();
});

test('from the plain page to a paid order, with nothing refused by the policy', async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('favicon')) complaints.push(message.text());
  });
  await page.goto(site.url);
  const widget = page.locator('flight-offset-widget:state(ready)');
  await widget.getByText('SFO to ZRH').waitFor();
  await widget.getByRole('checkbox').check();
  await widget.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL(`${gateway.url}/**`);
  await page.locator('button[name=action][value=pay]').click();
  await page.getByRole('link', { name: /^Return to/ }).click();
  await page.waitForURL(`${site.url}/return.html?**`);
  await page.locator('offset-status:state(completed)').waitFor();
  assert.deepEqual(
    complaints.filter((text) => /policy/i.test(text)),
    [],
  );
  await page.close();
});

test('the booking form takes the choice, and books without one too', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/form.html`);
  const widget = page.locator('flight-offset-widget:state(ready)');
  await widget.getByText('ZRH to SFO').waitFor();
  await page.getByRole('button', { name: 'Book' }).click();
  await page.getByText('Booked, without a contribution.').waitFor();

  await page.goto(`${site.url}/form.html`);
  await widget.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Book' }).click();
  await page.waitForURL(`${gateway.url}/**`);
  await page.locator('button[name=action][value=pay]').click();
  await page.getByRole('link', { name: /^Return to/ }).click();
  await page.waitForURL(`${site.url}/return.html?**`);
  await page.locator('offset-status:state(completed)').waitFor();
  await page.close();
});
