import { counted } from '../../counted.ts';
import { isId } from '../../store/ids.ts';
import { eraseUser } from '../../users/erase-user.ts';
import { exportUser } from '../../users/export-user.ts';
import { peopleOf, subjectOf } from '../../users/stored.ts';
import { type Command, type CommandContext, CommandError, storeCommand } from '../command.ts';
import { UsageError } from '../read-arguments.ts';

/** Refuses a name or a tax id: "0 orders erased" would read as if there were nothing to erase. */
function emailOrOrder({ argument }: CommandContext): string {
  const given = argument(0, 'EMAIL|ORDER');
  if (given.includes('@') || isId(given, 'ord')) return given;
  throw new UsageError(
    'EMAIL|ORDER must be an email address or an order. To find the orders of a person without an address, use orders list.',
  );
}

/** Commands on data stored for one person, for requests under data protection law. */
export const userCommands: readonly Command[] = [
  storeCommand(
    'users export EMAIL|ORDER',
    'Exports all data stored for an email address, across all merchants, or for one order.',
    {},
    async (command) => command.print(await exportUser(command.db, emailOrOrder(command))),
  ),
  storeCommand(
    'users erase EMAIL|ORDER',
    'Erases name, email address and tax id from every settled order of an email address, or from one order.',
    {},
    async (command) => {
      const { db, by, print } = command;
      const subject = emailOrOrder(command);
      const { erased, pending } = await eraseUser(db, subject, by);
      print(`${counted(erased, 'order')} erased`);
      const left: string[] = [];
      if (pending > 0)
        left.push(`Still pending: ${counted(pending, 'order')}. Expire them, then erase again.`);
      for (const { id, merchant_id } of await peopleOf(db.kysely, subjectOf(subject))) {
        const remove = `flight-offset-gateway console remove ${id}${merchant_id && ` --merchant ${merchant_id}`}`;
        left.push(`This person can still sign in to the console: run ${remove} too.`);
      }
      if (left.length > 0) throw new CommandError(left.join('\n'));
    },
  ),
];
