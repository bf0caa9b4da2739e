import assert from 'node:assert/strict';
import test from 'node:test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { bundle } from '../scripts/bundler.ts';
import { formatFlights } from '../src/flights/format-flights.ts';
import { skeleton } from '../src/skeleton/skeleton.ts';
import { readyQuote } from '../src/testing/index.ts';
import { site } from './site.ts';
import { visitor } from './visitor.ts';

const visit = visitor();

const flight = (origin: string, destination: string, day: number) => ({
  origin,
  destination,
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day },
});

const SKELETON = await skeleton('en');

const page = (day: number) =>
  createElement('flight-offset-widget', {
    endpoint: '/offset',
    flights: formatFlights([flight('ZRH', 'SFO', day)]),
    passengers: 2,
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is the package's own.
    dangerouslySetInnerHTML: { __html: SKELETON },
  });

/** Script of the page: hydrates the server's HTML; `render` is an update of the client. */
const CLIENT = `
  import { createElement } from 'react';
  import { hydrateRoot } from 'react-dom/client';
  import './src/define/flight-offset-widget.ts';
  import { formatFlights } from './src/flights/format-flights.ts';
  const SKELETON = ${JSON.stringify(SKELETON)};
  const flight = ${flight};
  const page = ${page};
  const options = { onRecoverableError: (error) => { throw error; } };
  const root = hydrateRoot(document.getElementById('root'), page(14), options);
  self.render = (day) => root.render(page(day));`;

/** Serves a server's HTML with the script that hydrates it. */
function serve(markup: string, code: string): ReturnType<typeof site> {
  return site({
    files: {
      '/': `<!doctype html><html lang="en"><title>x</title><div id="root">${markup}</div><script type="module" src="/page.js"></script>`,
      '/page.js': code,
    },
  });
}

test('the plain element in React keeps flights and skeleton of the server through hydration and an update', async () => {
  const markup = renderToString(page(14));
  assert.match(markup, /flights="LX38 ZRH-SFO 2026-12-14"/);
  assert.match(markup, />Estimating emissions…</);
  const code = await bundle(`globalThis.process = { env: { NODE_ENV: 'production' } };${CLIENT}`);
  const running = await serve(markup, code);
  try {
    await visit(async (browser) => {
      await browser.goto(running.origin);
      await browser.getByText('2 × 573 kg').waitFor();
      await browser.getByText('Dec 14, 2026').waitFor();
      assert.equal(
        await browser.locator('.offset-skeleton').count(),
        1,
        'React keeps what the server rendered',
      );
      assert.equal(await browser.locator('.offset-skeleton').isVisible(), false);
      await browser.evaluate('render(21)');
      await browser.getByText('Dec 21, 2026').waitFor();
      await browser.getByText('2 × 573 kg').waitFor();
    });
  } finally {
    await running.close();
  }
});

/** A page with the component, which records its events. */
const COMPONENTS = `
  import { createElement, useState } from 'react';
  import { hydrateRoot } from 'react-dom/client';
  import { FlightOffsetWidget } from './src/react/index.ts';
  const seen = (self.seen = []);
  const record = (name) => () => seen.push(name);
  const Page = () => {
    const [passengers, setPassengers] = useState(2);
    const [, setChosen] = useState();
    self.setPassengers = setPassengers;
    return createElement(FlightOffsetWidget, {
      endpoint: '/offset', passengers, flights: FLIGHTS, quote: passengers === 2 ? QUOTE : undefined,
      onOffsetQuote: record('quote'), onOffsetView: record('view'), onOffsetChange: ({ option }) => {
        seen.push('change');
        setChosen(option);
      },
    });
  };
  hydrateRoot(document.getElementById('root'), createElement(Page));`;

const trip = [flight('ZRH', 'SFO', 14)];

for (const [name, flights] of [
  ['objects', trip],
  ['text', formatFlights(trip)],
] as const)
  test(`the component in React hydrates with ${name}, and receives every event`, async () => {
    const quote = readyQuote({ flights: trip, passengers: 2 });
    const { FlightOffsetWidget } = await import('../src/react/index.ts');
    const markup = renderToString(createElement(FlightOffsetWidget, { endpoint: '/offset', flights, quote }));
    const code = await bundle(
      `globalThis.process = { env: { NODE_ENV: 'production' } };
       globalThis.FLIGHTS = ${JSON.stringify(flights)}; globalThis.QUOTE = ${JSON.stringify(quote)};${COMPONENTS}`,
    );
    const running = await serve(markup, code);
    try {
      await visit(async (browser) => {
        await browser.goto(running.origin);
        await browser.getByText('2 × 573 kg').waitFor();
        await browser.waitForFunction('seen.includes("view")');
        assert.deepEqual(running.backend.calls, [], 'the quote of the server is shown, none is requested');
        await browser.getByRole('checkbox').click();
        await browser.waitForFunction('seen.includes("change")');
        await browser.getByRole('button', { name: /^Pay / }).waitFor();
        assert.equal(
          await browser.getByRole('checkbox').isChecked(),
          true,
          'a rendering leaves the choice alone',
        );
        await browser.evaluate('setPassengers(3)');
        await browser.getByText('3 × 573 kg').waitFor();
        assert.deepEqual(await browser.evaluate('[...new Set(seen)].sort()'), ['change', 'quote', 'view']);
      });
    } finally {
      await running.close();
    }
  });
