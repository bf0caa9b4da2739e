import { createReadStream } from 'node:fs';
import { REGISTRIES, type Registry } from '../../registries/column-maps.ts';
import { importRegistryExport } from '../../registries/import.ts';
import { type Command, storeCommand } from '../command.ts';
import { requireNotFolder } from '../given-file.ts';
import { UsageError } from '../read-arguments.ts';
import { readPastDate } from '../read-date.ts';

function isRegistry(name: string): name is Registry {
  return REGISTRIES.some((one) => one === name);
}

/** Commands on public exports of registries. */
export const registryCommands: readonly Command[] = [
  storeCommand(
    'registry import FILE --registry NAME [--date YYYY-MM-DD]',
    `Imports project facts from a registry's public export (CSV); NAME is ${REGISTRIES.join(', ')}.`,
    { options: ['registry', 'date'] },
    async ({ db, argument, by, now, options, print, required }) => {
      const registry = required('registry');
      const { date = new Date(now()).toISOString().slice(0, 10) } = options;
      if (!isRegistry(registry)) throw new UsageError(`--registry must be one of ${REGISTRIES.join(', ')}.`);
      // After an export with a future date, the next ones would be refused as older.
      const exportedOn = readPastDate('date', date, now());
      const source = {
        registry,
        exportedOn,
        file: createReadStream(requireNotFolder(argument(0, 'FILE'))),
      };
      print(await importRegistryExport(db, source, by, now()));
    },
  ),
];
