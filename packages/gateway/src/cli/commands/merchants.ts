import { attentionOf } from '../../console/attention.ts';
import { createOverview } from '../../console/overview.ts';
import { changeMerchant } from '../../merchants/change.ts';
import { createMerchant } from '../../merchants/create.ts';
import { createPlatform } from '../../merchants/create-platform.ts';
import { noMerchantMessage } from '../../merchants/lock-merchant.ts';
import { removeMerchant, removePlatform } from '../../merchants/remove.ts';
import { orderSettings } from '../../orders/settings.ts';
import { type BrandFault, findBrandFault } from '../../pages/brand.ts';
import { findLegalFault, LEGAL_PAGES, legalColumns } from '../../pages/legal-pages.ts';
import { type Command, type CommandContext, CommandError, storeCommand } from '../command.ts';
import { withParsedJson } from '../output/field.ts';
import { UsageError } from '../read-arguments.ts';
import { readLimits, readSettlement, readTax } from './settlement-options.ts';

/** Option value that removes a setting. */
const NONE = 'none';
/** A header value that arrives unchanged. */
const HEADER_VALUE = /^[!-~](?:[ -~]*[!-~])?$/;
const BRAND = ['accent', 'logo', 'return', 'refund-webhooks'];
/** Options for facts about the seller that payers read. */
const LEGAL = ['seller', ...LEGAL_PAGES] as const;

const BRAND_OPTIONS: Readonly<Record<BrandFault['part'], string>> = {
  accent: '--accent',
  logo: '--logo',
  origins: '--return',
};

const unlessNone = (value: string | undefined): string | undefined => (value === NONE ? undefined : value);

/** Reads the settings of a merchant from the options: brand, return origins, webhooks about refunds. */
function readBrand({ options }: CommandContext): {
  accent?: string | null;
  logo_url?: string | null;
  return_origins?: string;
  refund_webhooks?: number;
} {
  const { accent, logo, return: origins, 'refund-webhooks': refunds } = options;
  if (refunds !== undefined && refunds !== 'on' && refunds !== 'off')
    throw new UsageError('--refund-webhooks must be on or off.');
  const listed = origins === NONE ? [] : origins?.split(',').map((text) => text.trim());
  const fault = findBrandFault({ accent: unlessNone(accent), logoUrl: unlessNone(logo), origins: listed });
  if (fault) throw new UsageError(`${BRAND_OPTIONS[fault.part]} ${fault.rule}, or none.`);
  return {
    ...(accent === undefined ? {} : { accent: accent === NONE ? null : accent }),
    ...(logo === undefined ? {} : { logo_url: logo === NONE ? null : logo }),
    ...(refunds === undefined ? {} : { refund_webhooks: refunds === 'on' ? 1 : 0 }),
    ...(listed === undefined ? {} : { return_origins: JSON.stringify(listed) }),
  };
}

/** Reads the seller and the URLs of its legal pages from the options. */
function readLegal({ options }: CommandContext): ReturnType<typeof legalColumns> {
  const given = LEGAL.filter((part) => options[part] !== undefined);
  const parts = Object.fromEntries(given.map((part) => [part, unlessNone(options[part])]));
  const fault = findLegalFault(parts);
  if (fault) throw new UsageError(`--${fault.part} ${fault.rule}, or none.`);
  return legalColumns(parts);
}

/** Finds a merchant. @param id default: the first argument of the command. @throws CommandError if there is none. */
export async function requireMerchant(
  { db, argument }: CommandContext,
  id: string = argument(0, 'MERCHANT'),
): Promise<string> {
  const row = await db.kysely.selectFrom('merchants').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw new CommandError(noMerchantMessage(id));
  return row.id;
}

