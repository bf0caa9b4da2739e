import { type BrandService, Refusal } from '@flight-offset/console';
import { changeMerchant } from '../merchants/change.ts';
import { isAccent, isLogoUrl, isOrigin, onAccent } from '../pages/brand.ts';
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
        logoOrigin: logo_url !== null && isLogoUrl(logo_url) ? new URL(logo_url).origin : undefined,
        returnOrigins: JSON.parse(return_origins) as string[],
      };
    },
    async change(actor, merchantId, { accent, logoUrl, returnOrigins }) {
      if (accent !== undefined && !isAccent(accent))
        throw new Refusal('The accent must be a colour like #2346c7.');
      if (logoUrl !== undefined && !isLogoUrl(logoUrl))
        throw new Refusal('The logo must be an https URL such as https://air.example/logo.svg.');
      for (const one of returnOrigins)
        if (!isOrigin(one))
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
