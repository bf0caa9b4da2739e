import { readLotUse } from '../../allotments/lot-use.ts';
import { importCatalogue } from '../../projects/import.ts';
import { readPricesSince } from '../../projects/price-lists.ts';
import { type Command, storeCommand } from '../command.ts';
import { withParsedJson } from '../output/field.ts';
import { readJson } from '../read-json.ts';

/** Commands on the catalogue of projects. */
export const projectCommands: readonly Command[] = [
  storeCommand(
    'projects import FILE',
    'Adds and updates the projects, prices and lots of a JSON file; prints what it changed.',
    {},
    async ({ db, argument, by, now, print }) => {
      const catalogue = await readJson(argument(0, 'FILE'));
      print(await importCatalogue(db, catalogue, by, now));
    },
  ),
  storeCommand(
    'projects list [--history]',
    'Prints projects, prices and stock.',
    { flags: ['history'] },
    async ({ db: { kysely }, flags, now, print }) => {
      const projects = await kysely
        .selectFrom('projects')
        .selectAll()
        .orderBy('position')
        .orderBy('id')
        .execute();
      const stated = await readPricesSince(kysely, flags.has('history') ? 0 : now());
      const prices = Map.groupBy(stated, ({ project }) => project);
      const use = new Map((await readLotUse(kysely)).map((one) => [one.id, one]));
      const stored = await kysely
        .selectFrom('credit_lots')
        .select(['id', 'project', 'serial_prefix', 'grams_total'])
        .orderBy('id')
        .execute();
      const used = stored.map((lot) => ({
        ...lot,
        grams_reserved: use.get(lot.id)?.reserved ?? 0,
        grams_allocated: use.get(lot.id)?.allocated ?? 0,
      }));
      const lots = Map.groupBy(used, ({ project }) => project);
      const listed = projects.map((project) => ({
        ...withParsedJson(project, 'descriptions'),
        prices: prices.get(project.id) ?? [],
        lots: lots.get(project.id) ?? [],
      }));
      const withoutProject = <T extends { project: string }>({ project: _, ...row }: T): Omit<T, 'project'> =>
        row;
      const forTable = listed.map(({ project_id, ...one }) => ({
        ...one,
        registry_number: project_id,
        prices: one.prices.map(withoutProject),
        lots: one.lots.map(withoutProject),
      }));
      print(listed, forTable);
    },
  ),
];
