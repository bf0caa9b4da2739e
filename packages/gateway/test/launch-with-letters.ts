import { type Browser, chromium } from 'playwright-core';
import { launchOptions } from '../../../scripts/chromium.ts';

/** A browser whose owner has set the size of letters, pixels; 16 is usual. */
export async function launchWithLetters(size: number): Promise<Browser> {
  const { args, ...options } = await launchOptions();
  return chromium.launch({ ...options, args: [...args, `--blink-settings=defaultFontSize=${size}`] });
}
