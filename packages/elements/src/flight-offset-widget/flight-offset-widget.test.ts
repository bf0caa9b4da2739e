import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../define/flight-offset-widget.ts';
import { type FakeBackend, fakeBackend, type ScenarioName } from '../testing/index.ts';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';

const FLIGHTS = 'LX38 ZRH-SFO 2026-12-14';
let backend: FakeBackend;
let restore: () => void;

beforeEach(() => {
  backend = fakeBackend({ endpoint: '/offset' });
  restore = backend.install();
});
afterEach(() => restore());

/** A widget that has its answer. */
async function widget(scenario: ScenarioName = 'ready', more = {}): Promise<FlightOffsetWidget> {
  backend.use(scenario);
  const element: FlightOffsetWidget = await fixture(
    html`<flight-offset-widget endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget>`,
  );
  Object.assign(element, more);
  await element.updateComplete;
  await waitUntil(() => element.state !== 'loading');
  await element.updateComplete;
  return element;
}

const query = <E extends HTMLElement>(element: Element, selector: string): E =>
  element.shadowRoot!.querySelector<E>(selector)!;
const text = (element: Element): string => element.shadowRoot!.textContent!.replace(/\s+/g, ' ');
const box = (element: Element) => query<HTMLInputElement>(element, '[type=checkbox]');

/** Ends the fade: what is measured is what stays. */
const still = (element: Element) =>
  Promise.all(element.shadowRoot!.getAnimations().map((animation) => animation.finished));

/** The next event of that name. */
const next = <N extends keyof HTMLElementEventMap>(element: FlightOffsetWidget, name: N) =>
  new Promise<HTMLElementEventMap[N]>((resolve) => element.addEventListener(name, resolve, { once: true }));

async function tick(element: FlightOffsetWidget): Promise<void> {
  box(element).click();
  await element.updateComplete;
}

describe('flight-offset-widget', () => {
  it('shows nothing before it knows what to ask', async () => {
    const element = await fixture<FlightOffsetWidget>(html`<flight-offset-widget></flight-offset-widget>`);
    expect(element.state).to.equal('idle');
    expect(element.shadowRoot!.querySelector('.card')).to.equal(null);
    expect(backend.calls).to.have.length(0);
  });

  it('asks once and shows figure, leg, scale, method and offer', async () => {
    const element = await widget();
    expect(backend.calls.map(({ path }) => path)).to.deep.equal(['quote']);
    expect(backend.calls[0]!.body).to.deep.equal({
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
    });
    for (const words of [
      'Estimated emissions, economy',
      '573 kg',
      'CO₂e per passenger',
      'ZRH to SFO',
      'Boeing 777-300ER',
      'Lower than typical for this route',
      'typical 642 kg',
      'Travel Impact Model 3.0',
      'Buys and retires 573 kg of carbon credits: Bundled wind, Tamil Nadu, Verra 1851',
      '₹687.03',
      'It does not reduce or cancel the emissions of this flight.',
      'You can skip this. Your booking is not affected.',
    ])
      expect(text(element)).to.contain(words);
    expect(element.matches(':state(ready):state(unselected)')).to.equal(true);
  });

  it('adds up passengers and writes tonnes from a thousand kilograms', async () => {
    const element = await widget('ready', { passengers: 2 });
    expect(text(element)).to.contain('1.15 t CO₂e in all');
    expect(text(element)).to.contain('2 × 573 kg');
  });

  it('has no violations in any state', async () => {
    for (const scenario of ['ready', 'unavailable', 'failed', 'figuresNone', 'longNames'] as const) {
      const element = await widget(scenario);
      await still(element);
      await expect(element).to.be.accessible();
      if (element.state === 'ready') {
        await tick(element);
        await still(element);
        await expect(element).to.be.accessible();
      }
    }
  });

  it('leaves the box unticked and offers no button before it is ticked', async () => {
    const element = await widget();
    expect(box(element).checked).to.equal(false);
    expect(query(element, '[part=button]')).to.equal(null);
    await tick(element);
    expect(query(element, '[part=button]').textContent).to.contain('Continue to payment');
    expect(element.matches(':state(selected)')).to.equal(true);
    await tick(element);
    expect(element.share).to.equal(undefined);
  });

  it('makes the order on the click, with the token of the chosen share, and goes to pay', async () => {
    const element = await widget('ready', { user: { name: 'Zoë Meier' } });
    await tick(element);
    query(element, '[type=radio]').click();
    await element.updateComplete;
    expect(text(element)).to.contain('₹343.51');
    const redirect = next(element, 'offset-redirect');
    element.addEventListener('offset-redirect', (event) => event.preventDefault());
    query(element, '[part=button]').click();
    query(element, '[part=button]').click();
    const { url, orderId } = await redirect;
    expect(url).to.equal('https://pay.example/fake-order-1');
    expect(orderId).to.equal('fake-order-1');
    expect(backend.calls.slice(1)).to.deep.equal([
      { method: 'POST', path: 'orders', body: { token: 'quote.0.5.1', user: { name: 'Zoë Meier' } } },
    ]);
    expect(element.offer).to.equal('left');
  });

  it('says so and asks again, without a reload, when the estimate does not arrive', async () => {
    const element = await widget('offline');
    expect(element.state).to.equal('failed');
    backend.use('ready');
    query(element, '[part=button]').click();
    await waitUntil(() => element.state === 'ready');
  });

  it('refuses to open a payment page of an origin that the quote does not allow', async () => {
    const element = await widget('foreignPaymentUrl');
    await tick(element);
    const error = next(element, 'offset-error');
    query(element, '[part=button]').click();
    expect((await error).code).to.equal('payment_url_refused');
    await element.updateComplete;
    expect(text(element)).to.contain('Nothing was charged');
    expect(element.offer).to.equal('selected');
  });

  it('renews a quote that ran out and goes on when it costs the same', async () => {
    const element = await widget('expired');
    element.addEventListener('offset-redirect', (event) => event.preventDefault());
    await tick(element);
    query(element, '[part=button]').click();
    await next(element, 'offset-redirect');
    expect(backend.calls.map(({ path }) => path)).to.deep.equal(['quote', 'orders', 'quote', 'orders']);
  });

  it('keeps the choice but stops for the traveller to look when a renewed quote costs more', async () => {
    const element = await widget('dearer');
    await tick(element);
    query(element, '[part=button]').click();
    await waitUntil(() => element.offer === 'selected');
    await element.updateComplete;
    expect(text(element)).to.contain('The price has changed.');
    expect(text(element)).to.contain('₹697.03');
    expect(box(element).checked).to.equal(true);
    expect(backend.calls.filter(({ path }) => path === 'orders')).to.have.length(1);
  });
});
