import type { Flight } from '@flight-offset/core';
import { expect, fixture, html } from '@open-wc/testing';
import type { BackendError } from '../backend/request.ts';
import { parseFlights } from '../flights/parse-flights.ts';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';
import {
  box,
  button,
  FLIGHTS,
  freshBackend,
  next,
  text,
  tick,
  until,
  untilLoaded,
  widget,
} from './mounted.fixture.ts';

const backend = freshBackend();

async function warnings(act: () => Promise<void>): Promise<unknown[]> {
  const real = console.warn;
  const written: unknown[] = [];
  console.warn = (...parts: unknown[]) => written.push(...parts);
  try {
    await act();
  } finally {
    console.warn = real;
  }
  return written;
}

const LEGS = `${FLIGHTS}, LX39 SFO-ZRH 2026-02-30`;

describe('input that cannot be used', () => {
  for (const [name, flights, leg] of [
    ['an attribute', LEGS, ' LX39 SFO-ZRH 2026-02-30'],
    ['a property', [...parseFlights(FLIGHTS), { origin: 'SFO' }], undefined],
  ] as const)
    it(`shows no figure and sells nothing for one invalid leg: ${name}`, async () => {
      const element = document.createElement('flight-offset-widget');
      element.endpoint = '/offset';
      if (typeof flights === 'string') element.setAttribute('flights', flights);
      else element.flights = flights as unknown as Flight[];
      const failed = next(element, 'offset-error');
      const written = await warnings(async () => {
        document.body.append(element);
        await untilLoaded(element);
      });
      const { code, error } = await failed;
      expect(element.state).to.equal('unavailable');
      expect(text(element)).to.contain('No estimate for this itinerary.');
      expect(button(element)).to.equal(null);
      expect(backend.now.calls).to.deep.equal([]);
      expect(code).to.equal('bad_request');
      expect((error as BackendError).leg).to.deep.equal(leg ?? { origin: 'SFO' });
      expect((error as BackendError).field).to.equal('flights[1]');
      expect(written).to.deep.equal([error]);
      element.remove();
    });

  it('names the leg of a list that is missing', async () => {
    const element = document.createElement('flight-offset-widget');
    Object.assign(element, { endpoint: '/offset', flights: [...parseFlights(FLIGHTS), null] });
    const failed = next(element, 'offset-error');
    await warnings(async () => {
      document.body.append(element);
      await untilLoaded(element);
    });
    const { code, error } = await failed;
    expect([code, (error as BackendError).field]).to.deep.equal(['bad_request', 'flights[1]']);
    expect(element.state).to.equal('unavailable');
    element.remove();
  });

  it('unticks the box when a leg becomes invalid, and recovers when it is corrected', async () => {
    const element = await widget(backend);
    await tick(element);
    const dropped = next(element, 'offset-change');
    await warnings(async () => {
      element.setAttribute('flights', 'LX38');
      expect((await dropped).option).to.equal(undefined);
      await until(() => element.state === 'unavailable');
    });
    expect(element.value).to.equal(null);
    element.setAttribute('flights', FLIGHTS);
    await until(() => element.state === 'ready');
    await element.updateComplete;
    expect(box(element).checked).to.equal(false);
  });

  for (const code of ['bad_request', 'forbidden', 'not_found'] as const)
    it(`offers no retry to the traveller: ${code} of the backend`, async () => {
      const { SCENARIOS } = await import('../testing/index.ts');
      const written = await warnings(async () => {
        const element = await widget(backend, { ...SCENARIOS.ready, quoteError: code }, { passengers: 0 });
        expect(element.state).to.equal('unavailable');
        expect(button(element)).to.equal(null);
      });
      expect(written.length).to.be.above(0);
    });

  it('writes no warning for valid input', async () => {
    for (const scenario of ['ready', 'failed', 'offline', 'unavailable'] as const)
      expect(await warnings(async () => void (await widget(backend, scenario)))).to.deep.equal([]);
  });
});

describe('text in properties', () => {
  it('reads flights and passengers from text properties, as from attributes', async () => {
    const element = await fixture<FlightOffsetWidget>(
      html`<flight-offset-widget .endpoint=${'/offset'} .flights=${FLIGHTS} .passengers=${'2' as never}></flight-offset-widget>`,
    );
    await untilLoaded(element);
    expect(text(element)).to.contain('1,146 kg CO₂e total 2 × 573 kg');
    expect(backend.now.calls[0]!.body).to.deep.include({ passengers: 2, flights: parseFlights(FLIGHTS) });
  });

  it('requests nothing for text without flights', async () => {
    const element = await fixture<FlightOffsetWidget>(
      html`<flight-offset-widget endpoint="/offset" flights=" "></flight-offset-widget>`,
    );
    await element.updateComplete;
    expect(element.state).to.equal('idle');
    expect(backend.now.calls).to.deep.equal([]);
  });
});
