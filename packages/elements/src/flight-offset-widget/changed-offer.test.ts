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
  widget,
} from './mounted.fixture.ts';

const backend = freshBackend();

/** Makes quotes differ from the first by `change` from now on. */
const respondWith = (change: (quote: ReadyQuote) => Partial<ReadyQuote>): void =>
  backend.now.use({
    quote: (request) => {
      const quote = readyQuote(request);
      return { ...quote, ...change(quote) };
    },
  });

const priced = (formatted: string, amountMinor: number) => (quote: ReadyQuote) => ({
  options: quote.options.map((option) => ({
    ...option,
    price: { ...option.price!, formatted, amountMinor },
  })),
});

describe('a changed offer under a ticked box', () => {
  for (const [name, change, before, after] of [
    ['price', priced('₹9,999.00', 999_900), '₹687.03', '₹9,999.00'],
    ['a price that reads the same', priced('₹687.03', 68_704), '₹687.03', '₹687.03'],
    [
      'amount',
      ({ options }: ReadyQuote) => ({ options: options.map((option) => ({ ...option, grams: 600_000 })) }),
      '573 kg',
      '600 kg',
    ],
    [
      'project',
      ({ project }: ReadyQuote) => ({ project: { ...project!, name: 'Solar, Rajasthan' } }),
      'Bundled wind, Tamil Nadu',
      'Solar, Rajasthan',
    ],
    [
      'the option is no longer offered',
      ({ options }: ReadyQuote) => ({ options: options.filter(({ fraction }) => fraction !== 1) }),
      '₹687.03',
      '₹343.51',
    ],
  ] as const)
    it(`unticks, shows the old and the new, and fires offset-change: ${name}`, async () => {
      const element = await widget(backend, 'ready', { checkout: 'form' });
      await tick(element);
      respondWith(change);
      const dropped = next(element, 'offset-change');
      await element.retry();
      expect((await dropped).option).to.equal(undefined);
      await element.updateComplete;
      expect(box(element).checked).to.equal(false);
      expect(element.value).to.equal(null);
      const notice = query(element, '.offer [role=status]').textContent!;
      expect(notice).to.match(/^This offer has changed from .* to .*\. Tick the box again to accept it\.$/);
      expect(notice.split(' to ')[0]).to.contain(before);
      expect(notice.split(' to ')[1]).to.contain(after);
    });

  for (const [name, ...changes] of [
    ['the itinerary changes and changes back', { passengers: 2 }, { passengers: 1 }],
    ['only the language changes', { locale: 'de' }],
  ] as const)
    it(`shows no message for terms that are the same again: ${name}`, async () => {
      const element = await widget(backend);
      await tick(element);
      for (const change of changes) await untilLoaded(Object.assign(element, change));
      expect(box(element).checked).to.equal(false);
      expect(query(element, '.offer [role=status]').textContent).to.equal('');
      await tick(element);
      query(element, '[part=options] label:nth-child(2) input').click();
      await element.updateComplete;
      expect(query(element, '.offer [role=status]').textContent).to.equal('');
    });

  it('moves the focus to the box if the focused element disappears', async () => {
    const element = await widget(backend);
    await tick(element);
    query(element, '[part=button]').focus();
    respondWith(priced('₹9,999.00', 999_900));
    await element.retry();
    await until(() => /changed/.test(text(element)));
    expect(element.shadowRoot!.activeElement === box(element)).to.equal(true);
  });

  it('leaves the focus on any other element', async () => {
    const element = await widget(backend);
    await tick(element);
    query(element, 'summary').focus();
    respondWith(priced('₹9,999.00', 999_900));
    await element.retry();
    await until(() => /changed/.test(text(element)));
    expect(element.shadowRoot!.activeElement === query(element, 'summary')).to.equal(true);
  });

  it('removes the notice when the traveller ticks again', async () => {
    const element = await widget(backend);
    await tick(element);
    respondWith(priced('₹9,999.00', 999_900));
    await element.retry();
    await until(() => /changed/.test(text(element)));
    await tick(element);
    expect(element.option!.price!.formatted).to.equal('₹9,999.00');
    expect(text(element)).not.to.contain('changed');
  });

  it('is shown in place of an earlier message', async () => {
    const { SCENARIOS } = await import('../testing/index.ts');
    const element = await widget(backend, { ...SCENARIOS.ready, orderError: 'internal' });
    await tick(element);
    query(element, '[part=button]').click();
    await until(() => /couldn’t open/.test(text(element)));
    respondWith(priced('₹9,999.00', 999_900));
    await element.retry();
    await until(() => /changed from/.test(text(element)));
    expect(text(element)).not.to.contain('couldn’t open');
  });

  it('unticks while the checkout controls are still loading', async () => {
    const element = await widget(backend);
    box(element).click();
    respondWith(priced('₹9,999.00', 999_900));
    const dropped = next(element, 'offset-change');
    await element.retry();
    expect((await dropped).option).to.equal(undefined);
    expect(element.value).to.equal(null);
  });

  it('keeps the tick if only the token changed', async () => {
    const element = await widget(backend);
    await tick(element);
    let events = 0;
    element.addEventListener('offset-change', () => events++);
    await element.retry();
    await element.updateComplete;
    expect(element.value).to.equal('quote.1.2');
    expect(box(element).checked).to.equal(true);
    expect(events).to.equal(0);
  });

  for (const [name, act] of [
    ['passengers', (element: FlightOffsetWidget) => Object.assign(element, { passengers: 3 })],
    ['cabin', (element: FlightOffsetWidget) => Object.assign(element, { cabin: 'business' })],
    ['locale', (element: FlightOffsetWidget) => Object.assign(element, { locale: 'de' })],
    [
      'flights',
      (element: FlightOffsetWidget) => Object.assign(element, { flights: 'LX39 SFO-ZRH 2026-12-21' }),
    ],
    ['endpoint', (element: FlightOffsetWidget) => Object.assign(element, { endpoint: '/offset/' })],
    ['reset of the form', (element: FlightOffsetWidget) => element.closest('form')!.reset()],
    ['history', () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))],
  ] as const)
    it(`never drops a choice without an event: ${name}`, async () => {
      const form = await fixture<HTMLFormElement>(
        html`<form><flight-offset-widget name="contribution" endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget></form>`,
      );
      const element = await untilLoaded(form.querySelector('flight-offset-widget')!);
      await tick(element);
      const dropped = next(element, 'offset-change');
      act(element);
      expect((await dropped).option).to.equal(undefined);
      await untilLoaded(element);
      expect(box(element).checked).to.equal(false);
      expect([...new FormData(form)]).to.deep.equal([]);
    });

  it('fires no event for a reset when nothing is chosen', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form><flight-offset-widget endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget></form>`,
    );
    const element = await untilLoaded(form.querySelector('flight-offset-widget')!);
    let events = 0;
    element.addEventListener('offset-change', () => events++);
    form.reset();
    await element.updateComplete;
    expect(events).to.equal(0);
  });
});
