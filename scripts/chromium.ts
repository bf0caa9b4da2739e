import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';

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

/** Options for `chromium.launch` of playwright-core. */
export async function launchOptions(): Promise<{ executablePath: string; args: string[] }> {
  return { executablePath: await chromiumPath(), args: CHROMIUM_ARGS };
}