/** Commands on merchants and their platforms. */
export const merchantCommands: readonly Command[] = [
  storeCommand(
    'merchants create NAME [--accent #rrggbb] [--logo URL] [--return ORIGIN,…] [--refund-webhooks on|off]',
    'Adds a merchant; prints its identifier.',
    { options: BRAND },
    async (command) => {
      const name = command.argument(0, 'NAME');
      const given = { name, ...readBrand(command) };
      command.print(await createMerchant(command.db, given, command.by, command.now()));
    },
  ),
  storeCommand(
    'merchants set MERCHANT [--name NAME] [--accent #rrggbb] [--logo URL] [--return ORIGIN,…] [--seller TEXT] [--imprint URL] [--terms URL] [--privacy URL] [--accessibility URL] [--withdrawal URL] [--refund-webhooks on|off] [--settlement payer|merchant] [--limit EUR:50000,…] [--tax none|MODE:RATE:LABEL:SELLER]',
    'Changes a merchant. With --settlement merchant it may collect payments itself, up to its --limit.',
    { options: [...BRAND, ...LEGAL, 'name', 'settlement', 'limit', 'tax'] },
    async (command) => {
      const id = await requireMerchant(command);
      const { name, settlement, limit, tax } = command.options;
      const settings = {
        ...readBrand(command),
        ...readLegal(command),
        ...(name === undefined ? {} : { name }),
        ...(settlement === undefined ? {} : { settlement: readSettlement(settlement) }),
        ...(tax === undefined ? {} : { tax: readTax(tax) }),
      };
      const limits = limit === undefined ? [] : readLimits(limit);
      if (Object.keys(settings).length + limits.length === 0) {
        throw new UsageError('Give at least one option to change something.');
      }
      await changeMerchant(command.db, id, { settings, limits }, command.by);
      command.print(`Merchant ${id} changed`);
    },
  ),
  storeCommand(
    'merchants remove MERCHANT',
    'Removes a merchant that has no live keys, platforms, people or orders.',
    {},
    async ({ db, argument, by, print }) => {
      const id = argument(0, 'MERCHANT');
      const problem = await removeMerchant(db, id, by);
      if (problem !== undefined) throw new CommandError(`${problem}.`);
      print(`Merchant ${id} removed`);
    },
  ),
  storeCommand('merchants list', 'Prints every merchant.', {}, async ({ db, print }) => {
    const merchants = await db.kysely.selectFrom('merchants').selectAll().orderBy('created_at').execute();
    const forTable = merchants.map(({ id, name, settlement, created_at }) => ({
      merchant: id,
      name,
      settlement,
      created_at,
    }));
    print(
      merchants.map((one) => withParsedJson(one, 'return_origins', 'tax')),
      forTable,
    );
  }),
  storeCommand('merchants show MERCHANT', 'Prints a merchant with its settings.', {}, async (command) => {
    const id = await requireMerchant(command);
    const { kysely } = command.db;
    const [merchant, limits] = await Promise.all([
      kysely.selectFrom('merchants').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      kysely
        .selectFrom('settlement_limits')
        .select(['currency', 'limit_minor', 'open_minor'])
        .where('merchant_id', '=', id)
        .execute(),
    ]);
    command.print({ ...withParsedJson(merchant, 'return_origins', 'tax'), limits });
  }),
  storeCommand(
    'merchants overview MERCHANT',
    'Prints the last 30 days: orders, emissions, contributions, and what needs attention.',
    {},
    async (command) => {
      const id = await requireMerchant(command);
      const [overview, attention] = await Promise.all([
        createOverview({ db: command.db, now: command.now, ...orderSettings(command.config) })(id),
        attentionOf(command.db, id, command.now()),
      ]);
      const days = overview.days
        .filter(({ orders }) => orders > 0)
        .map(({ day, orders, paid, grams }) => ({
          day,
          orders,
          paid,
          grams_carbon_credits: grams.carbon_credits,
          grams_aviation_fuel: grams.aviation_fuel,
        }));
      const contributions = overview.money;
      command.print({ ...overview, attention }, { contributions, days, attention });
    },
  ),
  storeCommand(
    'platforms create MERCHANT [--id NAME]',
    'Adds a platform to a merchant; prints its value for x-platform-id.',
    { options: ['id'] },
    async (command) => {
      const merchant = await requireMerchant(command);
      const { id } = command.options;
      if (id !== undefined && !HEADER_VALUE.test(id))
        throw new UsageError(
          '--id must be printable ASCII, without leading or trailing spaces: it is sent in a header.',
        );
      const created = await createPlatform(command.db, merchant, id, command.by);
      if (created === undefined) throw new CommandError(`The platform ${id} already exists.`);
      command.print(created);
    },
  ),
  storeCommand(
    'platforms remove PLATFORM',
    'Removes a platform; requests that name it are refused.',
    {},
    async ({ db, argument, by, print }) => {
      const id = argument(0, 'PLATFORM');
      if (!(await removePlatform(db, id, by)))
        throw new CommandError(`There is no platform ${id}; see: flight-offset-gateway platforms list`);
      print(`Platform ${id} removed`);
    },
  ),
  storeCommand('platforms list', 'Prints every platform.', {}, async ({ db, print }) => {
    print(await db.kysely.selectFrom('platforms').selectAll().orderBy('created_at').execute());
  }),
];
