import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { ROOT } from '../scripts/bundler.ts';
import { choicesQuote } from '../src/testing/choices-quote.ts';
import { holdBack, site } from './site.ts';
import { visitor } from './visitor.ts';

const visit = visitor();

const PAGE = `<!doctype html><html lang="en"><head><title>x</title>
  <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/reserve.css">
  <script type="module" src="/cdn/flight-offset-widget.js"></script></head><body>
  <flight-offset-widget endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14"></flight-offset-widget><p>Below</p></body></html>`;

/** Fuel before credits, as an operator may prefer it. */
const fuelFirst = (request: Parameters<typeof choicesQuote>[0]): ReturnType<typeof choicesQuote> => {
  const quote = choicesQuote(request);
  const [wind, fuel, soldOut] = quote.choices!;
  const project = { ...quote.project!, name: 'Fuel', registry: 'RSB' };
  return { ...quote, project, choices: [fuel!, wind!, soldOut!], options: fuel!.options };
};

const WORDS = {
  credits: 'Buys and retires 573 kg of carbon credits: Bundled wind, Tamil Nadu, Verra 1851',
  fuel: 'Buys aviation-fuel certificates for 573 kg of CO₂e: Fuel, RSB',
};

for (const [width, preferred] of [
  [320, 'credits'],
  [440, 'credits'],
  [900, 'credits'],
  [440, 'fuel'],
  [900, 'fuel'],
] as const)
  test(`the purchase is shown with its description, without a layout shift, ${width} px wide, ${preferred}`, async () => {
    const running = await site({
      files: { '/': PAGE, '/reserve.css': readFileSync(`${ROOT}src/cdn/reserve.css`, 'utf8') },
    });
    running.backend.use(preferred === 'fuel' ? { quote: fuelFirst } : 'choices');
    try {
      await visit(async (page) => {
        await page.setViewportSize({ width, height: 1200 });
        const release = await holdBack(page, /\/cdn\/checkout-/);
        await page.addInitScript(() => {
          const seen = { shift: 0 };
          Object.assign(self, { seen });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              seen.shift += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(running.origin);
        const widget = page.locator('flight-offset-widget:state(ready)');
        await widget.getByRole('checkbox').waitFor();
        const project = widget.getByText(preferred === 'fuel' ? 'Fuel, RSB' : 'Bundled wind');
        assert.equal(await project.count(), 1);
        assert.equal(await project.isVisible(), false, 'a project without the words for it');
        assert.equal(await widget.getByText('It does not reduce or cancel').isVisible(), true);

        release();
        await widget.getByText(WORDS[preferred]).waitFor();
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
        );
        assert.deepEqual(await page.evaluate('seen'), { shift: 0 });
      });
    } finally {
      await running.close();
    }
  });

test('shows an error about projects that fail to load only after the box is ticked', async () => {
  const running = await site({ files: { '/': PAGE } });
  running.backend.use('choices');
  try {
    await visit(async (page) => {
      await page.route(/\/cdn\/choices-/, (route) => route.abort());
      await page.addInitScript(() => {
        const codes: string[] = [];
        Object.assign(self, { codes });
        addEventListener('offset-error', ({ code }) => codes.push(code));
      });
      await page.goto(running.origin);
      await page.waitForFunction(() => (self as unknown as { codes: string[] }).codes.length === 1);
      const message = page.locator('.offer [role=status]');
      assert.equal(await message.textContent(), '');
      await page.getByRole('checkbox').click();
      await message.getByText('Your booking is not affected. Try again').waitFor();
      assert.equal(await page.getByRole('checkbox').isChecked(), false);
      await page.unroute(/\/cdn\/choices-/);
      await page.getByRole('checkbox').click();
      await page.getByText('Aviation fuel').waitFor();
      assert.equal(await message.textContent(), '');
    });
  } finally {
    await running.close();
  }
});
