import type { Locale } from '@flight-offset/core';
import type { MerchantRow } from '../store/schema.ts';
import { isLogoUrl } from './brand.ts';
import { fill } from './messages/fill.ts';
import { textsFor } from './messages/texts.ts';
import { isolated } from './punctuation.ts';

/** Columns of a merchant that hold the URL of a legal page. */
export const LEGAL_PAGES = [
  'imprint_url',
  'terms_url',
  'privacy_url',
  'accessibility_url',
  'withdrawal_url',
] as const;

/** One of them. */
export type LegalPage = (typeof LEGAL_PAGES)[number];

/** Pages that the payment page leads to in each of its states; that of the withdrawal is about an order that was paid. */
const ALWAYS = {
  imprint_url: 'imprint',
  terms_url: 'terms',
  privacy_url: 'privacy',
  accessibility_url: 'accessibility',
} as const;

/** A link as a page or a receipt shows it. */
interface LegalLink {
  readonly text: string;
  readonly url: string;
}

/** The URL with language and order in their places; undefined where it is none to lead a payer to. */
function filled(template: string | null, language: string, order: string): string | undefined {
  const url = template?.replaceAll('{lang}', language).replaceAll('{order}', order);
  // It is checked as that of a logo is: https, and a host that browsers read as it is written.
  return url !== undefined && isLogoUrl(url) ? url : undefined;
}

/** Whether a text is the `https` URL of a legal page, in which `{lang}` and `{order}` may stand. */
export function isLegalUrl(text: string): boolean {
  return filled(text, 'en', 'ord') !== undefined;
}

/** Links to a merchant's legal pages, in the language of the page. */
export function legalLinks(
  merchant: Pick<MerchantRow, keyof typeof ALWAYS>,
  locale: Locale,
  orderId: string,
): LegalLink[] {
  const m = textsFor(locale);
  const columns = Object.keys(ALWAYS) as (keyof typeof ALWAYS)[];
  return columns.flatMap((column) => {
    const url = filled(merchant[column], locale.language, orderId);
    return url === undefined ? [] : [{ text: m[ALWAYS[column]], url }];
  });
}

/** The page on which the payer of an order can withdraw from it; undefined where the merchant has none. */
export function withdrawalLink(
  { withdrawal_url }: Pick<MerchantRow, 'withdrawal_url'>,
  locale: Locale,
  orderId: string,
): LegalLink | undefined {
  const url = filled(withdrawal_url, locale.language, orderId);
  return url === undefined ? undefined : { text: textsFor(locale).withdraw, url };
}

/** Who sells, by name, address and contact; undefined where the merchant did not state it. */
export function sellerLine({ seller }: Pick<MerchantRow, 'seller'>, locale: Locale): string | undefined {
  return seller === null ? undefined : fill(textsFor(locale).seller, { seller: isolated(seller) });
}
