import { html } from '../http/html.ts';
import { seeOther } from '../http/reply.ts';
import { forSignedIn, type Route, type SignedInVisit } from '../http/route.ts';
import { merchantPath } from '../layout/navigation.ts';
import { page } from '../layout/page.ts';
import { empty, table } from '../parts/table.ts';
import { forbiddenPage } from './problem.ts';

async function home(visit: SignedInVisit): Promise<Response> {
  const { session, service } = visit;
  if (session.merchantId !== undefined) return seeOther(merchantPath(session.merchantId));
  if (session.role !== 'operator') return forbiddenPage(visit);
  const merchants = await service.merchants.list();
  const list =
    merchants.length === 0
      ? empty('No merchants yet. Create one: flight-offset-gateway merchants create NAME')
      : table(
          'Merchants',
          [
            {
              name: 'Merchant',
              cell: ({ id, name }) => html`<a class="row" href="${merchantPath(id)}">${name}</a>`,
            },
            { name: 'Identifier', cell: ({ id }) => html`<code>${id}</code>` },
          ],
          merchants,
        );
  return page(visit, {
    title: 'Merchants',
    place: 'merchants',
    content: html`<div class="card">${list}</div>`,
  });
}

/** Where the console begins: a merchant's overview for its staff, all merchants for operators. */
export const homeRoutes: readonly Route[] = [forSignedIn('GET', '/', home)];
