import { counted } from '../../counted.ts';
import { eraseUser } from '../../users/erase-user.ts';
import { exportUser } from '../../users/export-user.ts';
import { peopleOf } from '../../users/stored.ts';
import { type Command, CommandError, storeCommand } from '../command.ts';

/** Data stored for one person, for requests under data protection law. */
export const userCommands: readonly Command[] = [
  storeCommand(
    'users export EMAIL',
    'Exports all data stored for an email address, across all merchants.',
    [],
    async ({ db, argument, print }) => print(await exportUser(db, argument(0, 'EMAIL'))),
  ),
  storeCommand(
    'users erase EMAIL',
    'Erases name, email address and tax id from every settled order of an email address.',
    [],
    async ({ db, argument, by, print }) => {
      const email = argument(0, 'EMAIL');
      const { erased, pending } = await eraseUser(db, email, by);
      print(`${counted(erased, 'order')} erased`);
      const left: string[] = [];
      if (pending > 0)
        left.push(`Still pending: ${counted(pending, 'order')}. Expire them, then erase again.`);
      for (const { id, merchant_id } of await peopleOf(db.kysely, email.toLowerCase())) {
        const remove = `flight-offset-gateway console remove ${id}${merchant_id && ` --merchant ${merchant_id}`}`;
        left.push(`Still a person of the console: run ${remove} too.`);
      }
      if (left.length > 0) throw new CommandError(left.join('\n'));
    },
  ),
];
