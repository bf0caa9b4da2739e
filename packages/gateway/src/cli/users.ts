import { eraseUser, exportUser } from '../users/personal-data.ts';
import { type Command, CommandError, storeCommand } from './command.ts';

/** What is kept of one person, for requests under data protection law. */
export const userCommands: readonly Command[] = [
  storeCommand(
    'users export EMAIL',
    'Prints all that is kept of one e-mail address, of every merchant.',
    [],
    async ({ db, argument, print }) => print(await exportUser(db, argument(0, 'EMAIL'))),
  ),
  storeCommand(
    'users erase EMAIL',
    'Takes name, e-mail address and tax id out of every settled order of an e-mail address.',
    [],
    async ({ db, argument, print }) => {
      const { erased, pending } = await eraseUser(db, argument(0, 'EMAIL'));
      print(`${erased} order(s) erased`);
      if (pending > 0) {
        throw new CommandError(`${pending} order(s) are pending: expire them first, then erase again.`);
      }
    },
  ),
];
