import assert from 'node:assert/strict';
import test from 'node:test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { bundle } from '../scripts/bundler.ts';
import { formatFlights } from '../src/flights/format-flights.ts';
import { site, visit } from './site.ts';

const flight = (origin: string, destination: string, day: number) => ({
  origin,
  destination,
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day },
});

const page = (day: number) =>
  createElement('flight-offset-widget', {
    endpoint: '/offset',
    flights: formatFlights([flight('ZRH', 'SFO', day)]),
    passengers: 2,
  });

/** What the page runs: hydrates what the server rendered; `render` is an update of the client. */
const CLIENT = `
  import { createElement } from 'react';
  import { hydrateRoot } from 'react-dom/client';
  import './src/define/flight-offset-widget.ts';
  import { formatFlights } from './src/flights/format-flights.ts';
  const flight = ${flight};
  const page = ${page};
  const root = hydrateRoot(document.getElementById('root'), page(14));
  self.render = (day) => root.render(page(day));`;

test('the plain element in React keeps its flights from the server over hydration to an update', async () => {
  const markup = renderToString(page(14));
  assert.match(markup, /flights="LX38 ZRH-SFO 2026-12-14"/);
  const code = await bundle(`globalThis.process = { env: { NODE_ENV: 'production' } };${CLIENT}`);
  const running = await site({
    files: {
      '/': `<!doctype html><html lang="en"><title>x</title><div id="root">${markup}</div><script type="module" src="/page.js"></script>`,
      '/page.js': code,
    },
  });
  try {
    await visit(async (browser) => {
      await browser.goto(running.origin);
      await browser.getByText('2 × 573 kg').waitFor();
      await browser.getByText('Dec 14, 2026').waitFor();
      await browser.evaluate('render(21)');
      await browser.getByText('Dec 21, 2026').waitFor();
      await browser.getByText('2 × 573 kg').waitFor();
    });
  } finally {
    await running.close();
  }
});
