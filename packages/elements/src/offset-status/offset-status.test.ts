import type { CheckoutStatus } from '@flight-offset/core';
import { expect, fixture, html } from '@open-wc/testing';
import '../define/offset-status.ts';
import { type FakeBackend, fakeBackend } from '../testing/index.ts';
import { translate } from '../translate.fixture.ts';
import type { OffsetStatus } from './offset-status.ts';

let backend: FakeBackend;
let restore: () => void;
const wait = globalThis.setTimeout;

beforeEach(() => {
  backend = fakeBackend();
  restore = backend.install();
});
afterEach(() => {
  restore();
  globalThis.setTimeout = wait;
});

/** Waits for a condition on the real clock, even if a test replaces timers. */
async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 10_000 && !condition(); tries++)
    await new Promise((resolve) => wait(resolve, 10));
  expect(condition(), `${condition}`).to.equal(true);
}

/** Makes pauses end at once, and returns a list of their lengths in seconds. */
function hurry(): number[] {
  const pauses: number[] = [];
  globalThis.setTimeout = ((callback: () => void, delay = 0) => {
    if (delay < 1000) return wait(callback, delay);
    pauses.push(delay / 1000);
    return wait(callback, 0);
  }) as typeof setTimeout;
  return pauses;
}

const mount = () =>
  fixture<OffsetStatus>(html`<offset-status endpoint="/offset" order-id="fake-order-1"></offset-status>`);
const text = (element: Element) => element.shadowRoot!.textContent!.replace(/\s+/g, ' ');

