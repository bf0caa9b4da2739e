import type { Context } from 'hono';
import { acceptsPage } from '../http/accepts-page.ts';
import type { Env } from '../http/env.ts';
import { allowAnyOrigin } from '../http/respond.ts';
import type { Routes } from '../http/routes.ts';
import { waitForOwnTurn } from '../http/wait-for-own-turn.ts';
import { Problem } from '../problem.ts';
import {
  findBatch,
  findCertificate,
  findCorrectedDocument,
  findNextCursor,
  listBatchDocuments,
  listCoveredBatches,
  type PublishedBatch,
} from '../retirements/find.ts';
import type { Database } from '../store/engine.ts';
import { isId } from '../store/ids.ts';
import { textsFor } from './messages/texts.ts';
import { page, pageHeaders } from './page.ts';
import { inLanguage, pageLocale } from './page-locale.ts';
import { retirementsPage } from './retirements-page.ts';

/** A published document stays until it is corrected; a corrected one never changes. */
const PUBLISHED = { 'cache-control': 'public, max-age=300' } as const;
const FOR_GOOD = { 'cache-control': 'public, max-age=86400, immutable' } as const;
const SIGNED = { 'content-type': 'application/jose' } as const;

/** Reads the payload of a signed batch. */
function documentOf({ document }: Pick<PublishedBatch, 'document'>): unknown {
  return JSON.parse(Buffer.from(document.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

/** Parts of the gateway that these routes use. */
interface Needs {
  readonly orders: { readonly db: Database; readonly publicUrl: string };
  readonly sandbox: boolean;
}

/** Retirement batches, for people and for programs: public, so that anyone can verify a receipt. Extension. */
export const retirementRoutes: Routes<Needs> = (gateway) => {
  const { db, publicUrl } = gateway.orders;

  function problem(): Problem {
    return new Problem(40401, 'There is no published retirement with that identifier. See /retirements.');
  }

  async function listPage(context: Context<Env>, before: string | undefined): Promise<Response> {
    const locale = pageLocale(context);
    const batches = await listCoveredBatches(db, before);
    const text = await page({
      locale,
      title: textsFor(locale).retirements,
      languageUrl: (language) => inLanguage(new URL(context.req.url), language),
      content: retirementsPage({
        batches,
        olderThan: await findNextCursor(db, batches.at(-1)?.batch.id),
        locale,
        sandbox: gateway.sandbox,
      }),
    });
    return context.body(text, 200, pageHeaders({}));
  }

  return {
    '/retirements': {
      async GET(context) {
        allowAnyOrigin(context);
        const before = new URL(context.req.url).searchParams.get('before') ?? undefined;
        if (before !== undefined && !isId(before, 'ret')) throw problem();
        await waitForOwnTurn();
        if (acceptsPage(context.req.header('accept'))) return listPage(context, before);
        const batches = await listBatchDocuments(db, before);
        const last = await findNextCursor(db, batches.at(-1)?.id);
        const next = last === undefined ? null : `${publicUrl}/retirements?before=${last}`;
        return context.json({ batches: batches.map(documentOf), next });
      },
    },
    '/retirements/:file': {
      async GET(context) {
        allowAnyOrigin(context);
        const file = context.req.param('file') ?? '';
        const certificate = file.endsWith('.pdf') ? await findCertificate(db, file.slice(0, -4)) : undefined;
        if (certificate) {
          const headers = {
            ...PUBLISHED,
            'content-type': 'application/pdf',
            'content-disposition': 'attachment',
          };
          return context.body(new Uint8Array(certificate), 200, headers);
        }
        const signed = file.endsWith('.jws');
        const batch = await findBatch(db, signed ? file.slice(0, -4) : file);
        if (!batch) throw problem();
        if (!signed) return context.json(documentOf(batch) as object, 200, PUBLISHED);
        return context.body(batch.document, 200, { ...PUBLISHED, ...SIGNED });
      },
    },
    '/retirements/:batch/:file': {
      async GET(context) {
        allowAnyOrigin(context);
        const { batch = '', file = '' } = context.req.param();
        const document = await findCorrectedDocument(db, batch, file.replace(/\.jws$/, ''));
        if (document === undefined) throw problem();
        return context.body(document, 200, { ...FOR_GOOD, ...SIGNED });
      },
    },
  };
};
