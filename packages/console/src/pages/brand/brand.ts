import { may } from '../../access/permission.ts';
import { type Content, html } from '../../http/html.ts';
import { seeOther } from '../../http/reply.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { field } from '../../parts/field.ts';
import { isolatedText } from '../../parts/isolated-text.ts';
import type { Brand, LegalPage } from '../../service/brand.ts';
import { doneNotice, withDone } from '../done.ts';

const pathOf = ({ merchant }: MerchantVisit): string => `${merchantPath(merchant.id)}/brand`;

const LEGAL_PAGES: Readonly<Record<LegalPage, string>> = {
  imprint: 'Legal notice',
  terms: 'Terms',
  privacy: 'Privacy',
  accessibility: 'Accessibility',
  withdrawal: 'Withdrawal',
};
const NAMES = Object.keys(LEGAL_PAGES) as LegalPage[];
const HINTS: Readonly<Partial<Record<LegalPage, string>>> = {
  imprint: 'An https URL; {lang} in this URL or in one below stands for the language, such as de',
  withdrawal: 'The page where payers withdraw from a paid order; {order} in its URL stands for the order',
};

/** Renders the traveller's view: the same parts, with the merchant's accent. */
function preview({ merchant }: MerchantVisit, { logoUrl, logoOrigin, seller }: Brand): Content {
  const logo = logoUrl && logoOrigin ? html`<img class="logo" src="${logoUrl}" alt="">` : '';
  return html`<section class="card"><h2>Payment page</h2><div class="preview">${logo}
<p class="soft">${isolatedText(merchant.name)}</p><p class="title">Your contribution</p>${seller === undefined ? '' : html`<p class="soft small">Seller: ${isolatedText(seller)}</p>`}
<dl class="facts"><div><dt>Carbon credits</dt><dd>1.146 t CO₂e</dd></div><div><dt>To pay</dt><dd>₹1,374.05</dd></div></dl>
<p class="pay">Pay ₹1,374.05</p><p class="soft small">Your contribution funds a project elsewhere. It does not reduce or cancel the emissions of your flight.</p></div></section>`;
}

function brandForm(visit: MerchantVisit, brand: Brand): Content {
  const { accent, logoUrl, returnOrigins, seller, legalPages, version } = brand;
  const pages = NAMES.map((name) =>
    field({ label: LEGAL_PAGES[name], name, type: 'url', value: legalPages[name], hint: HINTS[name] ?? '' }),
  );
  const mayChange = may(visit.session.role, 'brand.change');
  return html`<section class="card"><h2>Brand</h2><form method="post" action="${pathOf(visit)}"><fieldset${mayChange ? '' : html` disabled`}><legend class="small soft">Payment pages and receipts of ${isolatedText(visit.merchant.name)}</legend><input type="hidden" name="version" value="${version}">
${field({ label: 'Accent', name: 'accent', value: accent, hint: 'A colour like #2346c7; empty for the default' })}
${field({ label: 'Logo', name: 'logo', type: 'url', value: logoUrl, hint: 'An https URL of an image' })}
${field({ label: 'Return origins', name: 'origins', value: returnOrigins.join(', '), hint: 'Where payers may return to, such as https://air.example; separate several with commas' })}
${field({ label: 'Seller', name: 'seller', value: seller, hint: 'Name, address and contact details that payers see before they pay' })}
${pages}
</fieldset>${mayChange ? html`<button class="main" type="submit">Save</button>` : ''}</form></section>`;
}

async function show(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, url } = visit;
  const brand = await service.brand.read(merchant.id);
  return page(visit, {
    title: 'Brand',
    place: 'brand',
    merchant,
    notice: doneNotice(url),
    ...(brand.logoOrigin && { images: [brand.logoOrigin] }),
    styles: [`${pathOf(visit)}/preview.css`],
    content: html`<div class="columns">${brandForm(visit, brand)}${preview(visit, brand)}</div>`,
  });
}

async function style({ merchant, service }: MerchantVisit): Promise<Response> {
  const { accent, onAccent } = await service.brand.read(merchant.id);
  const isColour = (text: string | undefined): boolean => /^#[0-9a-f]{6}$/i.test(text ?? '');
  const css =
    isColour(accent) && isColour(onAccent)
      ? `.preview { --accent: ${accent}; --on-accent: ${onAccent}; }`
      : '';
  const headers = {
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return new Response(css, { headers });
}

async function change(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, form } = visit;
  const origins = (form.get('origins') ?? '').split(',').map((one) => one.trim());
  await service.brand.change(session, merchant.id, {
    accent: form.get('accent') || undefined,
    logoUrl: form.get('logo') || undefined,
    returnOrigins: origins.filter((one) => one !== ''),
    seller: form.get('seller')?.trim() || undefined,
    legalPages: Object.fromEntries(NAMES.map((name) => [name, form.get(name) || undefined])),
    version: form.get('version') ?? '',
  });
  return seeOther(withDone(pathOf(visit), 'brand'));
}

/** The brand of a merchant, with a preview of its payment page. */
export const brandRoutes: readonly Route[] = [
  forMerchant('GET', '/brand', { permission: 'brand.read' }, show),
  forMerchant('GET', '/brand/preview.css', { permission: 'brand.read' }, style),
  forMerchant('POST', '/brand', { permission: 'brand.change' }, change),
];
