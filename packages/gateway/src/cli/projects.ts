import { readFile } from 'node:fs/promises';
import { importCatalogue } from '../projects/import.ts';
import { type Command, CommandError, storeCommand } from './command.ts';

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError('The catalogue is not valid JSON.');
  }
}

/** The catalogue of projects. */
export const projectCommands: readonly Command[] = [
  storeCommand(
    'projects import FILE',
    'Brings projects, prices and credits in stock to what a JSON file states.',
    [],
    async ({ db, argument, by, print }) => {
      const catalogue = readJson(await readFile(argument(0, 'FILE'), 'utf8'));
      print(`${await importCatalogue(db, catalogue, by)} project(s) imported`);
    },
  ),
  storeCommand('projects list', 'Prints projects, prices and stock.', [], async ({ db, print }) => {
    const { kysely } = db;
    const projects = await kysely.selectFrom('projects').selectAll().orderBy('position').execute();
    const prices = await kysely.selectFrom('project_prices').selectAll().orderBy('effective_from').execute();
    const lots = await kysely.selectFrom('credit_lots').selectAll().orderBy('id').execute();
    print(
      projects.map((project) => ({
        ...project,
        prices: prices.filter((price) => price.project === project.id),
        lots: lots.filter((lot) => lot.project === project.id),
      })),
    );
  }),
];
