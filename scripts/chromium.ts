import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Flags for a browser that renders pages of this machine only, quietly, also as root. */
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

/** A Chromium to run: `$CHROME_PATH`, else an installed one, else the one that npm brought. */
export async function chromiumPath(): Promise<string> {
  const given = process.env.CHROME_PATH;
  if (given) return given;
  return INSTALLED.find((path) => existsSync(path)) ?? sparticuz.executablePath();
}

/** Waits end with their condition; the limit only keeps a run from hanging on a busy machine. */
const PATIENCE = 600_000;

/** Options for `chromium.launch` of playwright-core. */
export async function launchOptions(): Promise<{ executablePath: string; args: string[] }> {
  return { executablePath: await chromiumPath(), args: CHROMIUM_ARGS };
}

/** Starts a browser whose pages wait for as long as a busy machine needs. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ ...(await launchOptions()), timeout: PATIENCE });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE));
  return browser;
}
