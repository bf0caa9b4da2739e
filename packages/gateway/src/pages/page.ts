import { directionOf, LANGUAGES, type Language, type Locale, nameOfLanguage } from '@flight-offset/core';
import { html } from 'hono/html';
import type { MerchantRow } from '../store/schema.ts';
import { assetPath } from './asset-path.ts';
import { isLogoUrl } from './brand.ts';
import { legalLinks, sellerLine } from './legal-pages.ts';
import { POLL_SCRIPT_PATH } from './poll.ts';
import { STYLE } from './style.ts';

/** A piece of HTML in which every value is escaped. */
export type Html = ReturnType<typeof html>;

/** Path of the style sheet. */
export const STYLE_PATH: string = assetPath('pay', STYLE, 'css');

/** Parts of a page. */
export interface PageOptions {
  readonly locale: Locale;
  readonly title: string;
  /** Subject of the page, shown under the heading. */
  readonly subtitle?: string;
  /** Returns this page's address in another language; without it, the page has no links to them. */
  readonly languageUrl?: (language: Language) => string;
  /** Merchant of the page; without one, the page has no name and the default accent. */
  readonly merchant?: MerchantRow;
  readonly orderId?: string;
  /** Path of the style sheet with the merchant's accent. */
  readonly brandPath?: string;
  /** Whether the browser polls until the page shows another state. */
  readonly waits?: boolean;
  readonly content: Html | Promise<Html>;
}

/** Renders links to a page in the other languages, each in its own words. */
function languageLinks(locale: Locale, languageUrl: (language: Language) => string): Html | Promise<Html> {
  const links = LANGUAGES.filter((language) => language !== locale.language).map(
    (language) =>
      html`<li><a lang="${language}" hreflang="${language}" href="${languageUrl(language)}">${nameOfLanguage(language)}</a></li>`,
  );
  return html`<ul class="languages">${links}</ul>`;
}

/** Renders links to the merchant's legal pages. */
function legalPages({ merchant, locale, orderId = '' }: PageOptions): Html | Promise<Html> | string {
  if (!merchant) return '';
  const links = legalLinks(merchant, locale, orderId).map(
    ({ text, url }) => html`<li><a href="${url}">${text}</a></li>`,
  );
  return links.length > 0 ? html`<ul class="links">${links}</ul>` : '';
}

/** Renders a whole page, as text. */
export async function page(options: PageOptions): Promise<string> {
  const { locale, title, subtitle, merchant, content, languageUrl, brandPath, waits } = options;
  const brand = merchant?.accent && brandPath ? html`<link rel="stylesheet" href="${brandPath}">` : '';
  const logo =
    merchant?.logo_url && isLogoUrl(merchant.logo_url)
      ? html`<img class="logo" src="${merchant.logo_url}" alt="">`
      : '';
  const head = merchant ? html`<p><bdi>${merchant.name}</bdi></p>` : '';
  const under = subtitle ? html`<p>${subtitle}</p>` : '';
  // Above the button to pay.
  const seller = merchant && sellerLine(merchant, locale);
  const sold = seller === undefined ? '' : html`<p class="detail">${seller}</p>`;
  const script = waits ? html`<script type="module" src="${POLL_SCRIPT_PATH}"></script>` : '';
  const main = waits ? html`<main data-waits>` : html`<main>`;
  const document = html`<!doctype html>
<html lang="${locale.tag}" dir="${directionOf(locale.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}${merchant ? ` · ${merchant.name}` : ''}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
${brand}
<link rel="icon" href="data:,">
${script}
</head>
<body>
${main}
<header>${logo}${head}<h1>${title}</h1>${under}${sold}</header>
${content}
${legalPages(options)}
</main>
${languageUrl ? html`<footer>${languageLinks(locale, languageUrl)}</footer>` : ''}
</body>
</html>
`;
  return String(await document);
}

/**
 * Returns the headers of a page: it cannot be framed, its forms lead only to `formTargets`, and no script is allowed
 * except that of a page that waits.
 */
export function pageHeaders(options: {
  readonly formTargets?: readonly string[];
  readonly images?: readonly string[];
  readonly waits?: boolean;
}): Record<string, string> {
  const images = ['data:', "'self'", ...(options.images ?? [])].join(' ');
  // Browsers apply form-action to the redirect in response to a form as well.
  const forms = ["'self'", ...(options.formTargets ?? [])].join(' ');
  const scripts = options.waits ? " script-src 'self'; connect-src 'self';" : '';
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none';${scripts} style-src 'self'; font-src 'self'; img-src ${images}; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
}

export { html };
