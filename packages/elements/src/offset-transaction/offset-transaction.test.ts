import { expect, fixture, html } from '@open-wc/testing';
import { until } from '../until.fixture.ts';
import '../define/offset-transaction.ts';
import { type FakeBackend, fakeBackend } from '../testing/index.ts';
import type { OffsetTransaction } from './offset-transaction.ts';

let backend: FakeBackend;
let restore: () => void;
beforeEach(() => {
  backend = fakeBackend();
  restore = backend.install();
});
afterEach(() => restore());

const text = (element: Element) => element.shadowRoot!.textContent!.replace(/\s+/g, ' ');

describe('offset-transaction', () => {
  it('shows the amount paid and the credits, which it does not call retired', async () => {
    const element = await fixture<OffsetTransaction>(
      html`<offset-transaction endpoint="/offset" transaction-id="01JD6Q4TX"></offset-transaction>`,
    );
    await until(() => element.state === 'ready');
    await element.updateComplete;
    expect(text(element)).to.contain('₹1,374.05');
    expect(text(element)).to.contain('1.146 t');
    // A transaction does not know about the registry: its credits may be only allocated.
    expect(text(element)).not.to.contain('retired');
    await expect(element).to.be.accessible();
  });

  it('never calls certificates credits', async () => {
    const { fetch } = globalThis;
    const fuel = { id: 'x', amount: 12_600, carbon_credits: 0, aviation_fuel: 0.3 };
    globalThis.fetch = async () => Response.json(fuel);
    const element = await fixture<OffsetTransaction>(
      html`<offset-transaction endpoint="/offset" transaction-id="x"></offset-transaction>`,
    );
    await until(() => element.state === 'ready');
    await element.updateComplete;
    globalThis.fetch = fetch;
    expect(text(element)).to.match(/Aviation-fuel certificates ?0\.3 t/);
    expect(text(element)).not.to.contain('redits');
  });

  it('requests and shows nothing without an endpoint and an identifier', async () => {
    for (const part of [{ endpoint: '/offset' }, { transactionId: 'x' }]) {
      const element = Object.assign(document.createElement('offset-transaction'), part);
      document.body.append(element);
      await element.updateComplete;
      expect(element.state).to.equal('idle');
      expect(element.shadowRoot!.querySelector('.card')).to.equal(null);
      element.remove();
    }
    expect(backend.calls).to.deep.equal([]);
  });

  it('distinguishes an unknown transaction from a failed request', async () => {
    const real = globalThis.fetch;
    globalThis.fetch = async () => Response.json({ code: 'not_found', message: 'No.' }, { status: 404 });
    const element = await fixture<OffsetTransaction>(
      html`<offset-transaction endpoint="/offset" transaction-id="x"></offset-transaction>`,
    );
    await until(() => element.state === 'missing');
    await element.updateComplete;
    expect(element.shadowRoot!.querySelector('button')).to.equal(null);
    globalThis.fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    await element.retry();
    globalThis.fetch = real;
    expect(element.state).to.equal('failed');
    await element.updateComplete;
    expect(element.shadowRoot!.querySelector('button')).not.to.equal(null);
  });
});
