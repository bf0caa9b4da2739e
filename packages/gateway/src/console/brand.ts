import { type BrandService, Refusal } from '@flight-offset/console';
import { changeMerchant } from '../merchants/change.ts';
import { isAccent, onAccent } from '../pages/brand.ts';
import type { Database } from '../store/engine.ts';
import { byOf } from './by.ts';

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
        returnOrigins: JSON.parse(return_origins) as string[],
      };
    },
    async change(actor, merchantId, { accent, logoUrl, returnOrigins }) {
      if (accent !== undefined && !isAccent(accent))
        throw new Refusal('The accent must be a colour like #2346c7.');
      if (logoUrl !== undefined && !(URL.canParse(logoUrl) && new URL(logoUrl).protocol === 'https:'))
        throw new Refusal('The logo must be an https URL.');
      for (const one of returnOrigins)
        if (!URL.canParse(one) || new URL(one).origin !== one)
          throw new Refusal('Return origins must be like https://air.example, with commas between.');
      const settings = {
        accent: accent ?? null,
        logo_url: logoUrl ?? null,
        return_origins: JSON.stringify(returnOrigins),
      };
      await changeMerchant(db, merchantId, { settings }, byOf(actor));
    },
  };
}
