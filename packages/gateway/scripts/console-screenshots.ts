/**
 * Takes a screenshot of every page of the console in every state, in `screenshots/`, one sheet of four pages at a time:
 * `pnpm --filter @flight-offset/gateway screenshots [look …]`, such as `320-dark`; every look if none is named.
 */
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { startConsoleStates } from '../test/console-states.ts';
import { type Look, visitConsole } from '../test/visit-console.ts';

const FOLDER = fileURLToPath(new URL('../screenshots', import.meta.url));
const PAGES_PER_SHEET = 4;

const LOOKS: Readonly<Record<string, Look>> = {
  light: { colorScheme: 'light', width: 1180 },
  dark: { colorScheme: 'dark', width: 1180 },
  '320-light': { colorScheme: 'light', width: 320 },
  '320-dark': { colorScheme: 'dark', width: 320 },
  'no-scripts': { colorScheme: 'light', width: 760, javaScriptEnabled: false },
};

interface Shot {
  readonly name: string;
  readonly png: Buffer;
}

const chosen = process.argv.slice(2);
const states = await startConsoleStates();
const browser = await launchBrowser();

/** Puts pages beside each other. */
async function sheet(shots: readonly Shot[], path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 100, height: 100 } });
  const figures = shots.map(
    ({ name, png }) =>
      `<figure style="margin:0"><figcaption>${name}</figcaption><img src="data:image/png;base64,${png.toString('base64')}"></figure>`,
  );
  await page.setContent(
    `<body style="display:inline-flex;gap:16px;align-items:flex-start;margin:8px;font:16px sans-serif;background:#ccc">${figures.join('')}</body>`,
  );
  await page.locator('body').screenshot({ path });
  await page.close();
}

try {
  for (const [name, look] of Object.entries(LOOKS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    await rm(`${FOLDER}/${name}`, { recursive: true, force: true });
    await mkdir(`${FOLDER}/${name}`, { recursive: true });
    const shots: Shot[] = [];
    await visitConsole(browser, states, look, async (page, state) => {
      shots.push({ name: state, png: await page.screenshot({ fullPage: true }) });
    });
    for (let first = 0; first < shots.length; first += PAGES_PER_SHEET) {
      const number = String(first / PAGES_PER_SHEET + 1).padStart(2, '0');
      await sheet(shots.slice(first, first + PAGES_PER_SHEET), `${FOLDER}/${name}/${number}.png`);
    }
    process.stdout.write(`${name}: ${shots.length} pages\n`);
  }
} finally {
  await browser.close();
  await states.close();
}
