/** Payments are found by an index: given the choice, SQLite would read every payment the provider ever took. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CompiledQuery } from 'kysely';
import type { Provider } from '../providers/provider.ts';
import { sqlitePlan } from '../testing/sqlite-plan.ts';
import { MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { checkOpenPayments } from './check-open-payments.ts';
import { readReportedPayments } from './reported-payment.ts';

let store: TestStore;
before(async () => {
  store = await openStore('sqlite::memory:');
});
after(() => store.db.close());

/** Returns SQLite's plan for the only query among some calls, a line per step. */
async function planOf(calls: readonly { readonly arguments: unknown[] }[]): Promise<string> {
  const [[compiled] = [], ...others] = calls.map((call) => call.arguments);
  assert.equal(others.length, 0);
  return sqlitePlan(store.db, compiled as CompiledQuery);
}

describe('an index finds', () => {
  for (const merchantId of [undefined, MERCHANT])
    it(`the payment that a provider reports${merchantId ? ', of a merchant' : ''}`, async (t) => {
      const report = { kind: 'payment', state: 'paid', reference: 'page-1', paymentId: 'pay_1' } as const;
      const executed = t.mock.method(store.db.kysely.getExecutor(), 'executeQuery');
      await readReportedPayments(store.db.kysely, store.context, 'bank', [{ report, merchantId }]);
      const plan = await planOf(executed.mock.calls);
      assert.match(plan, /\(provider=\? AND reference=\?\)/, plan);
      assert.match(plan, /\(id=\?\)/, plan);
      assert.doesNotMatch(plan, /\((?:provider|merchant_id)=\?\)/, plan);
    });

  for (const all of [false, true])
    it(`open payments${all ? '' : ' that are due for a check'}`, async (t) => {
      const executed = t.mock.method(store.db.kysely.getExecutor(), 'executeQuery');
      await checkOpenPayments(store.context, { name: 'bank' } as Provider, { all });
      const plan = await planOf(executed.mock.calls);
      assert.match(plan, /^SEARCH payments USING INDEX payments_check /, plan);
      assert.doesNotMatch(plan, /TEMP B-TREE/, plan);
    });
});
