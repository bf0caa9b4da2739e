import { html } from '../../http/html.ts';
import { forOperator, type Route, type SignedInVisit } from '../../http/route.ts';
import { ROOT } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { findings } from '../../parts/findings.ts';

/** Path to an order whose merchant a finding does not name. */
const ORDER = `${ROOT}?search=`;

async function health(visit: SignedInVisit): Promise<Response> {
  const all = await visit.service.overview.doctor();
  const open = all.filter(({ state }) => state !== 'ok');
  const fine = all.filter(({ state }) => state === 'ok');
  const title = open.length === 0 ? 'Nothing needs attention' : 'Needs attention';
  return page(visit, {
    title: 'Health',
    subtitle: html`The checks of <code>flight-offset-gateway doctor</code>, at most a minute old`,
    place: 'health',
    content: html`<section class="card"><h2>${title}</h2>${open.length > 0 ? findings(open, ORDER) : html`<p class="soft">Every check passed.</p>`}</section>
<section class="card"><h2>Passed</h2>${findings(fine, ORDER)}</section>`,
  });
}

/** The findings of `doctor`. */
export const healthRoutes: readonly Route[] = [
  forOperator('GET', '/health', { permission: 'gateway.read' }, health),
];
