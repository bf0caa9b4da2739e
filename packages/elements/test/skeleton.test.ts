import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { LANGUAGES, ROOT } from '../scripts/bundler.ts';
import { skeleton } from '../src/skeleton/skeleton.ts';
import { holdBack, site } from './site.ts';
import { visitor } from './visitor.ts';

const visit = visitor();

test('the skeleton is in the language of the page, or in English without texts for it', async () => {
  const english = await skeleton();
  assert.match(english, /lang="en".*Estimating emissions…/);
  assert.equal(await skeleton('tlh'), english);
  for (const locale of ['de-CH', 'de_DE', 'DE'])
    assert.match(await skeleton(locale), /lang="de".*Emissionen/, locale);
  const all = await Promise.all(['en', ...LANGUAGES].map((language) => skeleton(language)));
  assert.equal(new Set(all).size, LANGUAGES.length + 1);
});

for (const [width, lang] of [
  [320, 'en'],
  [440, 'en'],
  [900, 'de'],
] as const)
  test(`the skeleton stays until the card is drawn in its place, ${width} px wide, ${lang}`, async () => {
    const running = await site({
      files: {
        '/': `<!doctype html><html lang="${lang}"><head><title>x</title>
          <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/reserve.css">
          <script type="module" src="/cdn/flight-offset-widget.js"></script></head>
          <body><flight-offset-widget endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14">${await skeleton(lang)}</flight-offset-widget><p>Below</p></body></html>`,
        '/reserve.css': readFileSync(`${ROOT}src/cdn/reserve.css`, 'utf8'),
      },
    });
    running.backend.use('neverResponds');
    try {
      await visit(async (page) => {
        await page.setViewportSize({ width, height: 1200 });
        // English waits for the script; another language for its texts, after the element is defined.
        const release = await holdBack(page, lang === 'en' ? '**/flight-offset-widget.js' : '**/locales/*');
        await page.goto(running.origin, { waitUntil: 'commit' });
        const drawn = page.locator('.offset-skeleton');
        await drawn.waitFor();
        await page.waitForFunction('document.styleSheets.length');
        if (lang !== 'en')
          await page.waitForFunction('document.querySelector("flight-offset-widget").shadowRoot');
        const before = (await drawn.boundingBox())!;
        assert.ok(before.height > 400, `${before.height} px: the room of the card`);
        release();
        await page.locator('.card.loading').waitFor();
        assert.equal(await drawn.isVisible(), false);
        const after = (await page.locator('.card').boundingBox())!;
        assert.deepEqual(
          [after.x, after.y, after.width],
          [before.x, before.y, before.width],
          'the card is where its skeleton was',
        );
      });
    } finally {
      await running.close();
    }
  });
