import type { Context } from 'hono';
import { readBody } from '../http/body.ts';
import type { Env } from '../http/env.ts';
import type { Routes } from '../http/routes.ts';
import { asOf } from '../orders/end/as-of.ts';
import { brandStyle } from '../pages/brand.ts';
import { findAccent, findView } from '../pages/find-view.ts';
import { pageLocale } from '../pages/page-locale.ts';
import { Problem } from '../problem.ts';
import { pressButton } from './press-button.ts';
import { showPage } from './show-page.ts';
import type { PageContext, Visit } from './visit.ts';

/** Maximum bytes of a form: the page's own has two short fields, and a million of them would take seconds to read. */
const MAX_FORM_BYTES = 4096;

function readForm(body: Uint8Array): ReadonlyMap<string, string> {
  if (body.length > MAX_FORM_BYTES) throw new Problem(40002, 'The form is too large.');
  return new Map(new URLSearchParams(new TextDecoder().decode(body)));
}

function linkNotFound(): Problem {
  return new Problem(40401, 'Payment link not found. Check that the link is complete.');
}

/** Extension: the payment page, for the payer's browser. */
export const pageRoutes: Routes<PageContext> = (gateway) => {
  const { orders } = gateway;

  /** Reads the locale and the order of a request. @throws Problem 40401 if there is no such order. */
  async function readVisit(context: Context<Env>): Promise<Visit> {
    const locale = pageLocale(context);
    const token = context.req.param('token') ?? '';
    const view = await findView(orders.db, token);
    if (!view) throw linkNotFound();
    const [order = view.order] = await asOf(orders.db, [view.order], orders.now());
    return { context, locale, view: { ...view, order } };
  }

  return {
    '/pay/:token': {
      async GET(context) {
        return showPage(gateway, await readVisit(context));
      },
      async POST(context) {
        const form = readForm(await readBody(context.env.incoming));
        return pressButton(gateway, await readVisit(context), form);
      },
    },
    '/pay/:token/brand.css': {
      async GET(context) {
        const merchant = await findAccent(orders.db, context.req.param('token') ?? '');
        if (!merchant) throw linkNotFound();
        return context.body(brandStyle(merchant), 200, { 'content-type': 'text/css; charset=utf-8' });
      },
    },
  };
};
