import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { site } from './site.ts';
import { visitor } from './visitor.ts';

const visit = visitor();

const page = (lang: string) => `<!doctype html><html lang="${lang}"><title>x</title>
  <script type="module" src="/cdn/flight-offset-widget.js"></script>
  <flight-offset-widget endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14"></flight-offset-widget>`;

/** Holds back every request for an address. @returns A function that continues or aborts the oldest one. */
async function hold(visited: Page, address: RegExp): Promise<(end: 'continue' | 'abort') => Promise<void>> {
  const ends: ((end: 'continue' | 'abort') => void)[] = [];
  const waiting: (() => void)[] = [];
  await visited.route(address, async (route) => {
    const end = await new Promise<'continue' | 'abort'>((resolve) => {
      ends.push(resolve);
      waiting.shift()?.();
    });
    await route[end]();
  });
  return async (end) => {
    if (!ends[0]) await new Promise<void>((resolve) => waiting.push(resolve));
    ends.shift()!(end);
  };
}

for (const [name, steps] of [
  ['they arrive before the quote', ['details', 'quote']],
  ['after the quote', ['quote', 'details']],
  ['after a second failure', ['failure', 'details', 'quote']],
  ['after a second failure and the quote', ['failure', 'quote', 'details']],
  ['they fail', ['loss', 'quote']],
  ['they fail after the quote', ['quote', 'loss']],
] as const)
  test(`a retry before the details are loaded keeps card and focus: ${name}`, async () => {
    const running = await site({ files: { '/': page('en') } });
    try {
      await visit(async (visited) => {
        await visited.setViewportSize({ width: 900, height: 900 });
        const settleDetails = await hold(visited, /\/cdn\/details-/);
        const settleQuote = await hold(visited, /\/offset\/quote/);
        await visited.goto(running.origin);
        await settleQuote('abort');
        const button = visited.locator('[part=button]');
        const press = async (): Promise<void> => {
          await button.focus();
          await visited.keyboard.press('Enter');
          // A second press hits the card.
          await visited.keyboard.press('Enter');
        };
        const focused = () =>
          visited.evaluate(async () => {
            const element = document.querySelector('flight-offset-widget')!;
            await element.updateComplete;
            return element.shadowRoot!.activeElement?.part.value;
          });
        await press();
        for (const step of steps) {
          assert.equal(await focused(), 'card', `before ${step}`);
          if (step === 'quote') await settleQuote('continue');
          else if (step === 'details') await settleDetails('continue');
          else if (step === 'loss') {
            await settleDetails('abort');
            // Now by another URL.
            await settleDetails('abort');
          } else {
            await settleQuote('abort');
            await button.waitFor();
            assert.equal(await focused(), 'card', 'failed again');
            await press();
          }
        }
        await visited.locator('.card.ready').waitFor();
        assert.equal(await focused(), 'card', 'the estimate is here');
      });
    } finally {
      await running.close();
    }
  });

test('an error is shown once the language of the page is loaded, not in English before', async () => {
  const running = await site({ files: { '/': page('de') } });
  try {
    await visit(async (visited) => {
      const settleTexts = await hold(visited, /\/locales\/widget-/);
      await visited.route(/\/offset\/quote/, (route) => route.abort());
      await visited.goto(running.origin);
      const widget = visited.locator('flight-offset-widget');
      await visited.waitForEvent('requestfailed');
      await widget.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
      assert.equal(await widget.getByRole('button').count(), 0);
      await settleTexts('continue');
      await widget.getByRole('button', { name: 'Erneut versuchen' }).waitFor();
    });
  } finally {
    await running.close();
  }
});
