import type { Locale } from '@flight-offset/core';
import type { MerchantRow } from '../store/schema.ts';
import { isLogoUrl } from './brand.ts';
import { fill } from './messages/fill.ts';
import { textsFor } from './messages/texts.ts';
import { hasFullRefund, isReturned, type OrderView } from './order-view.ts';
import { isolated } from './punctuation.ts';

/** Legal pages that the payment page links to in each of its states. */
const ALWAYS = ['imprint', 'terms', 'privacy', 'accessibility'] as const;

/** Legal pages of a merchant; the withdrawal page is only for a paid order. */
export const LEGAL_PAGES = [...ALWAYS, 'withdrawal'] as const;

/** A legal page of a merchant. */
export type LegalPage = (typeof LEGAL_PAGES)[number];

/** Returns the merchant's column that holds the URL of a legal page. */
export const columnOf = <P extends LegalPage>(page: P): `${P}_url` => `${page}_url`;

/** Changes to the seller and the legal pages: each property is set, or removed if undefined. */
type Legal = Partial<Readonly<Record<'seller' | LegalPage, string | undefined>>>;

/** The invalid part of the seller and the legal pages. */
export interface LegalFault {
  readonly part: keyof Legal;
  /** The rule it violates, to be read after its name. */
  readonly rule: string;
}

interface LegalLink {
  readonly text: string;
  readonly url: string;
}

/** Returns the URL with language and order filled in; undefined if payers must not be sent there. */
function fillUrl(template: string | null, language: string, order: string): string | undefined {
  const url = template?.replaceAll('{lang}', language).replaceAll('{order}', order);
  // The same check as for a logo: https, and a host that browsers do not rewrite.
  return url !== undefined && isLogoUrl(url) ? url : undefined;
}

/** Finds an invalid part; undefined if there is none. */
export function findLegalFault(legal: Legal): LegalFault | undefined {
  if (legal.seller !== undefined && !/^[^\p{Cc}\p{Zl}\p{Zp}]{1,500}$/u.test(legal.seller))
    return { part: 'seller', rule: 'must be one line of 1 to 500 characters' };
  const part = LEGAL_PAGES.find((page) => {
    const url = legal[page];
    return url !== undefined && fillUrl(url, 'en', 'ord') === undefined;
  });
  return part && { part, rule: 'must be an https URL such as https://air.example/{lang}/legal' };
}

/** Returns the merchant's columns for changes. */
export function legalColumns(legal: Legal): Partial<Pick<MerchantRow, 'seller' | `${LegalPage}_url`>> {
  return Object.fromEntries(
    Object.entries(legal).map(([part, value]) => [
      part === 'seller' ? part : columnOf(part as LegalPage),
      value ?? null,
    ]),
  );
}

/** Returns links to a merchant's legal pages, in the language of the page. */
export function legalLinks(
  merchant: Pick<MerchantRow, `${(typeof ALWAYS)[number]}_url`>,
  locale: Locale,
  orderId: string,
): LegalLink[] {
  const m = textsFor(locale);
  return ALWAYS.flatMap((page) => {
    const url = fillUrl(merchant[columnOf(page)], locale.language, orderId);
    return url === undefined ? [] : [{ text: m[page], url }];
  });
}

/**
 * Returns the page on which the payer of an order can withdraw from it; undefined if the merchant has none, or if the
 * whole price was refunded or is being refunded.
 */
export function withdrawalLink(view: OrderView, locale: Locale): LegalLink | undefined {
  if (isReturned(view) || hasFullRefund(view)) return undefined;
  const url = fillUrl(view.merchant.withdrawal_url, locale.language, view.order.id);
  return url === undefined ? undefined : { text: textsFor(locale).withdraw, url };
}

/** Returns the seller's name, address and contact; undefined if the merchant has not set them. */
export function sellerLine({ seller }: Pick<MerchantRow, 'seller'>, locale: Locale): string | undefined {
  return seller === null ? undefined : fill(textsFor(locale).seller, { seller: isolated(seller) });
}
