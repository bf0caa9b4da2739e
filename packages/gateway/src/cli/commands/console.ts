import { isRole, type Role } from '@flight-offset/console/permissions';
import { invitePerson, listPeople, removePerson } from '../../console/people.ts';
import { type Command, type CommandContext, storeCommand } from '../command.ts';
import { contextOf } from '../order-context.ts';
import { UsageError } from '../read-arguments.ts';
import { requireMerchant } from './merchants.ts';

/** Returns the merchant that a command names; empty, for the gateway's operators, if it names none. */
async function teamOf(command: CommandContext): Promise<string> {
  const { merchant } = command.options;
  return merchant === undefined ? '' : requireMerchant(command, merchant);
}

function roleOf({ options }: CommandContext, merchantId: string): Role {
  const fallback = merchantId === '' ? 'operator' : undefined;
  const role = options.role ?? fallback;
  if (!isRole(role))
    throw new UsageError('--role must be viewer, support, finance or admin; operator without --merchant.');
  return role;
}

/** Commands on people who may sign in to the console. */
export const consoleCommands: readonly Command[] = [
  storeCommand(
    'console invite EMAIL [--merchant MERCHANT --role viewer|support|finance|admin] [--name TEXT]',
    'Adds a person to the console or changes their role. Without --merchant, the person is an operator. Prints their sign-in link.',
    { options: ['merchant', 'role', 'name'] },
    async (command) => {
      const email = command.argument(0, 'EMAIL');
      const merchantId = await teamOf(command);
      const { name } = command.options;
      const hasLink = command.config.signInLinks;
      const person = { merchantId, name, email, role: roleOf(command, merchantId), hasLink };
      const url = await invitePerson(contextOf(command), person, command.by);
      await command.printOnce(url, async () => 'Nobody has seen it: run the command again.');
    },
  ),
  storeCommand(
    'console people [--merchant MERCHANT]',
    'Prints who may sign in: people of a merchant, or the operators.',
    { options: ['merchant'] },
    async (command) => command.print(await listPeople(command.db, await teamOf(command))),
  ),
  storeCommand(
    'console remove PERSON [--merchant MERCHANT]',
    'Removes a person of a merchant, or an operator, and ends their sessions.',
    { options: ['merchant'] },
    async (command) => {
      const id = command.argument(0, 'PERSON');
      await removePerson(command.db, { merchantId: await teamOf(command), id }, command.by);
      command.print(`Person ${id} removed`);
    },
  ),
];
