import type { Actor } from './actor.ts';

/** How a merchant's payment pages look, and where they may return to. */
export interface Brand {
  /** A colour `#rrggbb`. */
  readonly accent: string | undefined;
  /** Black or white, whichever reads better on the accent. */
  readonly onAccent: string | undefined;
  readonly logoUrl: string | undefined;
  /** Origin of the logo; undefined where there is none that pages may load. */
  readonly logoOrigin: string | undefined;
  readonly returnOrigins: readonly string[];
  /** Names what was read: another one after each change. */
  readonly version: string;
}

/** What of a brand may be changed, and the version that it was changed from. */
export type BrandChange = Omit<Brand, 'onAccent' | 'logoOrigin'>;

/** Brands of merchants. */
export interface BrandService {
  read(merchantId: string): Promise<Brand>;
  /** @throws Refusal where a value is invalid, or the brand was changed since that version. */
  change(actor: Actor, merchantId: string, brand: BrandChange): Promise<void>;
}
