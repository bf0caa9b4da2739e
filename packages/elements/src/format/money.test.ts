import { CURRENCIES, exponentOf } from '@flight-offset/core';
import { expect, fixture, html } from '@open-wc/testing';
import { formatPrice } from './money.ts';

describe('a price', () => {
  for (const [currency, sign] of [
    ['USD', 'US$'],
    ['GBP', 'UK£'],
  ] as const)
    it(`of ${currency} in Arabic has its letters before its sign`, async () => {
      const text = formatPrice({ amountMinor: 744, currency }, 'ar')!;
      // Browsers differ in the digits they use for Arabic.
      expect(text).to.contain(`\u00a0${sign}`);
      const { firstChild } = await fixture<HTMLElement>(html`<p dir="rtl">${text}</p>`);
      const shown = document.createTreeWalker(firstChild!.parentNode!, NodeFilter.SHOW_TEXT).nextNode()!;
      const at = shown.textContent!.indexOf(sign);
      const lefts = [...sign].map((_, index) => {
        const range = document.createRange();
        range.setStart(shown, at + index);
        range.setEnd(shown, at + index + 1);
        return range.getBoundingClientRect().left;
      });
      expect(lefts).to.deep.equal(lefts.toSorted((a, b) => a - b));
    });

  // Units of account, in which no one is charged, have four decimals.
  for (const currency of CURRENCIES.filter((one) => exponentOf(one) < 4))
    it(`of ${currency} has the decimals of ISO 4217, however many the browser uses`, () => {
      const digits = exponentOf(currency);
      const text = formatPrice({ amountMinor: 1_234_567, currency }, 'en-US')!;
      const number = (1_234_567 / 10 ** digits).toLocaleString('en-US', { minimumFractionDigits: digits });
      // A currency sign may contain a point, such as Firefox's for XCG: Cg.
      expect(/\d[\d.,]*/.exec(text)?.[0]).to.equal(number);
    });

  it('formatted by the backend stays unchanged', () =>
    expect(formatPrice({ amountMinor: 744, currency: 'USD', formatted: '7 dollars' }, 'ar')).to.equal(
      '7 dollars',
    ));
});
