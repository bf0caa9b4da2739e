import type { Actor } from './actor.ts';

/** Legal pages of a merchant, that its payment pages and receipts lead to. */
export type LegalPage = 'imprint' | 'terms' | 'privacy' | 'accessibility' | 'withdrawal';

/** How a merchant's payment pages look, where they may return to, and who sells. */
export interface Brand {
  /** A colour `#rrggbb`. */
  readonly accent: string | undefined;
  /** Black or white, whichever reads better on the accent. */
  readonly onAccent: string | undefined;
  readonly logoUrl: string | undefined;
  /** Origin of the logo; undefined where there is none that pages may load. */
  readonly logoOrigin: string | undefined;
  readonly returnOrigins: readonly string[];
  /** Name, address and contact of whoever sells, as payers read it. */
  readonly seller: string | undefined;
  /** Their URLs, in which `{lang}` stands for the language and `{order}` for the order. */
  readonly legalPages: Readonly<Partial<Record<LegalPage, string | undefined>>>;
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
