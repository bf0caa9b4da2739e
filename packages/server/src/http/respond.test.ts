import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CheckoutError } from '../checkout-error.ts';
import { respond } from './respond.ts';

const FAILURES: readonly [name: string, error: unknown, status: number, lines: number][] = [
  ['a fault of the server', new Error('no space left on device'), 500, 1],
  ['a service that is away', new CheckoutError('service_unavailable', 'Try again.'), 503, 1],
  ['an invalid request', new CheckoutError('bad_request', 'No method.', { status: 405 }), 405, 0],
];

for (const [name, error, status, lines] of FAILURES) {
  test(`${name} is a response, and ${lines === 0 ? 'is not printed' : 'is printed with its request id'}`, async (t) => {
    const printed: string[] = [];
    t.mock.method(console, 'error', (line: string) => void printed.push(line));
    const response = await respond(() => Promise.reject(error));
    const { requestId } = (await response.json()) as { requestId: string };
    assert.deepEqual([response.status, printed.length], [status, lines]);
    for (const line of printed)
      assert.match(
        line,
        new RegExp(`adapter failed \\(request ${requestId}\\): .*${(error as Error).message}`),
      );
  });
}