describe('offset-status', () => {
  it('shows nothing without an order', async () => {
    const element = await fixture<OffsetStatus>(html`<offset-status endpoint="/offset"></offset-status>`);
    expect(element.state).to.equal('idle');
    expect(element.shadowRoot!.querySelector('.card')).to.equal(null);
    expect(backend.calls).to.have.length(0);
  });

  for (const [state, words] of [
    ['completed', 'Your contribution is paid. 1,146 kg of carbon credits are allocated to you'],
    ['failed', 'The payment was not completed.'],
  ] as const)
    it(`shows ${state}`, async () => {
      backend.setOrderStatus(state);
      const element = await mount();
      await until(() => element.state === state);
      await element.updateComplete;
      expect(text(element)).to.contain(words);
      expect(element.matches(`:state(${state})`)).to.equal(true);
      expect(element.shadowRoot!.querySelector('button')).to.equal(null);
      expect(element.shadowRoot!.querySelector('[aria-busy=true]')).to.equal(null);
      await expect(element).to.be.accessible();
    });

  /** Returns the text of a page for an order with this status of the backend. */
  async function shownOf(order: Partial<CheckoutStatus>): Promise<string> {
    const { fetch } = globalThis;
    const status = { orderId: 'fake-order-1', status: 'completed', grams: 1_146_000, ...order };
    globalThis.fetch = async () => Response.json(status);
    const element = await mount();
    await until(() => element.state === 'completed');
    await element.updateComplete;
    globalThis.fetch = fetch;
    await expect(element).to.be.accessible();
    return text(element);
  }

  for (const [retirement, words] of [
    ['allocated', 'Aviation-fuel certificates for 1,146 kg of CO₂e are allocated to you'],
    ['retired', 'Aviation-fuel certificates for 1,146 kg of CO₂e are retired for you'],
  ] as const)
    it(`never calls certificates credits (${retirement})`, async () => {
      const shown = await shownOf({ product: 'aviation_fuel', retirement });
      expect(shown).to.contain(words);
      expect(shown).not.to.contain('credits');
    });

  for (const [refunded, words, others] of [
    ['whole', 'Your contribution was refunded.', ['is paid', 'funds a project']],
    ['part', 'Your contribution is paid. A part of it was refunded.', ['was refunded. A', 'Wind']],
  ] as const)
    it(`claims nothing that was refunded (${refunded})`, async () => {
      const project = { name: 'Wind', registry: 'Verra', project_id: '1' } as NonNullable<
        CheckoutStatus['project']
      >;
      const shown = await shownOf({ refunded, project, receiptUrl: 'https://pay.example/1' });
      expect(shown).to.contain(words);
      expect(shown).to.contain('Receipt');
      for (const other of [...others, 'allocated', 'false']) expect(shown).not.to.contain(other);
    });

  it('states each project of a blend with its own part', async () => {
    const [wind, trees] = ['Wind', 'Trees'].map((name) => ({
      name,
      registry: 'Verra',
      project_id: 'VCS-1',
      category: 'C',
      type: 'T',
      public_url: `https://registry.example/${name}`,
    }));
    const projects = [
      { ...wind!, grams: 802_200 },
      { ...trees!, grams: 343_800 },
    ];
    const shown = await shownOf({ project: wind!, projects });
    expect(shown).to.match(
      /1,146 kg of carbon credits are allocated to you ?802\.2 kg · Wind, Verra VCS-1 ?343\.8 kg · Trees/,
    );
    expect(await shownOf({ project: wind!, projects: [{ ...wind!, grams: 1_146_000 }] })).to.contain(
      'are allocated to you: Wind, Verra VCS-1',
    );
  });

  for (const currency of ['POINTS', undefined])
    it(`shows a paid order without its amount if the browser does not know its currency: ${currency}`, async () => {
      const price = { amountMinor: 1200, currency } as CheckoutStatus['price'];
      const shown = await shownOf({ price });
      expect(shown).to.contain('Your contribution is paid.').and.to.contain('fake-order-1');
      expect(shown).not.to.contain('Amount');
      expect(await shownOf({ price: { ...price!, formatted: '1,200 points' } })).to.contain('1,200 points');
    });

  it('repeats beside a paid contribution that it does not reduce the emissions', async () => {
    backend.setOrderStatus('completed');
    const element = await mount();
    await until(() => element.state === 'completed');
    await element.updateComplete;
    expect(text(element)).to.contain('It does not reduce or cancel the emissions of your flight.');
  });

  it('ignores the status in the URL of the page', async () => {
    const here = location.href;
    history.replaceState(null, '', '?order_id=fake-order-1&status=completed');
    const element = await mount();
    await until(() => backend.calls.length === 1);
    expect(element.state).to.equal('pending');
    await expect(element).to.be.accessible();
    history.replaceState(null, '', here);
  });

  it('polls with back-off until the order is final', async () => {
    const pauses = hurry();
    const real = globalThis.fetch;
    globalThis.fetch = (...parameters) => {
      if (backend.calls.length === 4) backend.setOrderStatus('completed');
      return real(...parameters);
    };
    const element = await mount();
    await until(() => element.state === 'completed');
    globalThis.fetch = real;
    expect(pauses).to.deep.equal([1, 2, 3, 4]);
    expect(backend.calls).to.have.length(5);
  });

  it('updates the message when the order is paid, also after the browser translated it', async () => {
    hurry();
    const element = await mount();
    await element.updateComplete;
    const words = () => element.shadowRoot!.querySelector('[part=message]')!;
    translate(element.shadowRoot!);
    backend.setOrderStatus('completed');
    await until(() => element.matches(':state(completed)'));
    expect(words().textContent).to.equal('Your contribution is paid.');
  });

  it('stops after two minutes and checks again on click', async () => {
    const pauses = hurry();
    const element = await mount();
    await until(() => element.state === 'waiting');
    await element.updateComplete;
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).to.be.within(110, 120);
    expect(text(element)).to.contain('Your payment is not confirmed yet.');
    backend.setOrderStatus('completed');
    element.shadowRoot!.querySelector('button')!.click();
    await until(() => element.state === 'completed');
  });

  it('continues after requests that failed for a while', async () => {
    hurry();
    const real = globalThis.fetch;
    let tries = 0;
    globalThis.fetch = async (...parameters) => {
      if (++tries < 4) throw new TypeError('Failed to fetch');
      return real(...parameters);
    };
    backend.setOrderStatus('completed');
    const element = await mount();
    await until(() => element.state === 'completed');
    globalThis.fetch = real;
  });

  for (const response of [null, {}, { status: 'paid' }])
    it(`treats a response without a status as an error, not as final: ${JSON.stringify(response)}`, async () => {
      hurry();
      const real = globalThis.fetch;
      globalThis.fetch = async () => Response.json(response);
      const ended = new Promise<Event>((resolve) => {
        for (const name of ['offset-status', 'offset-error'])
          document.addEventListener(name, resolve, { once: true });
      });
      const element = await mount();
      expect((await ended).type).to.equal('offset-error');
      globalThis.fetch = real;
      await element.updateComplete;
      expect(element.state).to.equal('unknown');
      expect(element.shadowRoot!.querySelector('button')!.textContent).to.equal('Check again');
    });

  it('stops at an unknown order and offers no retry', async () => {
    const element = await fixture<OffsetStatus>(
      html`<offset-status endpoint="/offset" order-id="../../nothing"></offset-status>`,
    );
    const real = globalThis.fetch;
    globalThis.fetch = async () =>
      Response.json({ code: 'not_found', message: 'No such order.' }, { status: 404 });
    await element.retry();
    globalThis.fetch = real;
    await element.updateComplete;
    expect(element.state).to.equal('unknown');
    expect(element.shadowRoot!.querySelector('button')).to.equal(null);
    expect(backend.calls.map(({ path }) => path)).to.deep.equal(['orders/..%2F..%2Fnothing/status']);
  });

  it("stops if the page's origin is not allowed", async () => {
    const pauses = hurry();
    const real = globalThis.fetch;
    globalThis.fetch = async () => Response.json({ code: 'forbidden', message: 'No.' }, { status: 403 });
    const element = await mount();
    await until(() => element.state === 'unknown');
    globalThis.fetch = real;
    expect(pauses).to.deep.equal([]);
  });

  it('stops after two minutes, however long each response took', async () => {
    const pauses = hurry();
    const { now } = Date;
    const element = await mount();
    Date.now = () => now() + 121_000;
    await until(() => element.state === 'waiting');
    Date.now = now;
    expect(pauses.length).to.be.below(5);
  });

  it('continues when it is moved', async () => {
    const element = await mount();
    await until(() => backend.calls.length === 1);
    let errors = 0;
    element.addEventListener('offset-error', () => errors++);
    const place = await fixture(html`<div></div>`);
    hurry();
    place.append(element);
    backend.setOrderStatus('completed');
    await until(() => element.state !== 'pending');
    expect(element.state).to.equal('completed');
    expect(errors).to.equal(0);
  });

  it('keeps the focus on the card when it checks again', async () => {
    const element = await fixture<OffsetStatus>(
      html`<offset-status endpoint="/offset" order-id="1"></offset-status>`,
    );
    hurry();
    await until(() => element.state === 'waiting');
    await element.updateComplete;
    const button = element.shadowRoot!.querySelector('button')!;
    button.focus();
    backend.setOrderStatus('completed');
    button.click();
    await until(() => element.state === 'completed');
    await element.updateComplete;
    expect(element.shadowRoot!.activeElement === element.shadowRoot!.querySelector('.card')).to.equal(true);
  });

  it('stops polling when it is removed, and continues when it is back', async () => {
    const element = await mount();
    await until(() => backend.calls.length === 1);
    const place = element.parentElement!;
    let errors = 0;
    element.addEventListener('offset-error', () => errors++);
    element.remove();
    hurry();
    await until(() => element.state !== 'pending');
    const requests = backend.calls.length;
    backend.setOrderStatus('completed');
    place.append(element);
    await until(() => element.state === 'completed');
    expect(backend.calls.length).to.equal(requests + 1);
    expect(errors).to.equal(0);
  });
});
