import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Refusal } from '@flight-offset/console';
import { Problem } from '../problem.ts';
import { StatementError } from '../statements/statement-error.ts';
import { rethrowAsRefusal } from './rethrow-as-refusal.ts';

const thrown = (error: Error): Promise<unknown> =>
  rethrowAsRefusal(Promise.reject(error)).catch((one) => one);

it('refuses a mistake with its own message, and with 409 for a conflict', async () => {
  for (const [error, message, status] of [
    [new Problem(40907, 'More than is left.'), 'More than is left.', 409],
    [new Problem(40002, 'An amount is needed.'), 'An amount is needed.', 422],
    [new StatementError('period_not_over', 'the month is not over'), 'The month is not over.', 422],
  ] as const) {
    const refusal = await thrown(error);
    assert.ok(refusal instanceof Refusal);
    assert.deepEqual([refusal.message, refusal.status], [message, status]);
  }
});

it('passes on a failure of the gateway unchanged', async () => {
  for (const error of [new Problem(50301, 'The database is unavailable.'), new TypeError('x is not y')])
    assert.equal(await thrown(error), error);
});
