import { expect } from '@open-wc/testing';
import { massFormat } from './mass.ts';

/** Writes a mass in the unit of its own size. */
const written = (grams: number): string => massFormat('en', '{n} t', grams)(grams);

describe('a mass', () => {
  it('has one decimal below ten kilograms, after rounding, and none from there', () => {
    expect([9_949, 9_950].map(written)).to.deep.equal(['9.9 kg', '10 kg']);
  });

  it('is in tonnes from ten tonnes, after rounding', () => {
    expect([9_999_499, 9_999_500].map(written)).to.deep.equal(['9,999 kg', '10 t']);
  });
});
