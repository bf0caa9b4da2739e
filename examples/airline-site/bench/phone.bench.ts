import type { Page } from 'playwright-core';
import { type Seen, slowPhone } from '../../../packages/elements/bench/slow-phone.ts';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { type Measure, median } from '../../../scripts/measure.ts';
import { startStack } from '../test/stack.ts';
import { type BuiltAirline, startBuiltAirline } from './built-airline.ts';

const RUNS = 5;

/**
 * Opens the booking page on a slow phone and uses the widget if it has one.
 * @returns Metrics; layout shift until the first press only: a press may move the content below it.
 */
async function visit(page: Page, url: string, hasWidget: boolean): Promise<Seen> {
  const seen = await slowPhone(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('#pay-button').getByText('Pay ').waitFor();
  const widget = page.locator('flight-offset-widget:state(ready)');
  if (hasWidget) await widget.waitFor();
  const { shift } = await seen();
  if (hasWidget) {
    await widget.locator('summary').click();
    await widget.getByText('8 of 10 estimates').waitFor();
    await widget.getByRole('checkbox').click();
    await widget.getByRole('radio', { name: '50%', exact: false }).first().click();
    await page.locator('#review-price').getByText('Climate contribution').waitFor();
    // The browser reports an interaction once it is painted.
    await page.waitForTimeout(500);
  }
  return { ...(await seen()), shift };
}

/** Measures the waits of a traveller with a slow phone on the airline's page, with the widget and without. */
export async function bench(): Promise<readonly Measure[]> {
  let airline: BuiltAirline | undefined;
  const stack = await startStack({
    serve: async (options) => {
      airline = await startBuiltAirline(options);
      return airline;
    },
  });
  const browser = await launchBrowser();
  const seen: Record<'with' | 'without', Seen[]> = { with: [], without: [] };
  try {
    for (let run = 0; run < RUNS; run += 1) {
      for (const widget of ['without', 'with'] as const) {
        airline!.use(widget);
        const page = await browser.newPage();
        seen[widget].push(await visit(page, stack.airline, widget === 'with'));
        await page.close();
      }
    }
  } finally {
    await browser.close();
    await stack.close();
  }
  const middle = (widget: 'with' | 'without', figure: keyof Seen): number =>
    median(seen[widget].map((one) => one[figure]));
  return [
    { name: 'largest contentful paint without the widget', value: middle('without', 'largest'), unit: 'ms' },
    { name: 'largest contentful paint with the widget', value: middle('with', 'largest'), unit: 'ms' },
    {
      name: 'largest contentful paint, with the widget over without',
      value: middle('with', 'largest') / middle('without', 'largest'),
      unit: '×',
      // Not later; runs of the same page differ by a tenth.
      bar: { atMost: 1.1 },
    },
    {
      // The page has some of its own, as its prices arrive late.
      name: 'cumulative layout shift that the widget adds',
      value: Math.max(0, middle('with', 'shift') - middle('without', 'shift')),
      unit: '',
      bar: { atMost: 0 },
    },
    {
      name: 'slowest interaction: details, tick, option',
      value: middle('with', 'slowest'),
      unit: 'ms',
      bar: { atMost: 100 },
    },
  ];
}
