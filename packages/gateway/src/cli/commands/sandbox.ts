import { removeSandbox } from '../../operation/remove-sandbox.ts';
import { type Command, storeCommand } from '../command.ts';
import { contextOf } from '../order-context.ts';

/** Commands on the rows that `serve --sandbox` creates. */
export const sandboxCommands: readonly Command[] = [
  storeCommand(
    'sandbox remove',
    "Removes the sandbox's credentials, projects, portfolios, credits, people and keys: the database may then take real payments.",
    { opensSecrets: false },
    async (command) => {
      const removed = await removeSandbox(contextOf(command), command.by);
      command.print(removed.length === 0 ? 'No sandbox data found.' : removed.join('\n'));
    },
  ),
];
