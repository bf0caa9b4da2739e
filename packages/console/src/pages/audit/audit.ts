import { time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { forMerchant, forOperator, type Route, type SignedInVisit } from '../../http/route.ts';
import { page } from '../../layout/page.ts';
import { isolatedText } from '../../parts/isolated-text.ts';
import { cursorOf, pager } from '../../parts/pager.ts';
import { table } from '../../parts/table.ts';
import type { AuditRow } from '../../service/audit.ts';

function actorCell({ name, actor, channel }: AuditRow): Content {
  const id = actor === '' ? 'Unknown' : html`<code>${actor}</code>`;
  return html`${name === undefined ? id : isolatedText(name)}<span class="sub">${channel}</span>`;
}

function changeCell({ before, after }: AuditRow): Content {
  if (before === null && after === null) return '';
  const shown = (value: unknown): string => (value === null ? 'none' : JSON.stringify(value, null, 2));
  return html`<details><summary class="small">Change</summary><pre>before: ${shown(before)}
after: ${shown(after)}</pre></details>`;
}

async function showAudit(visit: SignedInVisit): Promise<Response> {
  const { merchant, service, url } = visit;
  const { rows, next } = await service.audit.list(merchant?.id, cursorOf(url));
  const list = table(
    'Audit log',
    [
      {
        name: 'Action',
        cell: (row) =>
          html`<strong class="whole">${row.action}</strong><span class="sub">${row.subject}</span>${changeCell(row)}`,
      },
      { name: 'Who', cell: actorCell },
      { name: 'When', cell: ({ at }) => time(at, true) },
      { name: 'Entry', number: true, cell: ({ number }) => String(number) },
    ],
    rows,
    'No changes yet.',
  );
  return page(visit, {
    title: 'Audit log',
    subtitle: html`Every change by staff. Each entry contains the hash of the previous one; <code>doctor</code> checks the chain.`,
    place: merchant ? 'audit' : 'gateway-audit',
    merchant,
    content: html`<section class="card">${list}${pager(url, next)}</section>`,
  });
}

/** Log of changes: of a merchant, and of the gateway. */
export const auditRoutes: readonly Route[] = [
  forMerchant('GET', '/audit', { permission: 'audit.read' }, showAudit),
  forOperator('GET', '/audit', { permission: 'audit.read' }, showAudit),
];
