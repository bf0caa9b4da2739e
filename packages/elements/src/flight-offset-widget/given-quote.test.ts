import type { ReadyQuote } from '@flight-offset/core';
import { expect, fixture, html } from '@open-wc/testing';
import { readyQuote } from '../testing/index.ts';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';
import {
  box,
  FLIGHTS,
  freshBackend,
  next,
  query,
  text,
  tick,
  until,
  untilLoaded,
} from './mounted.fixture.ts';

const flight = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};

/** A quote that the page received from its server. */
const given = (more: Partial<ReadyQuote> = {}): ReadyQuote => ({
  ...readyQuote({ flights: [flight], cabin: 'business', passengers: 2 }),
  ...more,
});

describe('flight-offset-widget with a given quote', () => {
  const backend = freshBackend();
  const bodies = () => backend.now.calls.map(({ path, body }) => ({ path, ...(body as object) }));

  async function widget(more: object): Promise<FlightOffsetWidget> {
    const element: FlightOffsetWidget = await fixture(
      html`<flight-offset-widget endpoint="/offset"></flight-offset-widget>`,
    );
    Object.assign(element, more);
    return untilLoaded(element);
  }

  it('shows it and requests nothing', async () => {
    const quote = given();
    let fired = 0;
    document.addEventListener('offset-quote', () => fired++, { once: true });
    const element = await widget({ quote });
    expect(element.quote).to.equal(quote);
    expect(text(element)).to.contain('2 × 2,292 kg');
    expect(text(element)).to.contain('business');
    expect(backend.now.calls).to.deep.equal([]);
    expect(fired, 'no event for what the page did itself').to.equal(0);
  });

  it('reads it from the attribute, with or without flights', async () => {
    const quote = JSON.stringify(given());
    for (const flights of ['', FLIGHTS]) {
      const element = await untilLoaded(
        await fixture(
          html`<flight-offset-widget endpoint="/offset" flights=${flights} quote=${quote}></flight-offset-widget>`,
        ),
      );
      expect(text(element)).to.contain('2 × 2,292 kg');
    }
    expect(backend.now.calls).to.deep.equal([]);
  });

  it('keeps it if the page calls retry() right after setting it', async () => {
    const quote = given();
    const element: FlightOffsetWidget = await fixture(
      html`<flight-offset-widget endpoint="/offset"></flight-offset-widget>`,
    );
    element.flights = [flight];
    element.quote = quote;
    await element.retry();
    expect((await untilLoaded(element)).quote).to.equal(quote);
    expect(backend.now.calls).to.deep.equal([]);
  });

  it('keeps its card and the focus inside when the page sets another one', async () => {
    const element = await widget({ quote: given() });
    const card = query(element, '.card');
    const summary = query(element, 'summary');
    summary.focus();
    element.quote = readyQuote({ flights: [flight], passengers: 3 });
    await until(() => text(element).includes('3 × 573 kg'));
    expect(query(element, '.card')).to.equal(card);
    expect(element.shadowRoot!.activeElement).to.equal(summary);
    expect(backend.now.calls).to.deep.equal([]);
  });

  it('shows that there is no estimate', async () => {
    const element = await widget({ quote: { status: 'unavailable', reasons: [] } });
    expect(element.state).to.equal('unavailable');
    expect(backend.now.calls).to.deep.equal([]);
  });

  it('shows a quote that the page sets later', async () => {
    const element: FlightOffsetWidget = await fixture(
      html`<flight-offset-widget endpoint="/offset"></flight-offset-widget>`,
    );
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    element.quote = given();
    await untilLoaded(element);
    expect(text(element)).to.contain('2 × 2,292 kg');
    expect(backend.now.calls).to.deep.equal([]);
  });

  it('requests a quote when its flights or travellers change', async () => {
    const element = await widget({ quote: given() });
    element.passengers = 3;
    await untilLoaded(element);
    await until(() => text(element).includes('3 × 2,292 kg'));
    expect(bodies()).to.deep.equal([
      { path: 'quote', cabin: 'business', passengers: 3, locale: 'en', flights: [flight] },
    ]);
  });

  it('requests a quote when the page removes the given one', async () => {
    const element = await widget({ quote: given(), flights: FLIGHTS });
    element.quote = undefined;
    await until(() => backend.now.calls.length === 1);
    await untilLoaded(element);
    expect(element.quote!.status).to.equal('ready');
  });

  for (const [name, again] of [
    ['the same one', (quote: ReadyQuote) => quote],
    ['an equal one', structuredClone<ReadyQuote>],
  ] as const)
    it(`keeps the tick if a rendering sets ${name} again`, async () => {
      const quote = given();
      const element = await widget({ quote });
      await tick(element);
      element.quote = again(quote);
      await element.updateComplete;
      await new Promise((resolve) => setTimeout(resolve));
      expect(element.quote).to.equal(quote);
      expect(element.offer).to.equal('selected');
    });

  const { departureDate, flightNumber, ...route } = flight;
  for (const [name, beside] of [
    ['flights as text', { flights: FLIGHTS, cabin: 'business', passengers: 2 }],
    ['keys in another order', { flights: [{ departureDate, flightNumber, ...route }], cabin: 'business' }],
    ['a number as text', { flights: [flight], passengers: '2' as never }],
    ['nothing', { flights: undefined, cabin: undefined, passengers: undefined }],
  ] as const)
    it(`keeps the tick if a rendering sets all properties again: ${name}`, async () => {
      const quote = given();
      const element = await widget({ ...beside, quote });
      const reasons: string[] = [];
      element.addEventListener('offset-change', ({ reason }) => reasons.push(reason));
      await tick(element);
      Object.assign(element, structuredClone(beside), { quote });
      await element.updateComplete;
      await new Promise((resolve) => setTimeout(resolve));
      expect([element.offer, reasons]).to.deep.equal(['selected', ['user']]);
      expect(backend.now.calls).to.deep.equal([]);
      element.passengers = 3;
      await until(() => backend.now.calls.length === 1);
      expect(bodies()[0]).to.deep.include({ cabin: 'business', passengers: 3, flights: [flight] });
    });

  it('replaces it with another quote and unticks the box', async () => {
    const element = await widget({ quote: given() });
    await tick(element);
    const changed = next(element, 'offset-change');
    element.quote = readyQuote({ flights: [flight], passengers: 5 });
    expect((await changed).reason).to.equal('renewed');
    await until(() => text(element).includes('5 × 573 kg'));
    expect(box(element).checked).to.equal(false);
    expect(backend.now.calls).to.deep.equal([]);
  });

  it('orders with its token, and renews the quote if that has expired', async () => {
    backend.now.use('expired');
    const quote = given();
    const element = await widget({
      quote: {
        ...quote,
        options: quote.options.map((option) => ({ ...option, token: `${option.token}.1` })),
      },
    });
    const redirected = next(element, 'offset-redirect');
    element.addEventListener('offset-redirect', (event) => event.preventDefault());
    await tick(element);
    backend.now.use('expired');
    query(element, '[part=button]').click();
    await until(() => bodies().length >= 2);
    expect(bodies()[0]).to.deep.include({ path: 'orders', token: 'quote.1.1' });
    expect(bodies()[1]).to.deep.include({ path: 'quote', cabin: 'business', passengers: 2 });
    await Promise.race([redirected, until(() => element.offer !== 'submitting')]);
  });

  it('reports an invalid one to the developer, and shows no estimate', async () => {
    const warned: unknown[] = [];
    const { warn } = console;
    console.warn = (error: unknown) => warned.push(error);
    try {
      for (const quote of ['{', '{"status":"ready"}', given({ options: [] }), { legs: 3 }]) {
        const element: FlightOffsetWidget = await fixture(
          html`<flight-offset-widget endpoint="/offset"></flight-offset-widget>`,
        );
        const failed = next(element, 'offset-error');
        element.quote = quote as ReadyQuote;
        const { code, error } = await failed;
        expect(code).to.equal('bad_request');
        expect(error).to.have.property('field', 'quote');
        await element.updateComplete;
        expect(element.state).to.equal('unavailable');
      }
    } finally {
      console.warn = warn;
    }
    expect(warned).to.have.length(4);
    expect(backend.now.calls).to.deep.equal([]);
  });
});

describe('flight-offset-widget with groups of travellers', () => {
  const backend = freshBackend();

  it('requests a quote for them, and another one when they change', async () => {
    const element = await untilLoaded(
      await fixture(
        html`<flight-offset-widget endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget>`,
      ),
    );
    const requested = () =>
      backend.now.calls.map(({ body }) => (body as { travellers?: unknown }).travellers);
    const couple = [{ cabin: 'business', count: 2 }] as const;
    const family = [...couple, { cabin: 'business', kind: 'infant_on_lap', count: 1 }] as const;
    element.travellers = [...couple];
    await until(() => requested().length === 2);
    element.travellers = [...family];
    await until(() => requested().length === 3);
    expect(requested()).to.deep.equal([undefined, couple, family]);
  });
});
