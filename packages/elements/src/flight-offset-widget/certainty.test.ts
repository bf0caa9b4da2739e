/** Texts of a card about its legs: their cities, how certain the aircraft is, and what it compares with. */
import type { Comparison, QuotedLeg, ReadyQuote } from '@flight-offset/core';
import { expect } from '@open-wc/testing';
import { readyQuote } from '../testing/index.ts';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';
import { freshBackend, query, text, tick, widget } from './mounted.fixture.ts';

const backend = freshBackend();

async function card(change: (quote: ReadyQuote) => Partial<ReadyQuote>): Promise<FlightOffsetWidget> {
  return widget(
    backend,
    {
      quote: (request) => {
        const quote = readyQuote(request);
        return { ...quote, ...change(quote) };
      },
    },
    { compact: false },
  );
}

const flownBy = (aircraft: QuotedLeg['aircraft']) =>
  card(({ legs }) => ({
    legs: legs.map(({ aircraft: _, ...leg }) => ({ ...leg, ...(aircraft && { aircraft }) })),
  }));

const comparedBy = (comparison: Partial<Comparison>) =>
  card((quote) => ({ comparison: { ...quote.comparison!, ...comparison } }));

const B77W = { icao: 'B77W', name: 'Boeing 777-300ER', body: 'wide' } as const;
const A333 = { icao: 'A333', name: 'Airbus A330-300', body: 'wide' } as const;

describe('the aircraft of a leg', () => {
  const leg = async (element: Promise<Element>) =>
    query(await element, '[part=leg]')
      .textContent!.replace(/\s+/g, ' ')
      .trim();

  it('is named with its probability if others may fly', async () => {
    const text = await leg(
      flownBy([
        { ...B77W, share: 0.84 },
        { ...A333, share: 0.16 },
      ]),
    );
    expect(text).to.contain('probably Boeing 777-300ER (84%)');
    expect(text).not.to.contain('Airbus');
  });

  it('is named alone from a probability of 95 %', async () => {
    for (const share of [1, 0.95])
      expect(await leg(flownBy([{ ...B77W, share }]))).to.match(/· Boeing 777-300ER$/);
    expect(await leg(flownBy([{ ...B77W, share: 0.94 }]))).to.contain('probably');
  });

  it('is left out if it is unknown', async () => {
    expect(await leg(flownBy(undefined))).to.match(/Dec 14, 2026$/);
  });
});

describe('the comparison', () => {
  it('is with the route if several of its airlines are compared', async () => {
    expect(text(await comparedBy({ method: 'carriers_on_route', carriers: 2 }))).to.contain(
      '11% lower than typical for this route',
    );
  });

  it('is left out if the only airline of the route would be compared with itself', async () => {
    const element = await comparedBy({ method: 'carriers_on_route', carriers: 1 });
    // Neither on the scale nor in the details, as no typical figure is shown.
    expect(text(element)).not.to.match(/typical/i);
    expect(query(element, '.usual').style.cssText).to.equal(query(element, '.here').style.cssText);
    expect(text(element)).to.contain('8 of 10 estimates');
  });

  for (const method of ['carriers_at_home', 'world_mix'] as const)
    it(`is with flights of this length if its method is ${method}`, async () => {
      // The only airline of both countries is not this flight's.
      expect(text(await comparedBy({ method, carriers: 1 }))).to.contain(
        '11% lower than typical for flights of this length',
      );
    });
});

describe('the range', () => {
  it('is stated only if the backend has one', async () => {
    const element = await card(() => ({ range: undefined }));
    expect(text(element)).to.contain('11% lower than typical for this route');
    expect(text(element)).not.to.contain('8 of 10 estimates');
  });
});

describe('the cities of a leg', () => {
  const route = async (cities: ReadyQuote['cities']) =>
    query(await card(() => (cities ? { cities } : {})), '[part=leg] b')
      .textContent!.replace(/\s+/g, ' ')
      .trim();

  it('are named as the backend does, with their airports', async () => {
    expect(await route({ ZRH: 'Zürich', SFO: 'San Francisco' })).to.equal('Zürich ZRH to San Francisco SFO');
  });

  it('keep their look when the tick loads the styles of the offer', async () => {
    const element = await card(() => ({ cities: { ZRH: 'Zürich' } }));
    const look = (): string[] => {
      const { display, fontSize } = getComputedStyle(query(element, '[part=leg] b small'));
      return [display, fontSize];
    };
    const before = look();
    await tick(element);
    expect(look()).to.deep.equal(before);
  });

  it('are codes if the backend names no cities', async () => {
    expect(await route(undefined)).to.equal('ZRH to SFO');
    expect(await route({ SFO: '<b>San Francisco</b>' })).to.equal('ZRH to <b>San Francisco</b> SFO');
  });
});
