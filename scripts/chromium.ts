import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { npmChromium } from './npm-chromium.ts';

/** Flags for a browser that renders only pages of this machine, quietly, also as root. */
export const CHROMIUM_ARGS: string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Finds a full Chromium with all features of its window, such as restored pages; undefined if none is installed. */
export function installedChromium(): string | undefined {
  return INSTALLED.find((path) => existsSync(path));
}

/**
 * Finds a Chromium to run: `$CHROME_PATH`, else the one that npm brought, which takes a quarter less processor time
 * than a full one, else an installed one.
 * @throws Error if none runs here.
 */
export async function chromiumPath(): Promise<string> {
  const path = process.env.CHROME_PATH || (await npmChromium()) || installedChromium();
  if (path === undefined) throw new Error('No Chromium runs here: install one, or name it in CHROME_PATH.');
  return path;
}

/**
 * Maximum wait, milliseconds: waits end with their condition; the limit only keeps a run on a busy machine from
 * hanging.
 */
const PATIENCE = 600_000;

/** Returns options for `chromium.launch` of playwright-core. */
export async function launchOptions(): Promise<{ executablePath: string; args: string[] }> {
  return { executablePath: await chromiumPath(), args: CHROMIUM_ARGS };
}

/** Starts a browser whose pages wait for as long as a busy machine needs. @param more Further arguments of Chromium. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const { args, ...options } = await launchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, ...more], timeout: PATIENCE });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE));
  return browser;
}

/** Starts a browser whose user has set the font size, pixels; 16 is usual. */
export function launchWithLetters(size: number): Promise<Browser> {
  return launchBrowser([`--blink-settings=defaultFontSize=${size}`]);
}
