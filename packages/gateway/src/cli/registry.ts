import { createReadStream } from 'node:fs';
import { REGISTRIES, type Registry } from '../registries/column-maps.ts';
import { importRegistryExport } from '../registries/import.ts';
import { ExportError } from '../registries/read-export.ts';
import { type Command, CommandError, storeCommand, UsageError } from './command.ts';

function isRegistry(name: string | undefined): name is Registry {
  return REGISTRIES.some((one) => one === name);
}

/** What registries state in their public exports. */
export const registryCommands: readonly Command[] = [
  storeCommand(
    'registry import FILE --registry NAME [--date YYYY-MM-DD]',
    `Takes over what a registry's public export (CSV) states of the projects in the catalogue; NAME is ${REGISTRIES.join(', ')}.`,
    ['registry', 'date'],
    async ({ db, argument, by, options, print }) => {
      const { registry, date: exportedOn = new Date().toISOString().slice(0, 10) } = options;
      if (!isRegistry(registry)) throw new UsageError(`--registry must be one of ${REGISTRIES.join(', ')}.`);
      if (!/^\d{4}-\d\d-\d\d$/.test(exportedOn) || Number.isNaN(Date.parse(exportedOn))) {
        throw new UsageError('--date must be the date of the export, such as 2026-04-13.');
      }
      const path = argument(0, 'FILE');
      try {
        const source = { registry, exportedOn, file: createReadStream(path) };
        print(await importRegistryExport(db, source, by));
      } catch (error) {
        if (error instanceof ExportError) throw new CommandError(`Nothing was imported: ${error.message}.`);
        if (error instanceof Error && 'syscall' in error) {
          throw new CommandError(`Cannot read ${path} (${'code' in error ? error.code : 'read'}).`);
        }
        throw error;
      }
    },
  ),
];
