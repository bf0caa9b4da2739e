import type { Actor } from './actor.ts';

/** Legal pages of a merchant that its payment pages and receipts link to. */
export type LegalPage = 'imprint' | 'terms' | 'privacy' | 'accessibility' | 'withdrawal';

/** Style of a merchant's payment pages, their return origins, and the seller. */
export interface Brand {
  /** A colour `#rrggbb`. */
  readonly accent: string | undefined;
  /** Black or white, whichever reads better on the accent. */
  readonly onAccent: string | undefined;
  readonly logoUrl: string | undefined;
  /** Origin of the logo; undefined if there is none that pages may load. */
  readonly logoOrigin: string | undefined;
  readonly returnOrigins: readonly string[];
  /** Name, address and contact of the seller, as payers read them. */
  readonly seller: string | undefined;
  /** URLs of the legal pages, in which `{lang}` stands for the language and `{order}` for the order. */
  readonly legalPages: Readonly<Partial<Record<LegalPage, string | undefined>>>;
  /** Version of the brand, which differs after each change. */
  readonly version: string;
}

/** Changeable fields of a brand, and the version that they were changed from. */
export type BrandChange = Omit<Brand, 'onAccent' | 'logoOrigin'>;

/** Brands of merchants. */
export interface BrandService {
  read(merchantId: string): Promise<Brand>;
  /** @throws Refusal if a value is invalid, or the brand was changed since that version. */
  change(actor: Actor, merchantId: string, brand: BrandChange): Promise<void>;
}
