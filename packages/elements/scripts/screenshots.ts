/**
 * Draws every state of every element in every variant and keeps a picture of each in `screenshots/`:
 * `pnpm --filter @flight-offset/elements screenshots [variant …]`.
 */
import { mkdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { launchOptions } from '../../../scripts/chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}screenshots`;

/** Variants: address, window, and what the browser pretends. */
const VARIANTS: Readonly<
  Record<string, { query: string; width: number; forcedColors?: 'active'; contrast?: 'more' }>
> = {
  light: { query: 'variant=light', width: 1440 },
  dark: { query: 'variant=dark', width: 1440 },
  narrow: { query: 'variant=narrow', width: 1440 },
  rtl: { query: 'variant=light&lang=ar&dir=rtl', width: 1440 },
  zoomed: { query: 'variant=zoomed', width: 1440 },
  forced: { query: 'variant=light', width: 1440, forcedColors: 'active' },
  contrast: { query: 'variant=light', width: 1440, contrast: 'more' },
  german: { query: 'variant=light&lang=de', width: 1440 },
  hindi: { query: 'variant=light&lang=hi', width: 1440 },
  japanese: { query: 'variant=light&lang=ja', width: 1440 },
};

const wanted = process.argv.slice(2).filter((name) => name in VARIANTS);
const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { conditions: ['source', 'production', 'browser'] },
  server: {
    port: 0,
    host: '127.0.0.1',
    fs: { allow: [fileURLToPath(new URL('../..', import.meta.url)), root] },
  },
});
await server.listen();
const { port } = server.httpServer!.address() as AddressInfo;
const browser = await chromium.launch(await launchOptions());
try {
  for (const name of wanted.length > 0 ? wanted : Object.keys(VARIANTS)) {
    const { query, width, forcedColors, contrast } = VARIANTS[name]!;
    rmSync(`${folder}/${name}`, { recursive: true, force: true });
    mkdirSync(`${folder}/${name}`, { recursive: true });
    const page = await browser.newPage({
      viewport: { width, height: 900 },
      deviceScaleFactor: 1,
      ...(forcedColors ? { forcedColors } : {}),
      ...(contrast ? { contrast } : {}),
    });
    page.on(
      'console',
      (message) => message.type() === 'error' && console.error(`${name}: ${message.text()}`),
    );
    page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
    await page.goto(`http://127.0.0.1:${port}/gallery/index.html?${query}`);
    await page.locator('body[data-drawn]').waitFor({ timeout: 30_000 });
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
    for (const figure of await page.locator('figure').all())
      await figure.screenshot({ path: `${folder}/${name}/${await figure.getAttribute('id')}.png` });
    console.log(`${name}: ${await page.locator('figure').count()} pictures`);
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
