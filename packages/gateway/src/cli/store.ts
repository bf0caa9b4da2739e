import { sql } from 'kysely';
import { type Command, storeCommand } from './command.ts';

/** The store as a whole. */
export const storeCommands: readonly Command[] = [
  storeCommand(
    'migrate',
    'Makes the database, or brings its schema up to date; serve does so too.',
    [],
    async (command) => {
      const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
        command.db.kysely,
      );
      command.print(rows.map(({ name }) => name).join('\n'));
    },
    { migrates: true },
  ),
];
