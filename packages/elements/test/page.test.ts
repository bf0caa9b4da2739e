import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import test from 'node:test';
import { ROOT, split } from '../scripts/bundler.ts';
import type { FlightOffsetWidget } from '../src/index.ts';
import { site } from './site.ts';
import { visitor } from './visitor.ts';

const visit = visitor();

const WIDGET =
  '<flight-offset-widget endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14"></flight-offset-widget>';

const html = (
  body: string,
  head = '<script type="module" src="/cdn/flight-offset-widget.js"></script>',
  lang = 'en',
) => `<!doctype html><html lang="${lang}"><head><title>x</title>${head}</head><body>${body}</body></html>`;

test('works under a strict content security policy and trusted types, with a locale file', async () => {
  const page = html(
    WIDGET,
    '<script src="/watch.js"></script><script type="module" src="/cdn/flight-offset-widget.js"></script>',
    'de',
  );
  const running = await site({
    files: {
      '/': page,
      '/watch.js': `self.violations = [];
        addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.sourceFile));`,
    },
    headers: {
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html",
    },
  });
  try {
    await visit(async (page) => {
      await page.goto(running.origin);
      await page.getByText('Geschätzte Emissionen, Economy').waitFor();
      await page.getByRole('checkbox').click();
      await page.getByRole('button', { name: /bezahlen$/ }).waitFor();
      const card = page.locator('.card');
      assert.equal(await card.evaluate((element) => getComputedStyle(element).borderRadius), '14px');
      assert.deepEqual(await page.evaluate('violations'), []);
    });
  } finally {
    await running.close();
  }
});

test('two files on one page share one policy of trusted types', async () => {
  const running = await site({
    files: {
      '/': html(
        `${WIDGET}<flight-emissions endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14"></flight-emissions>`,
        `<script type="module" src="/cdn/flight-offset-widget.js"></script>
         <script type="module" src="/cdn/flight-emissions.js"></script>`,
      ),
    },
    headers: {
      'content-security-policy':
        "script-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html",
    },
  });
  try {
    await visit(async (page) => {
      await page.goto(running.origin);
      await page.locator('flight-emissions').getByText('573 kg').waitFor();
      await page.locator('flight-offset-widget').getByText('573 kg').first().waitFor();
    });
  } finally {
    await running.close();
  }
});

test('a page in a frame opens the payment page in the top window', async () => {
  const files: Record<string, string> = {
    '/frame': html(`${WIDGET}<script>
      addEventListener('offset-redirect', (event) => {
        event.preventDefault();
        open(event.url, '_top');
      });
    </script>`),
  };
  const running = await site({ files });
  // Of another origin, as a booking engine embedded in an airline's page.
  files['/'] =
    `<iframe src="${running.origin.replace('127.0.0.1', 'localhost')}/frame" height="800"></iframe>`;
  try {
    await visit(async (page) => {
      await page.route('https://pay.example/**', (route) =>
        route.fulfill({ headers: { 'content-security-policy': "frame-ancestors 'none'" }, body: 'Payment' }),
      );
      await page.goto(running.origin);
      const inside = page.frameLocator('iframe');
      await inside.getByRole('checkbox').click();
      await inside.getByRole('button', { name: /^Pay / }).click();
      await page.waitForURL('https://pay.example/**');
      await page.getByText('Payment').waitFor();
    });
  } finally {
    await running.close();
  }
});

test('the widget is in English if its locale file fails to load', async () => {
  const running = await site({
    files: { '/': html(WIDGET, undefined, 'ja'), '/cdn/locales/widget-ja.js': 'throw 1' },
  });
  try {
    await visit(async (page) => {
      await page.goto(running.origin);
      await page.getByText('Estimated emissions, economy').waitFor();
    });
  } finally {
    await running.close();
  }
});

