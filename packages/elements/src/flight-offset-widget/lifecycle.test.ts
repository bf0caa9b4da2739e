import type { ReadyQuote } from '@flight-offset/core';
import { expect, fixture, html } from '@open-wc/testing';
import { parseFlights } from '../flights/parse-flights.ts';
import { fakeBackend, readyQuote } from '../testing/index.ts';
import { PATIENCE } from '../until.fixture.ts';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';
import {
  box,
  button,
  FLIGHTS,
  freshBackend,
  next,
  query,
  stay,
  text,
  tick,
  until,
  untilLoaded,
  widget,
} from './mounted.fixture.ts';

const backend = freshBackend();

/** Runs `act`, and returns the waits of at least a minute (or `least`) that it began, without waiting. */
async function longWaits(
  act: () => Promise<void>,
  least = 60_000,
): Promise<{ delay: number; ring: () => void }[]> {
  const real = globalThis.setTimeout;
  const waits: { delay: number; ring: () => void }[] = [];
  // The timer of `until` still runs. Real identifiers are never negative: clearing one of these clears no timer.
  globalThis.setTimeout = ((ring: () => void, delay = 0) =>
    delay < least || delay === PATIENCE
      ? real(ring, delay)
      : -waits.push({ delay, ring })) as typeof setTimeout;
  try {
    await act();
  } finally {
    globalThis.setTimeout = real;
  }
  return waits;
}

