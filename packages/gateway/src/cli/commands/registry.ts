import { createReadStream } from 'node:fs';
import { REGISTRIES, type Registry } from '../../registries/column-maps.ts';
import { importRegistryExport } from '../../registries/import.ts';
import { type Command, storeCommand } from '../command.ts';
import { givenFile } from '../given-file.ts';
import { UsageError } from '../read-arguments.ts';
import { readDate } from '../read-date.ts';

function isRegistry(name: string | undefined): name is Registry {
  return REGISTRIES.some((one) => one === name);
}

/** What registries state in their public exports. */
export const registryCommands: readonly Command[] = [
  storeCommand(
    'registry import FILE --registry NAME [--date YYYY-MM-DD]',
    `Imports project facts from a registry's public export (CSV); NAME is ${REGISTRIES.join(', ')}.`,
    ['registry', 'date'],
    async ({ db, argument, by, options, print }) => {
      const { registry, date: exportedOn = new Date().toISOString().slice(0, 10) } = options;
      if (!isRegistry(registry)) throw new UsageError(`--registry must be one of ${REGISTRIES.join(', ')}.`);
      const source = {
        registry,
        exportedOn: readDate('date', exportedOn),
        file: createReadStream(givenFile(argument(0, 'FILE'))),
      };
      print(await importRegistryExport(db, source, by));
    },
  ),
];
