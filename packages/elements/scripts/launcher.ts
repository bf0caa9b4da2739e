import type { BrowserLauncher } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { seleniumLauncher } from '@web/test-runner-selenium';
import * as puppeteer from 'puppeteer-core';
import { firefoxOptions } from '../../../scripts/browsers/firefox.ts';
import { startWebKit } from '../../../scripts/browsers/webkit.ts';
import { launchOptions } from '../../../scripts/chromium.ts';

/** Launches the browser that runs the tests. @param name `firefox` or `webkit`; otherwise Chromium. */
export async function launcher(name: string | undefined): Promise<BrowserLauncher> {
  if (name === 'firefox') return chromeLauncher({ puppeteer, launchOptions: firefoxOptions() });
  if (name === 'webkit') {
    const { builder, stop } = await startWebKit();
    const launcher = seleniumLauncher({ driverBuilder: builder });
    const end = launcher.stop?.bind(launcher);
    launcher.stop = async () => {
      await end?.();
      await stop();
    };
    return launcher;
  }
  return playwrightLauncher({ launchOptions: await launchOptions() });
}
