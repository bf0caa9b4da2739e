import type { QuoteOption, ReadyQuote } from '@flight-offset/core';
import { expect } from '@open-wc/testing';
import { choicesQuote } from '../testing/choices-quote.ts';
import { readyQuote } from '../testing/index.ts';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';
import {
  box,
  button,
  expectAccessible,
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

/** Marks the options from `fraction` on as sold out. */
const soldOutFrom = (fraction: number, options: readonly QuoteOption[]): QuoteOption[] =>
  options.map((option) => (option.fraction < fraction ? option : { ...option, soldOut: true as const }));

/** A scenario with less than `fraction` of the emissions left. */
const upTo = (fraction: number) => ({
  quote: (request: Parameters<typeof readyQuote>[0]): ReadyQuote => {
    const quote = readyQuote(request);
    return { ...quote, options: soldOutFrom(fraction, quote.options) };
  },
});

/** The same for each project by its identifier; projects left out have enough for every option. */
const upToEach = (left: Readonly<Record<string, number>>) => ({
  quote: (request: Parameters<typeof readyQuote>[0]): ReadyQuote => {
    const quote = choicesQuote(request);
    const choices = quote.choices!.map((one) => ({
      ...one,
      options: soldOutFrom(left[one.id] ?? 9, one.options),
    }));
    return { ...quote, choices, options: choices[0]!.options };
  },
});

const radios = (element: Element, name: string): HTMLInputElement[] => [
  ...element.shadowRoot!.querySelectorAll<HTMLInputElement>(`[name=${name}]`),
];
const project = (element: Element, name: string): HTMLInputElement =>
  radios(element, 'choice').find((one) => one.closest('label')!.textContent!.includes(name))!;
const price = (element: Element): string => query(element, '[part=price]').textContent!;
const notice = (element: Element): string => query(element, '.offer [part=message]').textContent!;

async function renew(element: FlightOffsetWidget, scenario: Parameters<typeof backend.now.use>[0]) {
  backend.now.use(scenario);
  await element.retry();
  await element.updateComplete;
}

describe('an amount that is sold out', () => {
  it('is disabled and labelled as sold out', async () => {
    const element = await widget(backend, upTo(1.5));
    await tick(element);
    expect(radios(element, 'option').map(({ disabled }) => disabled)).to.deep.equal([false, false, true]);
    const label = radios(element, 'option')[2]!.closest('label')!;
    expect(label.textContent!.replace(/\s+/g, ' ').trim()).to.equal('150% Sold out');
    label.click();
    await element.updateComplete;
    expect(element.option!.fraction).to.equal(1);
    await expectAccessible(element);
  });

  it('is not offered while another amount is left', async () => {
    const element = await widget(backend, upTo(1), { checkout: 'form' });
    expect(price(element)).to.equal('₹343.51');
    await tick(element);
    expect(element.value).to.equal('quote.0.5.1');
    expect(radios(element, 'option').map(({ disabled }) => disabled)).to.deep.equal([false, true, true]);
    await tick(element);
    await tick(element);
    expect(element.value).to.equal('quote.0.5.1');
  });

  it('unticks the box if a renewal sells out the picked amount, and the next amount can be ticked', async () => {
    const element = await widget(backend);
    await tick(element);
    radios(element, 'option')[2]!.click();
    await element.updateComplete;
    expect(element.option!.fraction).to.equal(1.5);
    const dropped = next(element, 'offset-change');
    await renew(element, upTo(1.5));
    expect([(await dropped).selected, (await dropped).reason]).to.deep.equal([false, 'renewed']);
    await until(() => notice(element).includes('changed'));
    expect(notice(element)).to.match(/changed from .*₹1,030.54.* to .*₹687.03/);
    await tick(element);
    expect(element.option!.fraction).to.equal(1);
    expect(button(element).textContent).to.contain('₹687.03');
  });

  it('keeps the ticked amount once another is on sale again', async () => {
    const element = await widget(backend, upTo(1));
    await tick(element);
    await renew(element, 'ready');
    expect(box(element).checked).to.equal(true);
    expect(element.option!.fraction).to.equal(0.5);
    expect(radios(element, 'option').map(({ disabled }) => disabled)).to.deep.equal([false, false, false]);
  });

  it('is shown as the message if no amount is left', async () => {
    const element = await widget(backend);
    await tick(element);
    const dropped = next(element, 'offset-change');
    await renew(element, upTo(0));
    expect([(await dropped).selected, (await dropped).reason]).to.deep.equal([false, 'renewed']);
    await until(() => notice(element) === 'Sold out');
    expect(element.value).to.equal(null);
    await renew(element, 'ready');
    await tick(element);
    expect(element.option!.fraction).to.equal(1);
    expect(notice(element)).to.equal('');
  });
});

describe('the message about an offer', () => {
  it('disappears when the itinerary changes', async () => {
    const element = await widget(backend);
    await tick(element);
    await renew(element, upTo(0));
    await until(() => notice(element) === 'Sold out');
    backend.now.use('ready');
    element.cabin = 'business';
    await untilLoaded(element);
    expect(notice(element)).to.equal('');
  });
});

describe('a project that is sold out', () => {
  it('in part is offered at the amount that is left, and others can be picked', async () => {
    const element = await widget(backend, upToEach({ wind: 1, households: 0 }));
    await until(() => price(element) === '₹343.51');
    await tick(element);
    await until(() => project(element, 'Aviation fuel'));
    expect(element.value).to.match(/^wind\.quote\.0\.5/);
    // From here on the projects are loaded before the tick.
    element.reset();
    await tick(element);
    const fuel = project(element, 'Aviation fuel');
    expect(fuel.disabled).to.equal(false);
    const listed = fuel.closest('label')!.querySelector('b bdi + bdi')!.textContent;
    fuel.click();
    await element.updateComplete;
    expect([element.value!.slice(0, 14), price(element)]).to.deep.equal(['fuel.quote.0.5', listed]);
    radios(element, 'option')[1]!.click();
    await element.updateComplete;
    expect(element.value).to.match(/^fuel\.quote\.1\./);
  });

  it('is replaced by another project, which can be ticked, if a renewal sells out the picked one', async () => {
    const element = await widget(backend, 'choices');
    await tick(element);
    await until(() => project(element, 'Aviation fuel'));
    project(element, 'Aviation fuel').click();
    await element.updateComplete;
    await renew(element, upToEach({ fuel: 0 }));
    await until(() => !box(element).checked);
    expect(text(element)).to.contain('credits: Bundled wind');
    await tick(element);
    expect(element.value).to.match(/^wind\.quote\.1\./);
    await renew(element, 'choices');
    expect(element.value).to.match(/^wind\.quote\.1\./);
  });

  it('does not replace the ticked project once the preferred one is on sale again', async () => {
    const element = await widget(backend, upToEach({ wind: 0, households: 0 }));
    // A tick before the projects are loaded chooses the preferred one; if another one is shown, the box is unticked.
    await until(() => query(element, '#purchase'));
    await tick(element);
    expect(element.value).to.match(/^fuel\.quote\.1\./);
    await renew(element, 'choices');
    expect(box(element).checked).to.equal(true);
    expect(element.value).to.match(/^fuel\.quote\.1\./);
  });

  it('unticks the box, shows a message and requests a new quote if the order finds it sold out', async () => {
    const element = await widget(backend);
    await tick(element);
    const dropped = next(element, 'offset-change');
    backend.now.use({ ...upTo(1), orderError: 'sold_out' });
    button(element).click();
    const { selected, reason } = await dropped;
    expect([selected, reason]).to.deep.equal([false, 'renewed']);
    await until(() => price(element) === '₹343.51', 'what is left is offered');
    expect(notice(element)).to.equal('Sold out');
    expect(backend.now.calls.map(({ path }) => path)).to.deep.equal(['quote', 'orders', 'quote']);
  });
});
