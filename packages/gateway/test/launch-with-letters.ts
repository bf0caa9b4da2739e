import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../scripts/chromium.ts';

/** A browser whose owner has set the size of letters, pixels; 16 is usual. */
export function launchWithLetters(size: number): Promise<Browser> {
  return launchBrowser([`--blink-settings=defaultFontSize=${size}`]);
}