describe('life of the element', () => {
  it('accepts attributes and properties in any order', async () => {
    const steps: ((element: FlightOffsetWidget) => void)[] = [
      (element) => element.setAttribute('endpoint', '/offset'),
      (element) => {
        element.flights = parseFlights(FLIGHTS);
      },
      (element) => element.setAttribute('passengers', '2'),
      (element) => document.body.append(element),
    ];
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 3, 0, 2],
    ]) {
      const element = document.createElement('flight-offset-widget');
      for (const step of order) steps[step]!(element);
      await untilLoaded(element);
      expect(text(element)).to.contain('1,146 kg');
      element.remove();
    }
  });

  it('reads properties that were set before it was defined', async () => {
    const { FlightOffsetWidget: Widget } = await import('./flight-offset-widget.ts');
    const element = document.createElement('late-widget') as FlightOffsetWidget;
    Object.assign(element, { endpoint: '/offset', flights: parseFlights(FLIGHTS), passengers: 2 });
    document.body.append(element);
    customElements.define('late-widget', class extends Widget {});
    await untilLoaded(element);
    expect(text(element)).to.contain('1,146 kg');
    element.remove();
  });

  it('keeps quote and choice when it is moved', async () => {
    const element = await widget(backend);
    await tick(element);
    const place = element.parentElement!;
    element.remove();
    place.append(element);
    await element.updateComplete;
    expect(element.state).to.equal('ready');
    expect(box(element).checked).to.equal(true);
    expect(backend.now.calls).to.have.length(1);
  });

  it('takes the language from outside its shadow root', async () => {
    const host = await fixture<HTMLElement>(html`<div lang="fr"></div>`);
    const element = document.createElement('flight-offset-widget');
    Object.assign(element, { endpoint: '/offset', flights: FLIGHTS });
    host.attachShadow({ mode: 'open' }).append(element);
    await untilLoaded(element);
    expect(text(element)).to.contain('Émissions estimées');
  });

  it('follows the language of the place it is moved to', async () => {
    const element = await widget(backend);
    const german = await fixture(html`<div lang="de-CH"></div>`);
    german.append(element);
    await until(() => text(element).includes('Geschätzte Emissionen'));
  });

  it('keeps tick and language when the page changes its language, and follows it after the tick is removed', async () => {
    const element = await widget(backend);
    const german = await fixture<HTMLElement>(html`<div lang="en"></div>`);
    german.append(element);
    await element.updateComplete;
    const reasons: string[] = [];
    element.addEventListener('offset-change', ({ reason }) => reasons.push(reason));
    german.lang = 'de';
    await tick(element);
    await element.updateComplete;
    expect([element.offer, reasons]).to.deep.equal(['selected', ['user']]);
    expect(backend.now.calls).to.have.length(1);
    expect(query(element, '.card').lang).to.equal('en');
    box(element).click();
    await until(() => text(element).includes('Geschätzte Emissionen'));
    expect(backend.now.calls).to.have.length(2);
  });

  it('reads any form of a language tag, and is in English without texts for it', async () => {
    for (const [lang, words] of [
      ['en_US', '573 kg CO₂e per passenger'],
      ['en-IN', '573 kg CO₂e per passenger'],
      ['pt-BR', '573 kg CO₂e per passenger'],
      ['nonsense_of_a_tag', '573 kg CO₂e per passenger'],
      ['de_', '573 kg CO₂e'],
      ['fr_FR', 'par passager'],
    ] as const) {
      const place = await fixture(
        html`<div lang=${lang}><flight-offset-widget endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget></div>`,
      );
      const element = await untilLoaded(place.querySelector('flight-offset-widget')!);
      expect(text(element), lang).to.contain(words);
    }
  });

  it('works beside another widget', async () => {
    const other = fakeBackend({ endpoint: '/other', scenario: 'unavailable' });
    const restore = other.install();
    const both = await fixture(html`<div>
      <flight-offset-widget endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget>
      <flight-offset-widget endpoint="/other/" flights=${FLIGHTS}></flight-offset-widget>
    </div>`);
    const [first, second] = [...both.querySelectorAll('flight-offset-widget')];
    await Promise.all([untilLoaded(first!), untilLoaded(second!)]);
    expect([first!.state, second!.state]).to.deep.equal(['ready', 'unavailable']);
    await tick(first!);
    expect(second!.offer).to.equal('unselected');
    restore();
  });

  it('is defined once, however often it is loaded', async () => {
    const before = customElements.get('flight-offset-widget');
    await import(`../define/flight-offset-widget.ts?${'again'}`);
    expect(customElements.get('flight-offset-widget')).to.equal(before);
  });

  it('keeps its card and the focus inside while the quote of another itinerary loads', async () => {
    const element = await widget(backend);
    const card = query(element, '.card');
    const summary = query(element, 'summary');
    for (const change of [{ passengers: 2 }, { flights: 'LX39 SFO-ZRH 2026-12-21' }]) {
      summary.focus();
      const renewed = next(element, 'offset-quote');
      Object.assign(element, change);
      await renewed;
      await element.updateComplete;
      expect(query(element, '.card'), JSON.stringify(change)).to.equal(card);
      expect(element.shadowRoot!.activeElement).to.equal(summary);
    }
  });

  for (const change of [
    { passengers: 2 },
    { locale: 'de' },
    { flights: 'LX39 SFO-ZRH 2026-12-21' },
    { order: { orderId: '1', status: 'pending' as const, grams: 1e6 } },
  ])
    it(`moves the focus from its button to the card if the page sets ${Object.keys(change)} and the box is gone`, async () => {
      const element = await widget(backend);
      await tick(element);
      button(element).focus();
      Object.assign(element, change);
      await until(() => !button(element));
      const focused = () => element.shadowRoot!.activeElement === query(element, '.card');
      expect(focused()).to.equal(true);
      await until(() => element.quote);
      await element.updateComplete;
      expect(focused()).to.equal(true);
    });

  it('becomes empty without endpoint or flights, and is filled again', async () => {
    const element = await widget(backend);
    for (const [name, value] of [
      ['endpoint', '/offset'],
      ['flights', FLIGHTS],
    ] as const)
      for (const none of ['', undefined, ...(name === 'flights' ? [' '] : [])]) {
        Object.assign(element, { [name]: none });
        await until(() => element.state === 'idle' && !query(element, '.card'), `${name}: ${none}`);
        Object.assign(element, { [name]: value });
        await until(() => query(element, '.card.ready'));
      }
  });

  it('aborts a request that a newer one replaced', async () => {
    const { SCENARIOS } = await import('../testing/index.ts');
    backend.now.use('neverResponds');
    const element = await fixture<FlightOffsetWidget>(
      html`<flight-offset-widget endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget>`,
    );
    await until(() => backend.now.calls.length === 1);
    const aborted: boolean[] = [];
    const real = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      init!.signal!.addEventListener('abort', () => aborted.push(true));
      return real(input, init);
    };
    element.passengers = 2;
    await until(() => backend.now.calls.length === 2);
    backend.now.use(SCENARIOS.ready);
    element.passengers = 3;
    await untilLoaded(element);
    globalThis.fetch = real;
    expect(text(element)).to.contain('1,719 kg');
    expect(aborted[0]).to.equal(true);
  });

  it('renews the quote of a ticked box before it expires, and keeps the tick', async () => {
    const element = await widget(backend);
    const long = await longWaits(() => tick(element));
    expect(long.at(-1)!.delay).to.be.within(29 * 60_000, 30 * 60_000);
    long.at(-1)!.ring();
    await until(() => element.value === 'quote.1.2');
    await element.updateComplete;
    expect(box(element).checked).to.equal(true);
  });

  it('renews an expired quote as soon as the box is ticked', async () => {
    const element = await widget(backend, 'ready', { checkout: 'form' });
    const { now } = Date;
    Date.now = () => now() + 40 * 60_000;
    try {
      await longWaits(async () => {
        await tick(element);
        await until(() => element.value === 'quote.1.2', 'renewed without a long wait');
        // Drawing takes a little of the minute.
      }, 20_000);
    } finally {
      Date.now = now;
    }
  });

  it('renews the quote on time, whatever is drawn before', async () => {
    const { SCENARIOS } = await import('../testing/index.ts');
    const element = await widget(backend, {
      quote: (request) => ({ ...(SCENARIOS.ready.quote(request) as ReadyQuote), expiresInSeconds: 100 }),
    });
    await longWaits(() => tick(element));
    const { now } = Date;
    Date.now = () => now() + 30_000;
    const again = await longWaits(async () => {
      element.requestUpdate();
      await element.updateComplete;
    }, 20_000).finally(() => {
      Date.now = now;
    });
    expect(again.at(-1)!.delay).to.be.within(30_000, 40_000);
  });

  it('adds no listeners if it is removed while the controls load', async () => {
    const element = await widget(backend);
    box(element).click();
    element.remove();
    await import('./checkout.ts');
    await new Promise((resolve) => setTimeout(resolve));
    let renewed = 0;
    element.retry = async () => void renewed++;
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(renewed).to.equal(0);
  });

  it('falls back to the defaults of attributes that are removed', async () => {
    const element: FlightOffsetWidget = await fixture(
      html`<flight-offset-widget endpoint="/offset" flights=${FLIGHTS} cabin="business" passengers="2" currency="EUR"
        checkout="form"></flight-offset-widget>`,
    );
    await untilLoaded(element);
    for (const name of ['cabin', 'currency', 'passengers', 'checkout']) element.removeAttribute(name);
    element.travellers = null as never;
    await until(() => backend.now.calls.length === 2);
    element.setAttribute('passengers', '');
    await untilLoaded(element);
    expect(backend.now.calls.at(-1)!.body).to.deep.equal({
      flights: parseFlights(FLIGHTS),
      cabin: 'economy',
      passengers: 1,
      locale: 'en',
    });
    expect(backend.now.calls).to.have.length(2);
    await tick(element);
    expect(query(element, 'button[part=button]')).not.to.equal(null);
    let errors = 0;
    element.addEventListener('offset-error', () => errors++);
    element.removeAttribute('flights');
    await until(() => element.state === 'idle');
    await element.updateComplete;
    expect(errors).to.equal(0);
  });

  it('renews nothing after it is removed, and continues when it is put elsewhere', async () => {
    const element = await widget(backend);
    await tick(element);
    const update = async (): Promise<void> => void (await element.updateComplete);
    const removed = await longWaits(() => {
      element.requestUpdate();
      element.remove();
      return update();
    });
    expect(removed).to.deep.equal([]);
    const moved = await longWaits(() => {
      document.body.append(element);
      return update();
    });
    expect(moved).to.have.length(1);
    element.remove();
  });

  it('opens no payment page after it is removed, and opens the same order when it is put elsewhere', async () => {
    const { SCENARIOS } = await import('../testing/index.ts');
    const element = await widget(backend);
    const opened: string[] = [];
    element.addEventListener('offset-redirect', ({ orderId }) => opened.push(orderId));
    stay(element);
    await tick(element);
    backend.now.use({ ...SCENARIOS.ready, delay: 20 });
    const ordered = next(element, 'offset-order');
    button(element).click();
    await until(() => backend.now.calls.some(({ path }) => path === 'orders'));
    element.remove();
    const { orderId } = await ordered;
    await until(() => element.offer === 'selected');
    expect(opened).to.deep.equal([]);
    document.body.append(element);
    await element.updateComplete;
    button(element).click();
    await until(() => opened.length > 0);
    expect(opened).to.deep.equal([orderId]);
    expect(backend.now.calls.filter(({ path }) => path === 'orders')).to.have.length(1);
    element.remove();
  });

  for (const [name, act] of [
    ['removed', (element: FlightOffsetWidget) => element.remove()],
    ['disabled', (element: FlightOffsetWidget) => Object.assign(element, { disabled: true })],
  ] as const)
    it(`creates no order if it is ${name} while the payment code loads`, async () => {
      const element = await widget(backend);
      stay(element);
      await tick(element);
      button(element).click();
      act(element);
      await import('./start-payment.ts');
      await new Promise((resolve) => setTimeout(resolve));
      expect(element.offer).to.equal('selected');
      expect(backend.now.calls.filter(({ path }) => path === 'orders')).to.deep.equal([]);
    });

  it('renews no quote that became an order: a new token would create a second one', async () => {
    const element = await widget(backend);
    stay(element);
    await tick(element);
    const opened = next(element, 'offset-redirect');
    button(element).click();
    await opened;
    await until(() => element.offer === 'selected');
    const waits = await longWaits(async () => {
      element.requestUpdate();
      await element.updateComplete;
    });
    expect(waits).to.deep.equal([]);
  });

  it('cancels the renewal timer once the quote became an order', async () => {
    const element = await widget(backend);
    stay(element);
    const waits = await longWaits(() => tick(element));
    const real = globalThis.clearTimeout;
    const cleared: unknown[] = [];
    globalThis.clearTimeout = (timer) => {
      cleared.push(timer);
      real(timer);
    };
    try {
      const opened = next(element, 'offset-redirect');
      button(element).click();
      await opened;
      await until(() => element.offer === 'selected');
      await element.updateComplete;
    } finally {
      globalThis.clearTimeout = real;
    }
    expect(cleared).to.include(-waits.length);
  });

  for (const [name, lifetime] of [
    ['unknown', { expiresAt: 'tomorrow', expiresInSeconds: undefined as never }],
    ['longer than a timer can wait', { expiresInSeconds: 2 ** 31 }],
  ] as const)
    it(`waits before it renews a quote whose lifetime is ${name}`, async () => {
      const element = await widget(backend, {
        quote: (request) => ({ ...readyQuote(request), ...lifetime }),
      });
      const long = await longWaits(() => tick(element));
      expect(long.at(-1)!.delay).to.be.within(60_000, 2 ** 31 - 1);
    });

  it('computes the expiry of a quote from its lifetime if the clock is wrong', async () => {
    const { SCENARIOS } = await import('../testing/index.ts');
    for (const hours of [-8, 8]) {
      const element = await widget(backend, {
        quote: (request) => ({
          ...(SCENARIOS.ready.quote(request) as ReadyQuote),
          expiresAt: new Date(Date.now() + hours * 3_600_000).toISOString(),
          expiresInSeconds: 600,
        }),
      });
      const long = await longWaits(() => tick(element));
      expect(long.at(-1)!.delay).to.be.within(9 * 60_000, 10 * 60_000);
    }
  });

  it('does not renew in a loop without a lifetime and with a wrong clock', async () => {
    const { SCENARIOS } = await import('../testing/index.ts');
    const { now } = Date;
    const stopped = now();
    // The clock stops between quote and tick: the minute counts from the arrival of the quote.
    Date.now = () => stopped;
    try {
      for (const changing of [false, true]) {
        let quotes = 0;
        const element = await widget(backend, {
          quote: (request) => {
            const { expiresInSeconds: _, ...quote } = SCENARIOS.ready.quote(request) as ReadyQuote;
            return { ...quote, expiresAt: `2020-01-01T00:00:0${changing ? ++quotes : 0}Z` };
          },
        });
        const long = await longWaits(() => tick(element));
        expect(long.at(-1)!.delay).to.equal(60_000);
        const again = await longWaits(async () => {
          long.at(-1)!.ring();
          await until(() => element.value === 'quote.1.2');
          await element.updateComplete;
        });
        expect(again.at(-1)!.delay, 'nor with the next quote').to.equal(60_000);
      }
    } finally {
      Date.now = now;
    }
  });

  it('submits nothing when a renewed quote is unavailable', async () => {
    const element = await widget(backend, 'ready', { checkout: 'form' });
    await tick(element);
    expect(element.value).to.equal('quote.1.1');
    backend.now.use('unavailable');
    await element.retry();
    await element.updateComplete;
    expect(element.state).to.equal('unavailable');
    expect(element.offer).to.equal('unselected');
    expect(element.value).to.equal(null);
  });

  it('keeps the quote when a renewal fails', async () => {
    const element = await widget(backend);
    await tick(element);
    backend.now.use('offline');
    await element.retry();
    await element.updateComplete;
    expect(element.state).to.equal('ready');
    expect(box(element).checked).to.equal(true);
  });
});
