import { expect, fixture, html } from '@open-wc/testing';
import { readyQuote } from '../testing/index.ts';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';
import {
  box,
  button,
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
/** Opens the method disclosure and waits for its lines. */
async function openHow(element: FlightOffsetWidget): Promise<void> {
  query(element, 'summary').click();
  await until(() => query(element, '[part=how] p'), 'the method is shown');
}

const paths = () => backend.now.calls.map(({ path }) => path);

describe('flight-offset-widget', () => {
  it('renders nothing without endpoint and flights', async () => {
    const element = await fixture<FlightOffsetWidget>(html`<flight-offset-widget></flight-offset-widget>`);
    expect(element.state).to.equal('idle');
    expect(query(element, '.card')).to.equal(null);
    expect(paths()).to.deep.equal([]);
  });

  it('sends one request and shows figure, leg, scale, method and offer', async () => {
    const element = await widget(backend);
    await openHow(element);
    expect(backend.now.calls).to.deep.equal([
      {
        method: 'POST',
        path: 'quote',
        body: {
          flights: [
            {
              origin: 'ZRH',
              destination: 'SFO',
              operatingCarrierCode: 'LX',
              flightNumber: 38,
              departureDate: { year: 2026, month: 12, day: 14 },
            },
          ],
          cabin: 'economy',
          passengers: 1,
          locale: 'en',
        },
      },
    ]);
    for (const words of [
      'Estimated emissions, economy',
      '573 kg CO₂e per passenger',
      'From fuel production to flight',
      'ZRH to SFO',
      'Boeing 777-300ER',
      '11% lower than typical for this route',
      'typical 642 kg',
      'Travel Impact Model 3.0',
      '504 kg to 665 kg: 8 of 10 estimates',
      'Buys and retires 573 kg of carbon credits: Bundled wind, Tamil Nadu, Verra 1851',
      '₹687.03',
      'It does not reduce or cancel the emissions of this flight.',
      'You can skip this. Your booking is not affected.',
    ])
      expect(text(element)).to.contain(words);
    expect(element.matches(':state(ready):state(unselected)')).to.equal(true);
  });

  it('adds up passengers and writes kilograms below ten tonnes', async () => {
    const element = await widget(backend, 'ready', { passengers: 2 });
    expect(text(element)).to.contain('1,146 kg CO₂e total');
    expect(text(element)).to.contain('2 × 573 kg');
  });

  it('writes every mass on a card in tonnes from a total of ten tonnes', async () => {
    const element = await widget(backend, 'ready', { passengers: 18 });
    expect(text(element)).to.contain('10.314 t CO₂e total 18 × 0.573 t');
    expect(text(element)).not.to.match(/\d kg/);
  });

  it('withholds every figure if the backend requires it', async () => {
    const element = await widget(backend, 'figuresNone');
    expect(text(element)).not.to.contain('per passenger');
    expect(query(element, '[part=scale]')).to.equal(null);
    expect(query(element, 'slot[name=label]')).not.to.equal(null);
    // The first part has no line above it but that of the card.
    expect(getComputedStyle(query(element, 'slot[name=label] + *')).borderTopWidth).to.equal('0px');
    expect(text(element)).to.contain('It does not reduce or cancel the emissions of this flight.');
  });

  it('shows the official label in place of the figures', async () => {
    const element = await widget(backend, 'officialLabel');
    const own = query<HTMLAnchorElement>(element, 'slot[name=label] a');
    expect(own.textContent).to.equal('Flight Emissions Label: 92 kg');
    expect(own.href).to.equal('https://label.example/LX38');
    const edge = query(element, '.card').getBoundingClientRect().left;
    expect(own.getBoundingClientRect().left).to.be.at.least(edge + 16);
    expect(text(element)).not.to.contain('per passenger');
  });

  it('shows the risk of contrails beside the figure and never adds it', async () => {
    const element = await widget(backend, 'contrails');
    await openHow(element);
    const line = [...element.shadowRoot!.querySelectorAll('a')].find((one) =>
      one.href.endsWith('/contrails'),
    )!;
    expect(line.textContent).to.equal('High risk of contrails, not in this figure: CoCiP with ERA5 weather');
    expect(line.closest('[part=how]')).not.to.equal(null);
    expect(text(element)).to.contain('573 kg CO₂e per passenger');
    expect(text(await widget(backend, 'ready'))).not.to.contain('contrails');
  });

  it('leaves the box unticked and has no button before it is ticked', async () => {
    const element = await widget(backend);
    expect(box(element).checked).to.equal(false);
    expect(button(element)).to.equal(null);
    await tick(element);
    expect(button(element).textContent).to.contain('Pay ₹687.03');
    expect(element.matches(':state(selected)')).to.equal(true);
    await tick(element);
    expect(element.option).to.equal(undefined);
  });

  it('creates the order on click, once, with the token of the chosen option, and redirects', async () => {
    const element = await widget(backend, 'ready', { user: { name: 'Zoë Meier' } });
    stay(element);
    await tick(element);
    query(element, '[type=radio]').click();
    await element.updateComplete;
    expect(text(element)).to.contain('₹343.51');
    const redirect = next(element, 'offset-redirect');
    button(element).click();
    button(element).click();
    const { url, orderId } = await redirect;
    expect(url).to.equal('https://pay.example/fake-order-1');
    expect(orderId).to.equal('fake-order-1');
    expect(backend.now.calls.slice(1)).to.deep.equal([
      { method: 'POST', path: 'orders', body: { token: 'quote.0.5.1', user: { name: 'Zoë Meier' } } },
    ]);
    expect(element.value).to.equal('quote.0.5.1');
  });

  it('cannot be unticked while the order is created, and can again if that failed', async () => {
    const element = await widget(backend);
    await tick(element);
    const { fetch } = globalThis;
    let fail: ((cause: Error) => void) | undefined;
    globalThis.fetch = () =>
      new Promise((_, reject) => {
        fail = reject;
      });
    button(element).click();
    await until(() => fail);
    globalThis.fetch = fetch;
    expect(element.offer).to.equal('submitting');
    expect(box(element).disabled).to.equal(true);
    fail!(new TypeError('Failed to fetch'));
    await next(element, 'offset-error');
    await element.updateComplete;
    expect(box(element).disabled).to.equal(false);
  });

  it('accepts custom messages, and fires no event for changes by the page', async () => {
    const names: string[] = [];
    const listen = (event: Event) => names.push(event.type);
    for (const name of ['offset-quote', 'offset-change', 'offset-order', 'offset-redirect', 'offset-error'])
      document.addEventListener(name, listen);
    const element = await widget(backend);
    element.messages = { optIn: 'Fund a project' };
    await element.updateComplete;
    expect(text(element)).to.contain('Fund a project');
    stay(element);
    await tick(element);
    const redirect = next(element, 'offset-redirect');
    button(element).click();
    await redirect;
    expect(names).to.deep.equal(['offset-quote', 'offset-change', 'offset-order', 'offset-redirect']);
  });

  it('shows a retry button that needs no reload if the quote fails to load', async () => {
    const element = await widget(backend, 'offline');
    expect(element.state).to.equal('failed');
    expect(text(element)).to.contain('Your booking is not affected.');
    backend.now.use('ready');
    button(element).click();
    await until(() => element.state === 'ready');
  });

  it('gives up a request that has no response after 20 seconds, and offers a retry', async () => {
    const { timeout } = AbortSignal;
    const limit = new AbortController();
    const limits: number[] = [];
    AbortSignal.timeout = (milliseconds) => {
      limits.push(milliseconds);
      return limit.signal;
    };
    try {
      void until(() => backend.now.calls[0]).then(() => limit.abort());
      const element = await widget(backend, { quote: readyQuote, delay: Number.POSITIVE_INFINITY });
      expect(element.state).to.equal('failed');
      expect(limits).to.deep.equal([20_000]);
    } finally {
      AbortSignal.timeout = timeout;
    }
  });

  it('treats no estimate as a normal state', async () => {
    const element = await widget(backend, 'unavailable');
    expect(element.state).to.equal('unavailable');
    expect(text(element)).to.contain('No estimate for this itinerary.');
    expect(button(element)).to.equal(null);
  });

  it('treats a response that is no quote as a failure', async () => {
    const quote = readyQuote({ flights: [] });
    for (const body of [
      ...[
        { gramsPerPassenger: -1 },
        { legs: [{ flight: {} }] },
        { options: [] },
        { options: [{ grams: 1, token: '' }] },
        { options: [{ grams: -1, token: 'a' }] },
      ].map((broken) => JSON.stringify({ ...quote, ...broken })),
      JSON.stringify({ ...quote, legs: undefined }),
      JSON.stringify({ ...quote, options: undefined }),
      'null',
      '[]',
      '{"status":"ready"}',
      '<!doctype html>',
      '{"status":"ready","options":[{}]}',
    ]) {
      const real = globalThis.fetch;
      globalThis.fetch = async () => new Response(body);
      const failed = next(document.body, 'offset-error');
      const element = await widget(backend, 'ready');
      globalThis.fetch = real;
      expect(element.state, body).to.equal('failed');
      expect((await failed).code, body).to.equal('invalid_response');
    }
  });
});

describe('redirect to payment', () => {
  it('refuses an origin that the quote does not allow', async () => {
    const element = await widget(backend, 'foreignPaymentUrl');
    await tick(element);
    const error = next(element, 'offset-error');
    button(element).click();
    expect((await error).code).to.equal('payment_url_refused');
    await element.updateComplete;
    expect(text(element)).to.contain('You haven’t been charged');
    expect(element.offer).to.equal('selected');
  });

  it('opens only https and localhost, whatever the quote allows', async () => {
    const cases: readonly (readonly [string, string[], boolean])[] = [
      ['https://any.example/pay', ['*'], true],
      ['http://any.example/pay', ['*', 'http://any.example'], false],
      ['http://localhost:4010/pay', ['*'], true],
      ['http://127.0.0.1:4010/pay', ['http://127.0.0.1:4010'], true],
      ['http://localhost.evil.example/pay', ['*'], false],
      ['https://pay.example.evil.example/', ['https://pay.example'], false],
      ['https://pay.example@evil.example/', ['https://pay.example'], false],
      ['javascript:alert(1)', ['*', 'null'], false],
      ['data:text/html,x', ['*', 'null'], false],
      ['blob:https://pay.example/1', ['*', 'https://pay.example'], false],
      ['/pay', ['*'], false],
      ['', ['*'], false],
    ];
    for (const [paymentUrl, paymentOrigins, opens] of cases) {
      backend.now.use({ ...(await import('../testing/index.ts')).SCENARIOS.ready, paymentUrl });
      const element = await fixture<FlightOffsetWidget>(
        html`<flight-offset-widget endpoint="/offset" flights="LX38 ZRH-SFO 2026-12-14"></flight-offset-widget>`,
      );
      stay(element);
      await until(() => element.state === 'ready');
      (element.quote as { paymentOrigins: string[] }).paymentOrigins = paymentOrigins;
      await element.updateComplete;
      await tick(element);
      const outcome = Promise.race([next(element, 'offset-redirect'), next(element, 'offset-error')]);
      button(element).click();
      const { type, code } = (await outcome) as Event & { readonly code?: string };
      expect([type, code], paymentUrl).to.deep.equal(
        opens ? ['offset-redirect', undefined] : ['offset-error', 'payment_url_refused'],
      );
    }
  });

  it('renews an expired quote and continues if the price is the same', async () => {
    const element = await widget(backend, 'expired');
    stay(element);
    await tick(element);
    button(element).click();
    await next(element, 'offset-redirect');
    expect(paths()).to.deep.equal(['quote', 'orders', 'quote', 'orders']);
  });

  it('renews a quote that the backend did not issue, once', async () => {
    const element = await widget(backend, { quote: readyQuote, orderError: 'quote_invalid' });
    stay(element);
    await tick(element);
    button(element).click();
    expect((await next(element, 'offset-error')).code).to.equal('quote_invalid');
    expect(paths()).to.deep.equal(['quote', 'orders', 'quote', 'orders']);
    element.addEventListener('offset-quote', () => backend.now.use('ready'), { once: true });
    button(element).click();
    await next(element, 'offset-redirect');
    expect(paths().slice(4)).to.deep.equal(['orders', 'quote', 'orders']);
  });

  it('unticks and shows the change if a renewed quote costs more', async () => {
    const element = await widget(backend, 'priceIncrease');
    await tick(element);
    const dropped = next(element, 'offset-change');
    button(element).click();
    expect((await dropped).option).to.equal(undefined);
    await until(() => /changed/.test(text(element)));
    expect(text(element)).to.contain('changed from \u2068₹687.03\u2069 to \u2068₹697.03\u2069.');
    expect(box(element).checked).to.equal(false);
    expect(paths().filter((path) => path === 'orders')).to.have.length(1);
  });

  it('offers the same order again if the page cancels the redirect, and creates no second one', async () => {
    const element = await widget(backend);
    stay(element);
    await tick(element);
    const urls: string[] = [];
    element.addEventListener('offset-redirect', ({ url }) => urls.push(url));
    let created = 0;
    element.addEventListener('offset-order', () => created++);
    for (const presses of [1, 2]) {
      button(element).click();
      await until(() => urls.length === presses && element.offer === 'selected');
      await element.updateComplete;
      expect(button(element).textContent!.trim()).to.equal('Pay ₹687.03');
      expect(button(element).getAttribute('aria-disabled')).to.equal('false');
    }
    expect(urls).to.deep.equal(Array(2).fill('https://pay.example/fake-order-1'));
    expect(created).to.equal(1);
    expect(paths()).to.deep.equal(['quote', 'orders']);
  });

  it('offers the same order again also with another quote of the same terms, and creates no second one', async () => {
    const element = await widget(backend);
    stay(element);
    await tick(element);
    const urls: string[] = [];
    element.addEventListener('offset-redirect', ({ url }) => urls.push(url));
    for (const presses of [1, 2]) {
      button(element).click();
      await until(() => urls.length === presses && element.offer === 'selected');
      await element.retry();
      await element.updateComplete;
      expect(element.value).to.equal(`quote.1.${presses + 1}`);
    }
    expect(urls).to.deep.equal(Array(2).fill('https://pay.example/fake-order-1'));
    // A new amount needs a new order.
    query(element, '[type=radio]').click();
    await element.updateComplete;
    button(element).click();
    await until(() => urls.length === 3);
    expect(urls[2]).to.equal('https://pay.example/fake-order-2');
  });

  it('sends no user if the page has none', async () => {
    const element = await widget(backend, 'ready', { user: null });
    stay(element);
    await tick(element);
    button(element).click();
    await next(element, 'offset-redirect');
    expect(backend.now.calls.at(-1)!.body).to.deep.equal({ token: 'quote.1.1' });
  });

  for (const orderError of ['bad_request', 'forbidden', 'not_found'] as const)
    it(`does not suggest a retry if the backend rejects the order for good: ${orderError}`, async () => {
      const { SCENARIOS } = await import('../testing/index.ts');
      const element = await widget(backend, { ...SCENARIOS.ready, orderError });
      await tick(element);
      button(element).click();
      await until(() => /couldn’t open/.test(text(element)));
      expect(text(element)).to.contain('You haven’t been charged.');
      expect(text(element)).not.to.match(/try again/i);
    });

  it('leaves the box unticked if the choice was reset before its order is refused for good', async () => {
    const { SCENARIOS } = await import('../testing/index.ts');
    const element = await widget(backend);
    await tick(element);
    backend.now.use({ ...SCENARIOS.ready, orderError: 'forbidden', delay: 100 });
    const refused = next(element, 'offset-error');
    button(element).click();
    await until(() => backend.now.calls.some(({ path }) => path === 'orders'));
    element.reset();
    await refused;
    await element.updateComplete;
    expect([element.offer, box(element).checked]).to.deep.equal(['unselected', false]);
  });

  for (const [name, fired] of [
    ['offset-order', ['offset-order', 'offset-change']],
    ['offset-redirect', ['offset-order', 'offset-redirect', 'offset-change']],
  ] as const)
    it(`does not redirect if the page resets the choice on ${name}`, async () => {
      const { readyQuote, SCENARIOS } = await import('../testing/index.ts');
      const element = await widget(backend, {
        ...SCENARIOS.ready,
        quote: (request) => ({ ...readyQuote(request), paymentOrigins: ['*'] }),
        // A URL of this page, so that the page stays.
        paymentUrl: `${location.href}#pay-{id}`,
      });
      await tick(element);
      const events: string[] = [];
      for (const event of ['offset-order', 'offset-redirect', 'offset-change'] as const)
        element.addEventListener(event, () => events.push(event));
      element.addEventListener(name, () => element.reset());
      button(element).click();
      await until(() => events.includes('offset-change'));
      await element.updateComplete;
      expect(events).to.deep.equal(fired);
      expect(box(element).checked).to.equal(false);
      expect(location.hash).to.equal('');
    });

  it('shows that nothing was charged if creating the order fails, and allows a retry', async () => {
    const element = await widget(backend, 'orderFailed');
    stay(element);
    await tick(element);
    button(element).click();
    await next(element, 'offset-error');
    await element.updateComplete;
    expect(text(element)).to.contain('You haven’t been charged. Try again');
    backend.now.use('ready');
    button(element).click();
    await next(element, 'offset-redirect');
  });

  it('shows that a contribution is already paid, and neither renews nor offers it again', async () => {
    const element = await widget(backend, 'alreadyPaid');
    await tick(element);
    const error = next(element, 'offset-error');
    const dropped = next(element, 'offset-change');
    button(element).focus();
    button(element).click();
    expect((await dropped).option).to.equal(undefined);
    expect((await error).code).to.equal('quote_used');
    await element.updateComplete;
    expect(element.shadowRoot!.activeElement === box(element)).to.equal(true);
    expect(text(element)).to.contain('This contribution has already been paid.');
    expect(text(element)).not.to.contain('You haven’t been charged');
    expect(button(element)).to.equal(null);
    expect(element.value).to.equal(null);
    expect(paths()).to.deep.equal(['quote', 'orders']);
  });

  it('does not redirect to an order of a replaced itinerary', async () => {
    const element = await widget(backend);
    let left = false;
    element.addEventListener('offset-redirect', (event) => {
      left = true;
      event.preventDefault();
    });
    let errors = 0;
    element.addEventListener('offset-error', () => errors++);
    await tick(element);
    const real = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      if (String(input).endsWith('orders')) element.passengers = 3;
      return real(input, init);
    };
    button(element).click();
    await until(() => paths().includes('orders') && element.quote && element.passengers === 3);
    globalThis.fetch = real;
    await element.updateComplete;
    await new Promise((resolve) => setTimeout(resolve));
    expect(left).to.equal(false);
    expect(errors).to.equal(0);
    expect(element.offer).to.equal('unselected');
  });

  it('creates no order for an itinerary that is replaced right after the click', async () => {
    const element = await widget(backend);
    let failed = false;
    element.addEventListener('offset-error', () => {
      failed = true;
    });
    await tick(element);
    button(element).click();
    element.passengers = 3;
    await untilLoaded(element);
    expect(element.offer).to.equal('unselected');
    expect(failed).to.equal(false);
    expect(paths()).to.deep.equal(['quote', 'quote']);
  });
});
