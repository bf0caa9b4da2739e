import { createHash } from 'node:crypto';
import { type BrandService, type LegalPage, Refusal } from '@flight-offset/console';
import { changeMerchant } from '../merchants/change.ts';
import { type BrandFault, findBrandFault, isAccent, isLogoUrl, onAccent } from '../pages/brand.ts';
import {
  columnOf,
  findLegalFault,
  LEGAL_PAGES,
  type LegalFault,
  legalColumns,
} from '../pages/legal-pages.ts';
import type { Database } from '../store/engine.ts';
import type { MerchantRow } from '../store/schema.ts';
import { byOf } from './by.ts';

/** Names in the form. */
const LABELS: Readonly<Record<BrandFault['part'] | LegalFault['part'], string>> = {
  accent: 'The accent',
  logo: 'The logo',
  origins: 'Return origins',
  seller: 'The seller',
  imprint: 'The legal notice',
  terms: 'The terms page',
  privacy: 'The privacy page',
  accessibility: 'The accessibility page',
  withdrawal: 'The withdrawal page',
};

const COLUMNS = [
  'accent',
  'logo_url',
  'return_origins',
  'seller',
  ...LEGAL_PAGES.map((page) => columnOf(page)),
] as const;

type BrandRow = Pick<MerchantRow, (typeof COLUMNS)[number]>;

function versionOf(row: BrandRow): string {
  return createHash('sha256')
    .update(JSON.stringify(COLUMNS.map((column) => row[column])))
    .digest('base64url');
}

/**
 * If two people change a brand at once, the later change would undo the earlier one without either noticing.
 * @param version of the brand that the form showed.
 * @param wanted values that the form requests: a second press finds them stored already.
 */
function refuseIfChanged(row: BrandRow, version: string, wanted: BrandRow): void {
  if ([version, versionOf(wanted)].includes(versionOf(row))) return;
  throw new Refusal(
    'The brand was changed after you opened this form. Open Brand again to see how it is now, then make your change there.',
    409,
  );
}

/** Reads and changes brands for the console. */
export function brandOf(db: Database): BrandService {
  return {
    async read(merchantId) {
      const row = await db.reader
        .selectFrom('merchants')
        .select(COLUMNS)
        .where('id', '=', merchantId)
        .executeTakeFirstOrThrow();
      const { accent, logo_url, return_origins } = row;
      return {
        accent: accent ?? undefined,
        onAccent: accent !== null && isAccent(accent) ? onAccent(accent) : undefined,
        logoUrl: logo_url ?? undefined,
        logoOrigin: logo_url !== null && isLogoUrl(logo_url) ? new URL(logo_url).origin : undefined,
        returnOrigins: JSON.parse(return_origins) as string[],
        seller: row.seller ?? undefined,
        // Each page must be a field of the console's form.
        legalPages: Object.fromEntries(
          (LEGAL_PAGES satisfies readonly LegalPage[]).map((page) => [
            page,
            row[columnOf(page)] ?? undefined,
          ]),
        ),
        version: versionOf(row),
      };
    },
    async change(actor, merchantId, { accent, logoUrl, returnOrigins, seller, legalPages, version }) {
      const legal = { seller, ...legalPages };
      const fault = findBrandFault({ accent, logoUrl, origins: returnOrigins }) ?? findLegalFault(legal);
      if (fault) throw new Refusal(`${LABELS[fault.part]} ${fault.rule}.`);
      const settings = {
        accent: accent ?? null,
        logo_url: logoUrl ?? null,
        return_origins: JSON.stringify(returnOrigins),
        ...legalColumns(legal),
      };
      const check = (row: MerchantRow): void => refuseIfChanged(row, version, { ...row, ...settings });
      await changeMerchant(db, merchantId, { settings, check }, byOf(actor));
    },
  };
}
