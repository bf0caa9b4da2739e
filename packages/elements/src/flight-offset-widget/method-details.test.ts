/** Codes with which the backend explains an estimate, in the words of the page's language. */
import { expect, fixture, html } from '@open-wc/testing';
import { readyQuote } from '../testing/ready-quote.ts';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';
import { FLIGHTS, freshBackend, query, tick, until, untilLoaded, widget } from './mounted.fixture.ts';

const backend = freshBackend();

/** A quote with every code. */
const CODED = {
  quote: (request: Parameters<typeof readyQuote>[0]) => {
    const { range: _, ...quote } = readyQuote(request);
    return {
      ...quote,
      comparison: { ...quote.comparison!, method: 'carriers_on_route' as const, carriers: 7 },
      method: {
        code: 'travel_impact_model' as const,
        name: 'English name',
        version: '3.0.0.1',
        notes: [
          { code: 'average_of_cabins' as const },
          { code: 'ground_handling' as const, gramsPerPassenger: 3420, airportVisits: 2 },
          { code: 'other_methods' as const, methods: [{ name: 'EU Flight Emissions Label', version: '1' }] },
        ],
      },
    };
  },
};

async function linesOf(element: FlightOffsetWidget): Promise<string[]> {
  query(element, 'summary').click();
  await until(() => query(element, '[part=how] p'), 'the details are shown');
  return [...element.shadowRoot!.querySelectorAll('[part=how] p')].map((line) =>
    line.textContent!.replace(/\s+/g, ' ').trim(),
  );
}

describe('the details of the method', () => {
  it('state in English the codes of the backend', async () => {
    expect(await linesOf(await widget(backend, CODED))).to.deep.equal([
      'From fuel production to flight',
      'Travel Impact Model 3.0 method, open data 3.0.0.1',
      'Average over all cabins',
      'Includes ground handling: 3.4 kg per passenger',
      'Some flights: EU Flight Emissions Label 1',
      'Typical: median of the airlines on this route (7)',
    ]);
  });

  it('state the codes in the language of the page', async () => {
    backend.now.use(CODED);
    const element = await untilLoaded(
      await fixture<FlightOffsetWidget>(
        html`<flight-offset-widget lang="de" endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget>`,
      ),
    );
    expect(await linesOf(element)).to.deep.equal([
      'Von der Kraftstoffherstellung bis zum Flug',
      'Methode des Travel Impact Model 3.0, offene Daten 3.0.0.1',
      'Durchschnitt aller Reiseklassen',
      'Mit Bodenabfertigung: 3,4 kg pro Person',
      'Einige Flüge: EU Flight Emissions Label 1',
      'Üblich: Median der Fluggesellschaften dieser Strecke (7)',
    ]);
  });

  it("keep the direction of the merchant's own sentence", async () => {
    const element = await widget(backend, 'ready', { locale: 'ar' });
    await linesOf(element);
    const note = [...element.shadowRoot!.querySelectorAll<HTMLElement>('[part=how] bdi')].find((one) =>
      one.textContent!.startsWith('Fuel by distance'),
    );
    expect(getComputedStyle(note!).direction).to.equal('ltr');
  });

  it('write every number of the card in the digits of the locale, except in names', async () => {
    const element = await widget(backend, CODED, { locale: 'ar-EG', passengers: 2 });
    await until(
      () => element.shadowRoot!.querySelector('[lang="ar-EG"] [part=leg]'),
      'the flights are shown',
    );
    await tick(element);
    // Flight numbers, methods and projects are names.
    const named = 'style, bdi:not([part=price], small > bdi), a';
    const card = query(element, '.card').cloneNode(true) as HTMLElement;
    for (const name of card.querySelectorAll(named)) name.remove();
    expect(card.textContent).to.match(/[٠-٩]/);
    expect(card.textContent!.replace(/CO₂e/g, '').match(/[0-9][^٠-٩]*/g)).to.equal(null);
  });

  it("use the page's messages, and state the merchant's method unchanged", async () => {
    const own = {
      quote: (request: Parameters<typeof readyQuote>[0]) => ({
        ...CODED.quote(request),
        method: { name: 'Our method', note: 'In our own words.' },
      }),
    };
    const messages = { carriers_on_route: 'Compared with the other airlines' };
    expect(await linesOf(await widget(backend, own, { messages }))).to.deep.equal([
      'From fuel production to flight',
      'Our method',
      'In our own words.',
      'Compared with the other airlines (7)',
    ]);
  });
});
