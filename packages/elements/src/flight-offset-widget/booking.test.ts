import { expect, fixture, html } from '@open-wc/testing';
import type { OffsetChange } from '../events/events.ts';
import { readyQuote } from '../testing/index.ts';
import { box, FLIGHTS, freshBackend, next, query, tick, untilLoaded, widget } from './mounted.fixture.ts';

const backend = freshBackend();

describe('checkout="booking"', () => {
  it('has no button of its own: the page has one total and one payment', async () => {
    const element = await widget(backend, 'ready', { checkout: 'booking' });
    await tick(element);
    expect(query(element, '[part=button]')).to.equal(null);
    expect(query(element, '[part=options]')).not.to.equal(null);
  });

  it('tells the page about a choice, and about its removal', async () => {
    const element = await widget(backend, 'ready', { checkout: 'booking' });
    const chosen = next(element, 'offset-change');
    await tick(element);
    const { selected, token, grams, price, project, expiresAt }: OffsetChange = await chosen;
    expect([selected, token]).to.deep.equal([true, element.value]);
    expect([grams, price]).to.deep.equal([element.option!.grams, element.option!.price]);
    expect(project!.name).to.equal('Bundled wind, Tamil Nadu');
    expect(Date.parse(expiresAt!)).to.be.greaterThan(0);
    const dropped = next(element, 'offset-change');
    await tick(element);
    expect({ ...(await dropped) }).to.include({ selected: false, option: undefined });
    expect((await dropped).token).to.equal(undefined);
  });

  it('tells the page that a renewed quote with other terms, or a reset, dropped the choice', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form><flight-offset-widget checkout="booking" name="contribution" endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget></form>`,
    );
    const element = await untilLoaded(form.querySelector('flight-offset-widget')!);
    await tick(element);
    expect(new FormData(form).get('contribution')).to.equal(element.value);
    backend.now.use({
      quote: (request) => {
        const quote = readyQuote(request);
        const options = quote.options.map((option) => ({ ...option, grams: option.grams + 1000 }));
        return { ...quote, options };
      },
    });
    const renewed = next(element, 'offset-change');
    await element.retry();
    expect((await renewed).selected).to.equal(false);
    expect(new FormData(form).get('contribution')).to.equal(null);
    await tick(element);
    const reset = next(element, 'offset-change');
    form.reset();
    expect((await reset).selected).to.equal(false);
  });

  it('begins unticked, whatever the page sets', async () => {
    const element = await widget(backend, 'ready', { checkout: 'booking', checked: true, selected: true });
    expect(box(element).checked).to.equal(false);
    expect(element.value).to.equal(null);
  });
});
