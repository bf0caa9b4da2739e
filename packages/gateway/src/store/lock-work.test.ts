import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failureText } from '../cli/failure-text.ts';
import { onBothEngines } from '../testing/engines.ts';
import { lockWork } from './lock-work.ts';
import { openDatabase } from './open-database.ts';
import { inTransaction } from './transaction.ts';

onBothEngines('a turn', ({ database, engine }) => {
  it('that another holds too long fails with an error that names the work', {
    skip: engine === 'sqlite',
  }, async () => {
    const url = await database();
    const [one, other] = [openDatabase(url), openDatabase(url, { statementTimeoutMs: 300 })];
    await inTransaction(one, async (tx) => {
      await lockWork(tx, 'projects import');
      await inTransaction(other, (second) => lockWork(second, 'payouts import'));
      const error = await inTransaction(other, (second) => lockWork(second, 'projects import')).then(
        () => assert.fail(),
        (reason: unknown) => reason,
      );
      assert.equal(
        failureText(error),
        'Another "projects import" did not end within GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS; nothing was changed. Run the command again once it has.',
      );
    });
    await Promise.all([one.close(), other.close()]);
  });
});
