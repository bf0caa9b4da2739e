/** The gallery in a browser: every state of every element, in one variant at a time. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { directionOf, LANGUAGES } from '@flight-offset/core';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { pageFiles, ROOT } from './bundler.ts';

/** How the gallery is shown: its query, and the settings that the browser emulates. */
export interface Variant {
  readonly query: string;
  readonly forcedColors?: 'active';
  readonly contrast?: 'more';
}

/** Every variant, by name; those that differ only in their look are adjacent, and drawn once. */
export const VARIANTS: Readonly<Record<string, Variant>> = {
  light: { query: 'variant=light' },
  dark: { query: 'variant=dark' },
  narrow: { query: 'variant=narrow' },
  zoomed: { query: 'variant=zoomed' },
  forced: { query: 'variant=light', forcedColors: 'active' },
  contrast: { query: 'variant=light', contrast: 'more' },
  ...Object.fromEntries(
    LANGUAGES.filter((language) => language !== 'en').map((language) => [
      language,
      { query: `variant=light&lang=${language}&dir=${directionOf(language)}` },
    ]),
  ),
};

/** Widths of a column of a phone, of a booking page's side, and of its whole width. */
const WIDTHS = [320, 440, 1000];

/** Looks in which a designer compares the states: every width, light, dark and right to left. */
export const SHEETS: Readonly<Record<string, Variant>> = Object.fromEntries(
  WIDTHS.flatMap((width) =>
    Object.entries({
      light: 'variant=light',
      dark: 'variant=dark',
      rtl: 'variant=light&lang=ar&dir=rtl',
    }).map(([look, query]) => [`${width}-${look}`, { query: `${query}&width=${width}` }]),
  ),
);

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** Bundles the gallery's page: unbundled, each variant would load every module. @returns Code by file name. */
async function galleryFiles(): Promise<Readonly<Record<string, string>>> {
  const page = readFileSync(`${ROOT}gallery/index.html`, 'utf8');
  return {
    'index.html': page.replace('./gallery.ts', './page.js'),
    'gallery.css': readFileSync(`${ROOT}gallery/gallery.css`, 'utf8'),
    ...(await pageFiles('gallery/gallery.ts')),
  };
}

/** Runs in a page: waits until resized elements have drawn themselves again, in the frame after their measurement. */
const untilResized = async (): Promise<void> => {
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
};

/** Renders each of `names` and passes it to `use`; page errors are thrown. */
export async function gallery(
  names: readonly string[],
  use: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const files = await galleryFiles();
  const server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://gallery').pathname.slice(1);
    const body = files[path];
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': TYPES[path.split('.').at(-1)!] }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await launchBrowser();
  try {
    // One zone, so that moments read the same on every machine.
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' });
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    let drawn: string | undefined;
    for (const name of names) {
      const { query, forcedColors = null, contrast = null } = (VARIANTS[name] ?? SHEETS[name])!;
      await page.emulateMedia({ forcedColors, contrast });
      // A look is only a class of the page: elements that are already drawn change with it.
      const content = new URLSearchParams(query);
      const look = content.get('variant')!;
      content.delete('variant');
      if (drawn === content.toString())
        await page.evaluate((value) => document.body.setAttribute('class', value), look);
      else await page.goto(`http://127.0.0.1:${port}/index.html?${query}`);
      drawn = content.toString();
      await page.locator('body[data-drawn]').waitFor();
      await page.evaluate(untilResized);
      if (complaints.length > 0) throw new Error(`${name}: ${complaints.join('\n')}`);
      await use(page, name);
    }
  } finally {
    await browser.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
