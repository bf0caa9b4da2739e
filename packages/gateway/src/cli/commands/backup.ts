import { backUp, restore } from '../../backup/back-up.ts';
import { readConfig } from '../../config.ts';
import { type Command, storeCommand } from '../command.ts';
import { readArguments, UsageError } from '../read-arguments.ts';

const NEXT = `Restored. Next:
  flight-offset-gateway migrate              if the backup is of an earlier version
  flight-offset-gateway refunds paid REFUND  again for what was paid another way since: the next command would send it
  flight-offset-gateway payments reconcile --since TIME   with the time of the backup
  flight-offset-gateway retirements record   again for what was retired since; likewise \`retirements correct\`
  flight-offset-gateway keys revoke KEY      again for what was revoked since; likewise \`console remove\`, \`webhooks rotate\`
  flight-offset-gateway users erase EMAIL    again for whoever was erased since; likewise \`audit erase\`
  flight-offset-gateway doctor`;

/** Restores a backup; the only command that requires that the database does not exist yet. */
const restoreCommand: Command = {
  words: ['restore'],
  usage: 'restore FILE',
  about:
    'Restores a backup to the database of DATABASE_URL, which must be empty or not exist. A backup of SQLite also restores to PostgreSQL.',
  options: ['sandbox'],
  async run(args, environment, out) {
    const { positionals, flags } = readArguments(args, { flags: ['sandbox'], most: 1 });
    const [file] = positionals;
    if (!file?.trim()) throw new UsageError('FILE is missing.');
    const sandbox = flags.has('sandbox');
    const { DATABASE_URL } = readConfig(environment, { sandbox, command: 'manage' });
    await restore(file, DATABASE_URL, environment);
    out.write(`${NEXT}\n`);
    return 0;
  },
};

/** Commands that back up and restore the whole store. */
export const backupCommands: readonly Command[] = [
  storeCommand(
    'backup FILE',
    'Backs up the database to a new file while the gateway runs; PostgreSQL with pg_dump. Keep the master key elsewhere.',
    { checks: false },
    async ({ config, argument, environment, print }) => {
      print(await backUp(config.DATABASE_URL, argument(0, 'FILE'), environment));
    },
  ),
  restoreCommand,
];
