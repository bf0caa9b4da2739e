import type { ReadyQuote } from '@flight-offset/core';
import { expect } from '@open-wc/testing';
import { readyQuote } from '../testing/index.ts';
import { freshBackend, query, text, widget } from './mounted.fixture.ts';

const backend = freshBackend();

/** Returns the kilograms in a text: `1,146 kg` are 1146. */
const kilograms = (words: string): number => {
  const [, number, unit] = /([\d.,]+) (kg|t)\b/.exec(words)!;
  return Number(number!.replace(',', '')) * (unit === 't' ? 1000 : 1);
};

describe('figures on one card', () => {
  for (const passengers of [1, 2, 3, 9])
    for (const grams of [
      [109_400],
      [54_700, 54_700],
      [33_333, 33_333, 33_333],
      [4_660, 4_660],
      [499_500, 500_400],
      [612_345, 5_432, 777_777],
    ])
      it(`add up as they are shown: ${passengers} × ${grams.join(' + ')} g`, async () => {
        const flights = grams.map(() => 'LX38 ZRH-SFO 2026-12-14').join(',');
        const gramsPerPassenger = grams.reduce((sum, leg) => sum + leg);
        const element = await widget(
          backend,
          {
            quote: (request): ReadyQuote => {
              const quote = readyQuote(request);
              const legs = quote.legs.map((leg, index) => ({ ...leg, gramsPerPassenger: grams[index]! }));
              return { ...quote, legs, gramsPerPassenger, gramsTotal: gramsPerPassenger * passengers };
            },
          },
          { flights, passengers },
        );
        const total = kilograms(query(element, '[part=figure]').textContent!);
        const each = passengers === 1 ? total : kilograms(/\d × ([\d.,]+ (kg|t))/.exec(text(element))![1]!);
        const legs = [...element.shadowRoot!.querySelectorAll('[part=leg] .skeleton:not(.note)')].map((leg) =>
          kilograms(leg.textContent!),
        );
        expect(legs).to.have.length(grams.length);
        expect(each * passengers).to.be.closeTo(total, 1e-6);
        expect(legs.reduce((sum, leg) => sum + leg)).to.be.closeTo(each, 1e-6);
        expect(each).to.be.closeTo(gramsPerPassenger / 1000, 0.5);
      });
});
