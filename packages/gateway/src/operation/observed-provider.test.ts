import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Provider } from '../providers/provider.ts';
import { observedProvider } from './observed-provider.ts';

it('reports each call to the provider when it ends, without changing its result', async () => {
  const away = new Error('the provider is away');
  const { promise: found, resolve } = Promise.withResolvers<{ state: 'paid' }>();
  const provider = {
    find: () => found,
    close: () => Promise.reject(away),
  } as unknown as Provider;
  const reported: string[] = [];
  const observed = observedProvider(provider, (...call) => void reported.push(call.join(' ')));
  const payment = {} as Parameters<Provider['find']>[0];
  const finding = observed.find(payment);
  await assert.rejects(observed.close(payment), away);
  assert.deepEqual(reported, ['close failed']);
  resolve({ state: 'paid' });
  assert.deepEqual(await finding, { state: 'paid' });
  assert.deepEqual(reported, ['close failed', 'find ok']);
});