for (const [width, scenario, lang] of [
  [360, 'ready', 'en'],
  [440, 'ready', 'en'],
  [900, 'ready', 'en'],
  [440, 'contrails', 'en'],
  [900, 'contrails', 'en'],
  [320, 'ready', 'en'],
  [320, 'ready', 'de'],
  [320, 'ready', 'fr'],
  [320, 'ready', 'es'],
  [320, 'ready', 'hi'],
  [320, 'ready', 'ar'],
  [320, 'ready', 'ja'],
  [440, 'ready', 'de'],
] as const)
  test(`has no layout shift from an empty page to the offer, ${width} px wide, ${scenario}, ${lang}`, async () => {
    const running = await site({
      files: {
        '/': html(
          `${WIDGET}<p>Below</p>`,
          `<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/reserve.css">
           <script type="module" src="/cdn/flight-offset-widget.js"></script>`,
          lang,
        ),
        '/reserve.css': readFileSync(`${ROOT}src/cdn/reserve.css`, 'utf8'),
      },
      delays: { '/cdn/flight-offset-widget.js': 250, '/offset/quote': 250 },
    });
    running.backend.use(scenario);
    try {
      await visit(async (page) => {
        await page.setViewportSize({ width, height: 1200 });
        await page.addInitScript(() => {
          const held = self as unknown as { shift: number };
          held.shift = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              held.shift += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(running.origin);
        await page.locator('.card.ready').waitFor();
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
        );
        assert.equal(await page.evaluate('shift'), 0);
      });
    } finally {
      await running.close();
    }
  });

test('reserves no room if there is no estimate', async () => {
  const running = await site({
    files: {
      '/': html(
        WIDGET,
        `<link rel="stylesheet" href="/reserve.css"><script type="module" src="/cdn/flight-offset-widget.js"></script>`,
      ),
      '/reserve.css': readFileSync(`${ROOT}src/cdn/reserve.css`, 'utf8'),
    },
  });
  running.backend.use('unavailable');
  try {
    await visit(async (page) => {
      await page.goto(running.origin);
      await page.locator('.card.unavailable').waitFor();
      const { height } = (await page.locator('flight-offset-widget').boundingBox())!;
      assert.ok(height < 150, `${height} px`);
    });
  } finally {
    await running.close();
  }
});

test('a hidden widget stays hidden and takes no room', async () => {
  const running = await site({
    files: {
      '/': html(
        WIDGET.replace(' ', ' hidden '),
        `<link rel="stylesheet" href="/reserve.css"><script type="module" src="/cdn/flight-offset-widget.js"></script>`,
      ),
      '/reserve.css': readFileSync(`${ROOT}src/cdn/reserve.css`, 'utf8'),
    },
  });
  try {
    await visit(async (page) => {
      await page.goto(running.origin);
      const widget = page.locator('flight-offset-widget');
      assert.equal(await widget.boundingBox(), null, 'before the script');
      await page.locator('.card.ready').waitFor({ state: 'attached' });
      assert.equal(await widget.boundingBox(), null, 'after it');
    });
  } finally {
    await running.close();
  }
});

test('works beside a library that replaces globals which Lit needs, loaded after it', async () => {
  const running = await site({
    files: {
      '/': html(
        WIDGET,
        '<script type="module" src="/cdn/flight-offset-widget.js"></script><script defer src="/moo.js"></script>',
      ),
      // As MooTools does; code that loads later finds it replaced.
      '/moo.js': 'document.title = "replaced"; Document = Event = function () {};',
    },
  });
  try {
    await visit(async (page) => {
      await page.goto(running.origin);
      await page.getByText('573 kg').first().waitFor();
      await page.getByRole('checkbox').click();
      await page.getByRole('button', { name: /^Pay/ }).waitFor();
      assert.equal(await page.title(), 'replaced');
    });
  } finally {
    await running.close();
  }
});

test('works on a page that makes every shadow root closed, such as to isolate its components', async () => {
  const running = await site({
    files: {
      '/': html(
        WIDGET,
        '<script src="/closed.js"></script><script type="module" src="/cdn/flight-offset-widget.js"></script>',
      ),
      '/closed.js': `const { attachShadow } = Element.prototype;
        Element.prototype.attachShadow = function (options) {
          return (self.root = attachShadow.call(this, { ...options, mode: 'closed' }));
        };
        self.failures = [];
        addEventListener('unhandledrejection', ({ reason }) => failures.push(String(reason)));`,
    },
  });
  try {
    await visit(async (page) => {
      await page.goto(running.origin);
      await page.waitForFunction('failures[0] || self.root?.querySelector("input:enabled")');
      assert.deepEqual(await page.evaluate('[root.mode, ...failures]'), ['closed']);
      await page.evaluate('root.querySelector("input").click()');
      await page.waitForFunction('failures[0] || root.querySelector(".offer button")');
      assert.deepEqual(await page.evaluate('failures'), []);
    });
  } finally {
    await running.close();
  }
});

test('keeps its colours on a page that registers custom properties with common names', async () => {
  const running = await site({
    files: {
      '/': html(
        WIDGET,
        '<link rel="stylesheet" href="/page.css"><script type="module" src="/cdn/flight-offset-widget.js"></script>',
      ),
      '/page.css': `@property --accent { syntax: '<color>'; inherits: false; initial-value: transparent; }
        @property --line { syntax: '<length>'; inherits: true; initial-value: 1px; }`,
    },
  });
  try {
    await visit(async (page) => {
      await page.goto(running.origin);
      await page.getByRole('checkbox').click();
      const button = page.getByRole('button', { name: /^Pay/ });
      await button.waitFor();
      const colours = await button.evaluate((element) => [
        getComputedStyle(element).backgroundColor,
        getComputedStyle(element.firstElementChild!).color,
      ]);
      assert.deepEqual(colours, ['oklch(0.45 0.2 266)', 'oklch(1 0 266)']);
      const card = page.locator('.card');
      assert.equal(await card.evaluate((element) => getComputedStyle(element).borderTopStyle), 'solid');
    });
  } finally {
    await running.close();
  }
});

test('the lazy loader loads an element near the viewport, and not before', async () => {
  const running = await site({
    files: {
      '/': html(
        `<p id="tall"></p>${WIDGET}`,
        '<link rel="stylesheet" href="/tall.css"><script type="module" src="/cdn/loader.js"></script>',
      ),
      '/tall.css': '#tall { height: 4000px }',
    },
  });
  try {
    await visit(async (page) => {
      const requested: string[] = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      await page.goto(running.origin, { waitUntil: 'networkidle' });
      assert.equal(requested.includes('/cdn/flight-offset-widget.js'), false);
      await page.mouse.wheel(0, 4000);
      await page.getByText('573 kg').first().waitFor();
    });
  } finally {
    await running.close();
  }
});

test('the lazy loader requests an element again that failed to load', async () => {
  const running = await site({
    files: { '/': html(WIDGET, '<script type="module" src="/cdn/loader.js"></script>') },
  });
  try {
    await visit(async (page) => {
      await page.route('**/cdn/flight-offset-widget.js', (route) => route.abort(), { times: 1 });
      await page.goto(running.origin);
      await page.getByText('573 kg').first().waitFor();
    });
  } finally {
    await running.close();
  }
});

test('a double click creates one order and redirects to payment; the back button returns to an unticked box', async () => {
  const running = await site({ files: { '/': html(WIDGET), '/pay': html('<h1>Payment</h1>', '') } });
  try {
    await visit(async (page) => {
      const { SCENARIOS } = await import('../src/testing/index.ts');
      running.backend.use({
        quote: (request) =>
          ({ ...SCENARIOS.ready.quote(request), paymentOrigins: [running.origin] }) as never,
        paymentUrl: `${running.origin}/pay?{id}`,
      });
      await page.goto(running.origin);
      await page.getByRole('checkbox').click();
      await page.getByRole('button', { name: /^Pay / }).dblclick();
      await page.getByRole('heading', { name: 'Payment' }).waitFor();
      assert.equal(running.backend.calls.filter(({ path }) => path === 'orders').length, 1);
      await page.goBack();
      await page.getByRole('checkbox').waitFor();
      assert.equal(await page.getByRole('checkbox').isChecked(), false);
    });
  } finally {
    await running.close();
  }
});

test('details that fail to load leave the compact card, and opening its disclosure loads them again', async () => {
  const running = await site({ files: { '/': html(WIDGET) } });
  try {
    await visit(async (page) => {
      await page.setViewportSize({ width: 700, height: 900 });
      await page.route(/\/details-/, (route) => route.abort());
      await page.addInitScript(() => {
        Object.assign(self, { failures: 0 });
        addEventListener('offset-error', () => (self as unknown as { failures: number }).failures++);
      });
      await page.goto(running.origin);
      await page.waitForFunction('failures === 1');
      const summary = page.getByText('Details', { exact: true });
      await summary.click();
      await page.waitForFunction('failures === 2');
      assert.equal(await page.locator('details').getAttribute('open'), null);
      assert.equal(await page.locator('[part=leg]').count(), 0);
      await page.unroute(/\/details-/);
      await summary.click();
      await page.locator('[part=leg]').waitFor();
      await page.getByText('Travel Impact Model').waitFor();
      assert.equal(await page.evaluate('failures'), 2);
    });
  } finally {
    await running.close();
  }
});

test('a page that did not navigate can be used again after ten seconds, and a reset choice stays unticked', async () => {
  const running = await site({ files: { '/': html(WIDGET) } });
  try {
    await visit(async (page) => {
      // The browser stays on the page, as if the traveller stopped the navigation.
      await page.route('https://pay.example/**', (route) => route.fulfill({ status: 204 }));
      await page.clock.install();
      await page.goto(running.origin);
      const box = page.getByRole('checkbox');
      const pay = page.getByRole('button', { name: /^Pay / });
      const opening = page.getByRole('button', { name: 'Opening the payment page…' });
      await box.click();
      await pay.click();
      await opening.waitFor();
      await page.clock.runFor(11_000);
      await pay.click();
      await opening.waitFor();
      assert.deepEqual(
        running.backend.calls.map(({ path }) => path),
        ['quote', 'orders'],
      );
      await page.locator('flight-offset-widget').evaluate((element: FlightOffsetWidget) => element.reset());
      await page.clock.runFor(11_000);
      assert.equal(await box.isChecked(), false);
    });
  } finally {
    await running.close();
  }
});

test('controls load with the tick and the order code with the press; after a failure the next tick retries', async () => {
  const pieces = await split(`import './src/define/flight-offset-widget.ts';`);
  const { name: entry } = pieces.find((piece) => piece.entry)!;
  const { name: later } = pieces.find(({ name }) => name.startsWith('checkout'))!;
  const running = await site({
    files: {
      '/': html(WIDGET, `<script type="module" src="/${entry}"></script>`),
      ...Object.fromEntries(pieces.map(({ name, code }) => [`/${name}`, code])),
    },
  });
  try {
    await visit(async (page) => {
      const requested: string[] = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      await page.addInitScript(() => {
        const events: unknown[] = [];
        Object.assign(self, { events });
        document.addEventListener('offset-change', ({ option }) => events.push(option?.fraction ?? 'none'));
        document.addEventListener('offset-error', ({ code }) => events.push(code));
        addEventListener('offset-redirect', (event) => {
          event.preventDefault();
          events.push('redirect');
        });
      });
      await page.goto(running.origin);
      const box = page.getByRole('checkbox');
      await box.waitFor();
      assert.equal(requested.includes(`/${later}`), false);

      await page.context().setOffline(true);
      await box.click();
      await page
        .locator('.offer [role=status]')
        .getByText('Your booking is not affected. Try again')
        .waitFor();
      assert.equal(await box.isChecked(), false);
      assert.equal(await page.getByRole('button').count(), 0);
      assert.equal(await page.getByText('₹687.03').isVisible(), true);
      assert.deepEqual(await page.evaluate('events'), [1, 'none', 'internal']);

      await page.context().setOffline(false);
      await box.click();
      const pay = page.getByRole('button', { name: /^Pay / });
      await pay.waitFor();
      await page.context().setOffline(true);
      await pay.click();
      await page
        .locator('.offer [role=status]')
        .getByText('Your booking is not affected. Try again')
        .waitFor();
      assert.equal(await box.isChecked(), false);
      assert.deepEqual((await page.evaluate<unknown[]>('events')).slice(3), [1, 'none', 'internal']);

      await page.context().setOffline(false);
      await box.click();
      await pay.click();
      await page.waitForFunction(() =>
        (self as unknown as { events: unknown[] }).events.includes('redirect'),
      );
      assert.equal(await page.getByText('not affected. Try again').count(), 0);
      assert.deepEqual(
        running.backend.calls.map(({ path }) => path),
        ['quote', 'orders'],
      );
    });
  } finally {
    await running.close();
  }
});

test('the test site survives an aborted request', async () => {
  const running = await site({ files: { '/': html('') } });
  try {
    const socket = connect(Number(new URL(running.origin).port), '127.0.0.1');
    socket.write('POST /offset/quote HTTP/1.1\r\nhost: site\r\ncontent-length: 100\r\n\r\n{');
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal((await fetch(running.origin)).status, 200);
  } finally {
    await running.close();
  }
});
