import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Provider, RefundReport } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import { sandboxProvider } from './sandbox.ts';
import { withinTime } from './within-time.ts';

/** Longer than a test. */
const LONG_MS = 1e6;

const over = { name: 'ProviderError', fault: { code: 'timeout' } };
const refund: RefundReport = {
  kind: 'refund',
  cause: 'provider',
  reference: 'r',
  paymentReference: 'm',
  amount: { currency: 'INR', amount_minor: 1 },
  state: 'completed',
};

/** A provider that never responds, except with the first of some refunds. */
const silent: Provider = {
  ...sandboxProvider(),
  findByMoney: () => new Promise(() => {}),
  async *refundsOf() {
    yield refund;
    await new Promise(() => {});
  },
};

/** Adds the references of some refunds to `listed`. */
async function list(provider: Provider, money: string, listed: string[] = []): Promise<string[]> {
  for await (const { reference } of provider.refundsOf(money)) listed.push(reference);
  return listed;
}

describe('a provider with a time limit', () => {
  it('fails once the time is over: a call, the rest of a list, and any later call', async () => {
    // The timer alone does not keep the process running.
    const running = setInterval(() => {}, LONG_MS);
    // Nobody waits for this call.
    withinTime(silent, 1);
    const provider = withinTime(silent, 20);
    const listed: string[] = [];
    await Promise.all([
      assert.rejects(provider.findByMoney('m'), over),
      assert.rejects(list(provider, 'm', listed), over),
    ]);
    assert.deepEqual(listed, ['r']);
    await assert.rejects(provider.findByMoney('m'), over);
    clearInterval(running);
  });

  it('passes on responses and refusals within the time', async () => {
    const refused = new ProviderError('sandbox', 'refunds', { status: 401 });
    const provider = withinTime(
      {
        ...silent,
        findByMoney: async () => undefined,
        findRefund: async () => refund,
        async *refundsOf(money) {
          if (money === 'none') throw refused;
          yield refund;
          yield { ...refund, reference: money };
        },
      },
      LONG_MS,
    );
    assert.equal(await provider.findByMoney('m'), undefined);
    assert.equal(await provider.findRefund({ cause: 'requested', provider_reference: 'r' }), refund);
    assert.deepEqual(await list(provider, 'm'), ['r', 'm']);
    await assert.rejects(list(provider, 'none'), refused);
  });
});
