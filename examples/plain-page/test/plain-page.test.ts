/** The page without a build, under a strict content security policy, through to a paid order. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { type RunningGateway, startGateway } from '@flight-offset/gateway';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { startPlainPage } from '../serve.ts';

let gateway: RunningGateway;
let site: Awaited<ReturnType<typeof startPlainPage>>;
let browser: Browser;

before(async () => {
  gateway = await startGateway({ sandbox: true });
  site = await startPlainPage({ port: 0, gatewayUrl: gateway.url });
  browser = await launchBrowser();
});

after(async () => {
  await browser?.close();
  await site?.close();
  await gateway?.close();
});

test('leads from the plain page to a paid order without a violation of its policy', async () => {
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

test('the booking form submits the choice, and books without one too', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const held = self as unknown as { shift: number };
    held.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) held.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${site.url}/form.html`);
  const widget = page.locator('flight-offset-widget:state(ready)');
  await widget.getByText('ZRH to SFO').waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  assert.equal(await page.evaluate('shift'), 0, 'the button below the widget has moved');
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

test('every script beside the widget has its hash in integrity.json', () => {
  const folder = new URL('./', import.meta.resolve('@flight-offset/elements/cdn/integrity.json'));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const hashOf = (name: string): string =>
    `sha384-${createHash('sha384')
      .update(readFileSync(new URL(name, folder)))
      .digest('base64')}`;
  assert.deepEqual(
    JSON.parse(readFileSync(new URL('integrity.json', folder), 'utf8')),
    Object.fromEntries(files.map((name) => [name, hashOf(name)])),
  );
});

test('an invalid or incomplete request ends nothing but itself', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const { port } = new URL(site.url);
  const send = async (text: string): Promise<string> => {
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.end(text);
    await once(socket, 'close');
    return received;
  };
  await send('GET // HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await send('POST /book HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\ncontribution=');
  // Only the files of the page and of the elements beside it.
  for (const path of [
    '/book',
    '/serve.ts',
    '/../serve.ts',
    '/../index.js',
    '/locales/../../index.js',
    '/%2e%2e/index.js',
  ])
    assert.match(
      await send(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
      /^HTTP\/1\.1 404 /,
      path,
    );
  assert.equal((await fetch(site.url)).status, 200);
  process.off('unhandledRejection', note);
  assert.deepEqual(unhandled, []);
});
