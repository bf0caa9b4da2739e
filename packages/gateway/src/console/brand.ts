import { type BrandService, Refusal } from '@flight-offset/console';
import { changeMerchant } from '../merchants/change.ts';
import { type BrandFault, findBrandFault, isAccent, isLogoUrl, onAccent } from '../pages/brand.ts';
import type { Database } from '../store/engine.ts';
import { byOf } from './by.ts';

/** Parts of a brand as the form names them. */
const LABELS: Readonly<Record<BrandFault['part'], string>> = {
  accent: 'The accent',
  logo: 'The logo',
  origins: 'Return origins',
};

/** Brands, as the console reads and changes them. */
export function brandOf(db: Database): BrandService {
  return {
    async read(merchantId) {
      const { accent, logo_url, return_origins } = await db.reader
        .selectFrom('merchants')
        .select(['accent', 'logo_url', 'return_origins'])
        .where('id', '=', merchantId)
        .executeTakeFirstOrThrow();
      return {
        accent: accent ?? undefined,
        onAccent: accent !== null && isAccent(accent) ? onAccent(accent) : undefined,
        logoUrl: logo_url ?? undefined,
        logoOrigin: logo_url !== null && isLogoUrl(logo_url) ? new URL(logo_url).origin : undefined,
        returnOrigins: JSON.parse(return_origins) as string[],
      };
    },
    async change(actor, merchantId, { accent, logoUrl, returnOrigins }) {
      const fault = findBrandFault({ accent, logoUrl, origins: returnOrigins });
      if (fault) throw new Refusal(`${LABELS[fault.part]} ${fault.rule}.`);
      const settings = {
        accent: accent ?? null,
        logo_url: logoUrl ?? null,
        return_origins: JSON.stringify(returnOrigins),
      };
      await changeMerchant(db, merchantId, { settings }, byOf(actor));
    },
  };
}
