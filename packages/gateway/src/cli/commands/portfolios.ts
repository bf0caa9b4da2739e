import { counted } from '../../counted.ts';
import { listPortfolios } from '../../projects/list-portfolios.ts';
import {
  createPortfolio,
  offerPortfolios,
  setPortfolio,
  withdrawPortfolio,
} from '../../projects/manage-portfolios.ts';
import type { PortfolioPart } from '../../projects/portfolios.ts';
import { removePortfolio } from '../../projects/remove-portfolios.ts';
import { type Command, storeCommand } from '../command.ts';
import { withParsedJson } from '../output/field.ts';
import { UsageError } from '../read-arguments.ts';
import { readJson } from '../read-json.ts';

/** Reads parts as the operator writes them: `wind:70,mangroves:30`, or `wind` for a single project. */
function readParts(text: string): PortfolioPart[] {
  return text.split(',').map((part) => {
    const [, project = '', share = '1'] = /^([^:]+)(?::(\d{1,7}))?$/.exec(part.trim()) ?? [];
    if (project === '')
      throw new UsageError(
        `--parts must be PROJECT:SHARE,… with whole numbers; not ${part.trim() || 'an empty text'}`,
      );
    return { project, share: Number(share) };
  });
}

/** Reads texts for travellers by language from a JSON file such as `{"en": "…", "de": "…"}`. */
async function readTexts(path: string | undefined): Promise<{ descriptions?: Record<string, string> }> {
  if (path === undefined) return {};
  return { descriptions: (await readJson(path)) as Record<string, string> };
}

/** Commands on portfolios, from which payers choose. */
export const portfolioCommands: readonly Command[] = [
  storeCommand(
    'portfolios create ID [--name NAME] --parts PROJECT:SHARE,… [--descriptions FILE]',
    'Adds a portfolio, not offered yet: a project, or a blend in exact shares. Its parts never change.',
    { options: ['name', 'parts', 'descriptions'] },
    async ({ db, argument, by, now, options, print, required }) => {
      const id = argument(0, 'ID');
      const { name = id, descriptions } = options;
      const portfolio = { id, name, parts: readParts(required('parts')), ...(await readTexts(descriptions)) };
      await createPortfolio(db, portfolio, now(), by);
      print(`Portfolio ${id} created`);
    },
  ),
  storeCommand(
    'portfolios set PORTFOLIO [--name NAME] [--descriptions FILE]',
    'Changes what travellers read about a portfolio.',
    { options: ['name', 'descriptions'] },
    async ({ db, argument, by, options, print }) => {
      const { name, descriptions } = options;
      const texts = { ...(name !== undefined && { name }), ...(await readTexts(descriptions)) };
      if (Object.keys(texts).length === 0)
        throw new UsageError('Give at least one option to change something.');
      const id = argument(0, 'PORTFOLIO');
      await setPortfolio(db, id, texts, by);
      print(`Portfolio ${id} changed`);
    },
  ),
  storeCommand(
    'portfolios offer PORTFOLIOS',
    'Offers exactly these portfolios, at most four, in this order; separate their ids with commas.',
    {},
    async ({ db, argument, by, print }) => {
      const ids = argument(0, 'PORTFOLIOS').split(',');
      await offerPortfolios(
        db,
        ids.map((id) => id.trim()),
        by,
      );
      print(`${counted(ids.length, 'portfolio')} offered`);
    },
  ),
  storeCommand(
    'portfolios withdraw PORTFOLIO',
    'Withdraws a portfolio from the offer. Existing orders keep it.',
    {},
    async ({ db, argument, by, print }) => {
      const id = argument(0, 'PORTFOLIO');
      await withdrawPortfolio(db, id, by);
      print(`Portfolio ${id} withdrawn`);
    },
  ),
  storeCommand(
    'portfolios remove PORTFOLIO',
    'Removes a portfolio that no order uses.',
    {},
    async ({ db, argument, by, print }) => {
      const id = argument(0, 'PORTFOLIO');
      await removePortfolio(db, id, by);
      print(`Portfolio ${id} removed`);
    },
  ),
  storeCommand(
    'portfolios list',
    'Prints portfolios with their parts, offered ones first.',
    {},
    async ({ db, print }) => {
      const portfolios = await listPortfolios(db);
      print(portfolios.map((one) => withParsedJson(one, 'descriptions')));
    },
  ),
];
