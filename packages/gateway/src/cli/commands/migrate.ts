import { sql } from 'kysely';
import { recordAudit } from '../../audit/record.ts';
import { databaseOptions } from '../../config.ts';
import { distributeWithoutTimeout } from '../../store/citus/distribute.ts';
import { inTransaction } from '../../store/transaction.ts';
import { type Command, storeCommand } from '../command.ts';

/** Brings the database up to date. */
export const migrateCommand: Command = storeCommand(
  'migrate [--citus]',
  'Creates the database or updates its schema, as serve does. Prints its migrations. --citus then spreads the tables of merchants over the workers of a Citus cluster; restart the gateways afterwards.',
  { migrates: true, flags: ['citus'] },
  async (command) => {
    if (command.flags.has('citus')) {
      const tables = await distributeWithoutTimeout(
        command.config.DATABASE_URL,
        databaseOptions(command.config),
      );
      const change = { action: 'database.distributed', after: { tables } };
      if (tables.length > 0) await inTransaction(command.db, (tx) => recordAudit(tx, command.by, change));
      command.print(tables.join('\n') || 'Every table is already distributed.');
      return;
    }
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
      command.db.kysely,
    );
    command.print(rows.map(({ name }) => name).join('\n'));
  },
);
