import { existsSync } from 'node:fs';
import type { LaunchOptions } from 'puppeteer-core';
import { MissingBrowserError } from './missing-browser.ts';

const INSTALLED = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/**
 * Returns options for `puppeteer.launch`: Firefox over WebDriver BiDi. @throws MissingBrowserError if there is none.
 */
export function firefoxOptions(): LaunchOptions {
  const executablePath = process.env.FIREFOX_PATH ?? INSTALLED.find((path) => existsSync(path));
  if (executablePath === undefined) throw new MissingBrowserError('Firefox', 'apt-get install firefox-esr');
  return { browser: 'firefox', executablePath, headless: true };
}
