import type { Context } from 'hono';
import type { Credentials } from '../credentials/authenticate.ts';
import { publicHalf, readOrCreateReceiptKeys } from '../credentials/receipt-keys.ts';
import type { Env } from '../http/env.ts';
import { allowAnyOrigin } from '../http/respond.ts';
import type { Routes } from '../http/routes.ts';
import { isSandbox } from '../merchants/is-sandbox.ts';
import type { OrderContext } from '../orders/context.ts';
import { findView } from '../pages/find-view.ts';
import type { OrderView } from '../pages/order-view.ts';
import { pageLocale } from '../pages/page-locale.ts';
import type { PdfMaker } from '../pdf/pdf-maker.ts';
import { Problem } from '../problem.ts';
import { receiptCredits } from '../retirements/receipt-credits.ts';
import { receiptClaims, signReceipt } from './sign.ts';

/** Parts of the gateway that these routes need. */
interface Needs {
  readonly orders: OrderContext;
  readonly credentials: Credentials;
  readonly pdfs: PdfMaker;
  readonly sandbox: boolean;
}

/** Extension: receipts of paid orders, and the keys that verify them. */
export const receiptRoutes: Routes<Needs> = (gateway) => {
  const { orders, credentials, pdfs } = gateway;

  async function requireReceipt(context: Context<Env>): Promise<{ view: OrderView; jws: string }> {
    const view = await findView(orders.db, context.req.param('token') ?? '');
    if (view?.order.status !== 'completed') {
      throw new Problem(40401, 'There is no receipt here. An order has one once it is paid.');
    }
    const key = (await readOrCreateReceiptKeys(orders.db, credentials.sealer)).at(-1);
    const credits = await receiptCredits(orders.db, view.order, view.credits);
    const claims = receiptClaims(view, credits, orders.publicUrl, isSandbox(gateway, view.merchant));
    return { view, jws: await signReceipt(claims, key ?? {}) };
  }

  const keysUrl = (): string => `${orders.publicUrl}/.well-known/jwks.json`;
  const fileHeaders = (view: OrderView, type: string, ending: string): Record<string, string> => ({
    'content-type': type,
    'content-disposition': `inline; filename="receipt-${view.order.id}.${ending}"`,
    // As in the HTML of the payment page, which links here: a link that somebody posts puts no name into a search
    // index.
    'x-robots-tag': 'noindex',
  });

  return {
    '/pay/:token/receipt.jws': {
      async GET(context) {
        const { view, jws } = await requireReceipt(context);
        return context.body(jws, 200, fileHeaders(view, 'application/jose', 'jws'));
      },
    },
    '/pay/:token/receipt.pdf': {
      async GET(context) {
        const { view, jws } = await requireReceipt(context);
        const content = {
          kind: 'receipt',
          view,
          locale: pageLocale(context),
          jws,
          keysUrl: keysUrl(),
          sandbox: isSandbox(gateway, view.merchant),
        } as const;
        const pdf = await pdfs.make(content, context.req.raw.signal);
        return context.body(new Uint8Array(pdf), 200, fileHeaders(view, 'application/pdf', 'pdf'));
      },
    },
    '/.well-known/jwks.json': {
      async GET(context) {
        allowAnyOrigin(context);
        const keys = await readOrCreateReceiptKeys(orders.db, credentials.sealer);
        return context.json({ keys: keys.map(publicHalf) });
      },
    },
  };
};
