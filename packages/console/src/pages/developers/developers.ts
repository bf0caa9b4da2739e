import { may } from '../../access/permission.ts';
import { formatDay, time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { onceField, readOnce } from '../../http/once.ts';
import { seeOther } from '../../http/reply.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { badge } from '../../parts/badge.ts';
import { facts } from '../../parts/facts.ts';
import { field } from '../../parts/field.ts';
import { table } from '../../parts/table.ts';
import type { ApiKey } from '../../service/developer.ts';
import { Refusal } from '../../service/refusal.ts';
import { confirmationPage } from '../confirmation-page.ts';
import { doneNotice, withDone } from '../done.ts';
import { notFoundPage } from '../problem.ts';

const pathOf = ({ merchant }: MerchantVisit): string => `${merchantPath(merchant.id)}/developers`;

function keysCard(visit: MerchantVisit, keys: readonly ApiKey[]): Content {
  const manages = may(visit.session.role, 'keys.manage');
  const revoke = ({ id, label, revokedAt }: ApiKey): Content =>
    manages && revokedAt === undefined
      ? html`<a class="button danger" href="${pathOf(visit)}/keys/${id}/revoke" aria-label="Revoke the key ${label || id}">Revoke</a>`
      : '';
  const rows = table(
    'API keys',
    [
      {
        name: 'Key',
        cell: ({ id, label, scheme }) =>
          html`${label || 'Unnamed'}<span class="sub">${id}</span><span class="sub">${scheme}</span>`,
      },
      {
        name: 'State',
        cell: ({ revokedAt }) =>
          revokedAt === undefined ? badge('Live', 'done') : badge('Revoked', 'plain'),
      },
      {
        name: 'Created',
        cell: ({ createdAt }) => html`<span class="whole">${formatDay(createdAt)}</span>`,
      },
      { name: 'Actions', number: true, cell: revoke },
    ],
    keys,
    'No keys yet.',
  );
  const create = manages
    ? html`<form class="fields" method="post" action="${pathOf(visit)}/keys">${onceField()}${field({ label: 'Label of a new key', name: 'label', maxLength: 80, grow: true })}<button type="submit">Create key</button></form>`
    : '';
  return html`<section class="card"><h2>API keys</h2>
<p class="small soft">To rotate a key, create another one, set it in your backend, then revoke the old one. Several keys may be live at a time.</p>
${rows}</section>${create ? html`<section class="card">${create}</section>` : ''}`;
}

async function show(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, url } = visit;
  const [keys, platforms] = await Promise.all([
    service.developers.keys(merchant.id),
    service.developers.platforms(merchant.id),
  ]);
  const add = may(session.role, 'keys.manage')
    ? html`<form method="post" action="${pathOf(visit)}/platforms">${onceField()}<button type="submit">Add platform</button></form>`
    : '';
  const list =
    platforms.length === 0
      ? html`<p class="soft">None yet.</p>`
      : html`<ul>${platforms.map((id) => html`<li><code>${id}</code></li>`)}</ul>`;
  return page(visit, {
    title: 'Developers',
    place: 'developers',
    merchant,
    notice: doneNotice(url),
    content: html`<div class="columns"><div>${keysCard(visit, keys)}</div><div>
<section class="card"><h2>Platforms</h2><p class="small soft">Values of <code>x-platform-id</code>.</p>${list}${add}</section>
<section class="card"><h2>Failed requests</h2><p class="small soft">Requests that returned an error, by the id in <code>x-request-id</code>.</p><p><a class="button" href="${pathOf(visit)}/requests">Find a request</a></p></section>
<section class="card"><h2>Gateway</h2>${facts([
      ['API', html`<code>${service.origin}</code>`],
      ['OpenAPI', html`<a href="/openapi.json">openapi.json</a>`],
    ])}</section></div></div>`,
  });
}

async function createKey(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, form } = visit;
  const label = form.get('label') ?? '';
  if (label.length > 80) throw new Refusal('The label may have at most 80 characters.');
  const request = { label, once: readOnce(form) };
  const { id, apiKey, secret } = await service.developers.createKey(session, merchant.id, request);
  return page(visit, {
    title: 'New API key',
    place: 'developers',
    merchant,
    parent: { text: 'Developers', href: pathOf(visit) },
    content: html`<section class="card"><p>Copy both now: they are shown only once. Keep them where your backend keeps its secrets, never in a page. The list of keys shows this one as <code>${id}</code>.</p>
<h2>API key</h2><code class="secret" data-copy="API key">${apiKey}</code>
<h2>Secret</h2><code class="secret" data-copy="secret">${secret}</code><p><a href="${pathOf(visit)}">Done</a></p></section>`,
  });
}

async function showRevokeConfirmation(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, params } = visit;
  const keys = await service.developers.keys(merchant.id);
  const key = keys.find(({ id }) => id === params.key);
  if (!key) return notFoundPage(visit);
  const path = pathOf(visit);
  const { id, label, createdAt, revokedAt } = key;
  if (revokedAt !== undefined) return seeOther(withDone(path, 'revoked'));
  const isOnly = keys.filter((one) => one.revokedAt === undefined).length === 1;
  return confirmationPage(visit, {
    title: `Revoke the key ${label || id}?`,
    place: 'developers',
    parent: { text: 'Developers', href: path },
    about: [
      ['Key', html`<code>${id}</code>`],
      ['Merchant', merchant.name],
      ['Created', time(createdAt)],
    ],
    text: `Requests with this key are refused at once. A revoked key cannot be restored.${isOnly ? ' It is the only live key: the merchant cannot send requests until another one is created.' : ''}`,
    path: `${path}/keys/${id}/revoke`,
    button: 'Revoke key',
  });
}

async function revokeKey(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, params } = visit;
  await service.developers.revokeKey(session, merchant.id, params.key ?? '');
  return seeOther(withDone(pathOf(visit), 'revoked'));
}

async function addPlatform(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, form } = visit;
  await service.developers.createPlatform(session, merchant.id, readOnce(form));
  return seeOther(withDone(pathOf(visit), 'platform'));
}

const MANAGE = { permission: 'keys.manage', recent: true } as const;

/** Keys and platforms: changing them requires a recent sign-in. */
export const developerRoutes: readonly Route[] = [
  forMerchant('GET', '/developers', { permission: 'developers.read' }, show),
  forMerchant('POST', '/developers/keys', MANAGE, createKey),
  forMerchant('GET', '/developers/keys/:key/revoke', MANAGE, showRevokeConfirmation),
  forMerchant('POST', '/developers/keys/:key/revoke', MANAGE, revokeKey),
  forMerchant('POST', '/developers/platforms', MANAGE, addPlatform),
];
