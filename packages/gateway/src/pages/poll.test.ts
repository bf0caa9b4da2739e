import assert from 'node:assert/strict';
import { it } from 'node:test';
import { POLL_SCRIPT } from './poll.ts';

it('a waiting page reloads once its state has changed, and not while the gateway is unavailable', async () => {
  const pages = [
    ...['<main data-waits>', new TypeError('failed to fetch'), '<main data-waits>'],
    // Responses of a proxy in front of the gateway.
    ...[{ status: 502 }, { status: 429 }, 'hangs', '<main>'],
  ];
  const timers: [poll: () => Promise<void>, ms: number][] = [];
  const loaded: string[] = [];
  const address = 'https://gateway.example/pay/x?from=provider';
  const location = { href: `${address}#_=_`, replace: (url: string) => loaded.push(url) };
  async function fetch(
    _url: string,
    init: { signal?: 'times out' },
  ): Promise<{ status: number; text(): Promise<string> }> {
    const next = pages.shift() ?? assert.fail();
    if (next === 'hangs' && !init.signal) loaded.push('never');
    if (next === 'hangs') throw new Error(init.signal);
    if (next instanceof Error) throw next;
    return typeof next === 'string'
      ? { status: 200, text: async () => next }
      : { ...next, text: async () => '<h1>Bad gateway</h1>' };
  }
  class DOMParser {
    parseFromString = (text: string) => ({ querySelector: () => (text.includes('data-waits') ? {} : null) });
  }
  const setTimeout = (poll: () => Promise<void>, ms: number) => timers.push([poll, ms]);
  new Function('fetch', 'location', 'setTimeout', 'DOMParser', 'AbortSignal', POLL_SCRIPT)(
    fetch,
    location,
    setTimeout,
    DOMParser,
    { timeout: () => 'times out' },
  );
  for (let polls = 1; polls <= 7; polls += 1) {
    assert.deepEqual([timers.length, timers[0]?.[1], loaded], [1, 3000, []], `before poll ${polls}`);
    await timers.shift()?.[0]();
  }
  // If the address has a fragment, a browser scrolls and loads nothing.
  assert.deepEqual([timers, loaded], [[], [address]]);
});
