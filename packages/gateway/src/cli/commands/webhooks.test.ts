import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { createOrder } from '../../orders/create.ts';
import { type Ended, runCommand } from '../../testing/command-line.ts';
import { MERCHANT, openStore, settleOrder, type TestStore } from '../../testing/store.ts';

const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03'] as const;

describe('webhooks replay', () => {
  let folder = '';
  let store: TestStore;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-replay-'));
    store = await openStore(`sqlite:${join(folder, 'gateway.sqlite')}`);
    store.setNow(Date.now() - 1000);
    for (const day of DAYS) {
      const input = {
        emission_amount: 1,
        emission_unit: 'kgCO2',
        callback_url: 'https://m.example/n',
      } as const;
      const { order_id } = JSON.parse((await createOrder(store.context, MERCHANT, input)).body);
      await settleOrder(store, order_id, 'completed');
      const failed = { state: 'dead', created_at: Date.parse(`${day}T23:59:59Z`) } as const;
      await store.db.kysely.updateTable('deliveries').set(failed).where('order_id', '=', order_id).execute();
    }
  });
  after(async () => {
    await store.db.close();
    await rm(folder, { recursive: true, force: true });
  });

  const replay = (...args: string[]): Promise<Ended> =>
    runCommand({ DATABASE_URL: store.url }, 'webhooks', 'replay', '--sandbox', ...args);
  const states = async (): Promise<string[]> => {
    const rows = await store.db.kysely
      .selectFrom('deliveries')
      .select('state')
      .orderBy('created_at')
      .execute();
    return rows.map(({ state }) => state);
  };

  it('webhooks list fails for an order that does not exist, instead of being empty', async () => {
    const listed = ['webhooks', 'list', '--sandbox', '--order', 'ord_none'] as const;
    const { code, out, err } = await runCommand({ DATABASE_URL: store.url }, ...listed);
    assert.deepEqual([code, out, err], [1, '', 'There is no order ord_none.\n']);
  });

  it('webhooks enable refuses an endpoint that is no URL, and names the command that lists them', async () => {
    const { code, err } = await runCommand(
      { DATABASE_URL: store.url },
      ...['webhooks', 'enable', '--sandbox', MERCHANT, 'm.example/n'],
    );
    assert.equal(code, 2);
    assert.match(err, /^URL must be that of an endpoint; see: .* webhooks endpoints MERCHANT\./);
  });

  const misuse: readonly [args: string[], code: number, message: RegExp][] = [
    [[MERCHANT], 2, /--webhook is missing, or --from and --to/],
    [[MERCHANT, '--from', '2026-11-01'], 2, /--webhook is missing, or --from and --to/],
    [[MERCHANT, '--from', 'yesterday', '--to', '2026-11-01'], 2, /--from must be a date/],
    [[MERCHANT, '--from', '2026-11-02', '--to', '2026-11-01'], 2, /^--to must not be earlier than --from/],
    [[MERCHANT, '--from', '2020-11-02', '--to', '2026-11-01'], 1, /at most 366 days/],
    [[MERCHANT, '--webhook', 'msg_1', '--from', '2026-11-01'], 2, /--webhook names one webhook/],
    [[MERCHANT, '--webhook', 'msg_1'], 1, /has no webhook msg_1/],
    [['nobody', '--webhook', 'msg_1'], 1, /no merchant nobody/],
    [[MERCHANT, 'msg_1', '--webhook', 'msg_1'], 2, /"msg_1" is one argument too many/],
  ];
  for (const [args, code, message] of misuse) {
    it(`${args.join(' ')}: exit code ${code}, and nothing is sent`, async () => {
      const ended = await replay(...args);
      assert.equal(ended.code, code);
      assert.match(ended.err, message);
      assert.deepEqual(await states(), ['dead', 'dead', 'dead']);
    });
  }

  it('sends the webhooks of the given days again, both days included, and no others', async () => {
    const { out } = await replay(MERCHANT, '--from', DAYS[0], '--to', DAYS[1]);
    assert.equal(out, '2 webhooks queued');
    assert.deepEqual(await states(), ['pending', 'pending', 'dead']);
    assert.equal((await replay(MERCHANT, '--from', DAYS[0], '--to', DAYS[1])).out, '0 webhooks queued');
  });

  it('sends a single webhook again', async () => {
    const { id } = await store.db.kysely
      .selectFrom('deliveries')
      .select('id')
      .where('state', '=', 'dead')
      .executeTakeFirstOrThrow();
    assert.equal((await replay(MERCHANT, '--webhook', id)).out, '1 webhook queued');
    assert.deepEqual(await states(), ['pending', 'pending', 'pending']);
  });

  it('sends each of 1,001 webhooks once, though the endpoint refuses them again meanwhile', async () => {
    const { kysely } = store.db;
    const {
      sequence,
      lane: _,
      ...row
    } = await kysely.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
    await kysely.deleteFrom('deliveries').execute();
    const id = (n: number): string => `${row.id.slice(0, -4)}${1000 + n}`;
    const rows = Array.from({ length: 1001 }, (_, n) => ({ ...row, id: id(n), state: 'dead' as const }));
    await kysely.insertInto('deliveries').values(rows).execute();
    // Does what a serving process does with webhooks for a disabled endpoint.
    await sql`create trigger refuse after update of state on deliveries when new.state = 'pending'
      begin update deliveries set state = 'dead' where id = new.id; end`.execute(kysely);
    const day = new Date(row.created_at).toISOString().slice(0, 10);
    assert.equal((await replay(MERCHANT, '--from', day, '--to', day)).out, '1,001 webhooks queued');
  });
});
