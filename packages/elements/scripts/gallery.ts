/** The gallery in a browser: every state of every element, in one variant at a time. */
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { createServer } from 'vite';
import { launchOptions } from '../../../scripts/chromium.ts';
import { ROOT } from './bundler.ts';

/** How the gallery is looked at: its address, and what the browser pretends. */
export interface Variant {
  readonly query: string;
  readonly forcedColors?: 'active';
  readonly contrast?: 'more';
}

/** Every variant, by name. */
export const VARIANTS: Readonly<Record<string, Variant>> = {
  light: { query: 'variant=light' },
  dark: { query: 'variant=dark' },
  narrow: { query: 'variant=narrow' },
  zoomed: { query: 'variant=zoomed' },
  rtl: { query: 'variant=light&lang=ar&dir=rtl' },
  forced: { query: 'variant=light', forcedColors: 'active' },
  contrast: { query: 'variant=light', contrast: 'more' },
  german: { query: 'variant=light&lang=de' },
  french: { query: 'variant=light&lang=fr' },
  spanish: { query: 'variant=light&lang=es' },
  hindi: { query: 'variant=light&lang=hi' },
  japanese: { query: 'variant=light&lang=ja' },
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

/** Renders each of `names` and passes it to `use`; page errors are thrown. */
export async function gallery(
  names: readonly string[],
  use: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source', 'production', 'browser'] },
    server: {
      port: 0,
      host: '127.0.0.1',
      // A source that is edited meanwhile must not reload the page under the screenshots.
      hmr: false,
      watch: null,
      fs: { allow: [fileURLToPath(new URL('../..', import.meta.url)), ROOT] },
    },
  });
  await server.listen();
  const { port } = server.httpServer!.address() as AddressInfo;
  const browser = await chromium.launch(await launchOptions());
  try {
    for (const name of names) {
      const { query, ...pretended } = (VARIANTS[name] ?? SHEETS[name])!;
      // One zone, so that moments read the same on every machine.
      const page = await browser.newPage({
        viewport: { width: 1440, height: 900 },
        timezoneId: 'UTC',
        ...pretended,
      });
      // Waits end with their condition; the limit only keeps a run from hanging on a busy machine.
      page.setDefaultTimeout(600_000);
      const complaints: string[] = [];
      page.on('pageerror', ({ message }) => complaints.push(message));
      await page.goto(`http://127.0.0.1:${port}/gallery/index.html?${query}`);
      await page.locator('body[data-drawn]').waitFor();
      if (complaints.length > 0) throw new Error(`${name}: ${complaints.join('\n')}`);
      await use(page, name);
      await page.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
}
