import type { CheckoutStatus } from '@flight-offset/core';
import { expect, fixture, html } from '@open-wc/testing';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';
import {
  box,
  expectAccessible,
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

const PAID: CheckoutStatus = {
  orderId: 'order-1',
  status: 'completed',
  grams: 573_000,
  price: { amountMinor: 1246, currency: 'EUR' },
  receiptUrl: 'https://pay.example/receipt',
};

const shown = (element: Element) => query(element, '[part=order]');

describe('an order in place of the offer', () => {
  it('shows amount, purchase, receipt and reference, and offers nothing', async () => {
    const element = await widget(backend, 'ready', { order: PAID });
    await until(() => shown(element));
    const words = shown(element).textContent!.replace(/\s+/g, ' ');
    for (const part of [
      'Your contribution is paid.',
      '573 kg of carbon credits are allocated to you',
      'Amount: €12.46',
      'Reference: order-1',
      'It does not reduce or cancel the emissions of your flight.',
    ])
      expect(words).to.contain(part);
    expect(shown(element).querySelector('a')!.href).to.equal(PAID.receiptUrl);
    expect(text(element)).to.contain('573 kg CO₂e per passenger');
    expect(box(element)).to.equal(null);
    expect(element.value).to.equal(null);
    await expectAccessible(element);
  });

  for (const [status, words] of [
    ['pending', 'Waiting for your payment to be confirmed…'],
    ['failed', 'The payment was not completed. No contribution was made.'],
  ] as const)
    it(`shows ${status}`, async () => {
      const element = await widget(backend, 'ready', { order: { orderId: 'order-1', status } });
      await until(() => shown(element));
      expect(shown(element).textContent).to.contain(words);
    });

  it('says that credits are retired if they are', async () => {
    const element = await widget(backend, 'ready', { order: { ...PAID, retirement: 'retired' } });
    await until(() => shown(element));
    expect(text(element)).to.contain('573 kg of carbon credits are retired for you');
  });

  it('drops a choice, with the event, and offers again once the page removes the order', async () => {
    const element = await widget(backend);
    await tick(element);
    const dropped = next(element, 'offset-change');
    element.order = PAID;
    expect((await dropped).selected).to.equal(false);
    await until(() => shown(element));
    element.order = undefined;
    await until(() => box(element));
    expect(box(element).checked).to.equal(false);
  });

  it('needs no flights, and is in the language of the page', async () => {
    const element = await fixture<FlightOffsetWidget>(
      html`<flight-offset-widget lang="de" .order=${PAID}></flight-offset-widget>`,
    );
    await until(() => text(element).includes('Betrag: 12,46'));
    expect(backend.now.calls).to.have.length(0);
  });

  it('formats minor units by the currency', async () => {
    for (const [price, words] of [
      [{ amountMinor: 1246, currency: 'JPY' }, '¥1,246'],
      [{ amountMinor: 1246, currency: 'KWD' }, '1.246'],
    ] as const) {
      const element = await widget(backend, 'ready', { order: { ...PAID, price } });
      await until(() => shown(element));
      expect(text(element)).to.contain(words);
    }
  });

  it("does not show the page's own message for a failed estimate", async () => {
    const element = await widget(backend, 'ready', {
      messages: { failed: 'No estimate today.' },
      order: { orderId: 'order-1', status: 'failed' },
    });
    await until(() => shown(element));
    expect(text(element)).not.to.contain('No estimate today.');
  });
});

describe('currency', () => {
  it('is part of the request, and another one requests another quote', async () => {
    const element = await widget(backend, 'ready', { currency: 'EUR' });
    await until(() =>
      backend.now.calls.some(({ body }) => (body as { currency?: string }).currency === 'EUR'),
    );
    element.setAttribute('currency', 'JPY');
    await untilLoaded(element);
    await until(() =>
      backend.now.calls.some(({ body }) => (body as { currency?: string }).currency === 'JPY'),
    );
    const plain = await fixture<FlightOffsetWidget>(
      html`<flight-offset-widget endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget>`,
    );
    await untilLoaded(plain);
    expect(backend.now.calls.at(-1)!.body).not.to.have.property('currency');
  });
});
