import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runCommand } from '../../testing/command-line.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { openStore, PROJECT } from '../../testing/store.ts';

onBothEngines('the date of a retirement', ({ database }) => {
  it('is refused as misuse if it is malformed or in the future', async () => {
    const { db, url } = await openStore(await database());
    const record = ['record', '--project', PROJECT.id, '--tonnes', '1', '--serials', 'A-1..A-1'];
    for (const words of [
      [...record, '--url', 'https://registry.example/1'],
      ['correct', 'ret_1', '--reason', 'mistyped'],
    ])
      for (const [date, message] of [
        ['31.03.2026', /^--date must be a date such as 2026-11-30\.\nUsage: /],
        ['2062-04-13', /^--date 2062-04-13 is in the future\.\nUsage: /],
      ] as const) {
        const given = ['retirements', ...words, '--date', date, '--sandbox'];
        const { code, err } = await runCommand({ DATABASE_URL: url }, ...given);
        assert.match(err, message);
        assert.equal(code, 2);
      }
    await db.close();
  });
});
