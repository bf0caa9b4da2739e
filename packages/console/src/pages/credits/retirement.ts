import { counted, formatCount } from '../../format/count.ts';
import { formatMass } from '../../format/mass.ts';
import type { Fields } from '../../http/form.ts';
import { type Content, html } from '../../http/html.ts';
import { readOnce } from '../../http/once.ts';
import { seeOther } from '../../http/reply.ts';
import { forOperator, type Route, type SignedInVisit } from '../../http/route.ts';
import { page } from '../../layout/page.ts';
import { field } from '../../parts/field.ts';
import type { RetirementForm } from '../../service/credit.ts';
import { Refusal } from '../../service/refusal.ts';
import { confirmationPage } from '../confirmation-page.ts';
import { withDone } from '../done.ts';

const CREDITS_PATH = '/console/credits';
const PATH = `${CREDITS_PATH}/retirements`;
const BELONGS = { place: 'credits', parent: { text: 'Credits', href: CREDITS_PATH } } as const;

/** Renders the form of a retirement, with the values that were typed into it. */
export function recordForm(typed?: RetirementForm): Content {
  return html`<form method="get" action="${PATH}">
${field({ label: 'Project', name: 'project', value: typed?.project, required: true, hint: 'Its identifier in the catalogue' })}
${field({ label: 'Tonnes', name: 'tonnes', type: 'number', value: typed?.tonnes, min: '1', step: '1', required: true })}
${field({ label: 'Serial numbers', name: 'serials', value: typed?.serials, required: true, maxLength: 4000, hint: 'FROM..TO, with commas between ranges' })}
${field({ label: 'Date at the registry', name: 'date', type: 'date', value: typed?.date, required: true })}
${field({ label: 'URL', name: 'url', type: 'url', value: typed?.url, required: true, hint: 'The retirement in the public records of the registry' })}
<button class="main" type="submit">Record</button></form>`;
}

function readRetirement(given: Fields): RetirementForm {
  // A query may hold characters that forms must not contain and databases do not accept.
  const text = (name: string): string => given.get(name)?.replaceAll('\0', '').trim() ?? '';
  return {
    project: text('project'),
    tonnes: text('tonnes'),
    serials: text('serials'),
    date: text('date'),
    url: text('url'),
  };
}

async function showConfirmation(visit: SignedInVisit): Promise<Response> {
  const { credits } = visit.service;
  const typed = readRetirement(visit.url.searchParams);
  try {
    const { project, registry, due } = await credits.check(typed);
    return await confirmationPage(visit, {
      ...BELONGS,
      title: `Record ${formatCount(Number(typed.tonnes))} t as retired?`,
      about: [
        ['Project', html`${project} <code>${typed.project}</code>`],
        ['Registry', registry],
        ['Serial numbers', html`<code>${typed.serials}</code>`],
        ['Date at the registry', typed.date],
        ['URL', typed.url],
        [
          'Due',
          due
            ? `${formatMass(due.grams)} of ${counted(due.orders, 'order')}`
            : 'Nothing: the tonnes are kept for the next orders',
        ],
      ],
      text: 'The batch of orders that this retirement covers is published. It cannot be withdrawn, and its earlier versions stay public when it is corrected.',
      path: PATH,
      hidden: { ...typed },
      button: 'Record the retirement',
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return page(visit, {
      ...BELONGS,
      title: 'Record a retirement',
      notice: { text: error.message, tone: 'bad' },
      content: html`<section class="card">${recordForm(typed)}</section>`,
      status: error.status,
    });
  }
}

async function record({ service, session, form }: SignedInVisit): Promise<Response> {
  await service.credits.record(session, { ...readRetirement(form), once: readOnce(form) });
  return seeOther(withDone(CREDITS_PATH, 'retired'));
}

const RETIRE = { permission: 'credits.retire', recent: true } as const;

/** Recording a retirement. */
export const retirementRoutes: readonly Route[] = [
  forOperator('GET', '/credits/retirements', RETIRE, showConfirmation),
  forOperator('POST', '/credits/retirements', RETIRE, record),
];
