import type { Context } from 'hono';
import { type ApiAccess, readCall } from '../http/api-call.ts';
import type { Env } from '../http/env.ts';
import type { Routes } from '../http/routes.ts';
import { textStream } from '../http/text-stream.ts';
import { isSandbox } from '../merchants/is-sandbox.ts';
import type { OrderContext } from '../orders/context.ts';
import type { PdfMaker } from '../pdf/pdf-maker.ts';
import { LINES_TO_READ, statementContent } from '../pdf/statement-content.ts';
import { Problem } from '../problem.ts';
import { statementCsv } from './csv.ts';
import { findStatement, listStatements } from './find.ts';
import type { FoundStatement } from './found-statement.ts';
import { statementJson } from './json.ts';
import { readPages, withFirstLines } from './read-lines.ts';

/** Parts of the gateway that these routes use. */
interface Needs {
  readonly orders: OrderContext;
  readonly pdfs: PdfMaker;
  readonly sandbox: boolean;
}

/** Extension: the caller's debt for orders whose money it collected, as JSON, CSV and PDF. */
export const statementRoutes: Routes<ApiAccess & Needs> = (gateway) => {
  const { db, now } = gateway.orders;

  async function requireOwnStatement(context: Context<Env>, id: string): Promise<FoundStatement> {
    const { merchantId } = await readCall(gateway, context);
    const found = await findStatement(db.reader, merchantId, id, now());
    if (!found) throw new Problem(40404, 'There is no statement with this identifier. Check it and the key.');
    return found;
  }

  return {
    '/offset-gateway/statements': {
      async GET(context) {
        const { merchantId } = await readCall(gateway, context);
        return context.json({ statements: await listStatements(db.reader, merchantId, now()) });
      },
    },
    '/offset-gateway/statements/:statementId': {
      async GET(context) {
        const { id, format } = readFormat(context);
        const found = await requireOwnStatement(context, id);
        const { merchantName, statement } = found;
        const headers = (type: string) => ({
          'content-type': type,
          'content-disposition': `attachment; filename="statement-${statement.number ?? statement.id}.${format}"`,
        });
        if (format === 'pdf') {
          const printed = await withFirstLines(db.reader, found, LINES_TO_READ);
          const content = statementContent(printed, merchantName, isSandbox(gateway, found));
          const pdf = await gateway.pdfs.make(content, context.req.raw.signal);
          return context.body(new Uint8Array(pdf), 200, headers('application/pdf'));
        }
        const pages = readPages(db.reader, found);
        const { signal } = context.req.raw;
        if (format === 'csv')
          return context.body(
            textStream(statementCsv(found, pages), signal),
            200,
            headers('text/csv; charset=utf-8; header=present'),
          );
        return context.body(textStream(statementJson(found, pages), signal), 200, {
          'content-type': 'application/json',
        });
      },
    },
  };
};

const FORMATS = { csv: 'text/csv', pdf: 'application/pdf' } as const;

/** Reads the format of a statement from the extension in its path or from `Accept`; JSON if neither names another. */
function readFormat(context: Context<Env>): { readonly id: string; readonly format: 'json' | 'csv' | 'pdf' } {
  const given = context.req.param('statementId') ?? '';
  const accept = context.req.header('accept') ?? '';
  for (const format of ['csv', 'pdf'] as const) {
    if (given.endsWith(`.${format}`)) return { id: given.slice(0, -format.length - 1), format };
    if (accept.startsWith(FORMATS[format])) return { id: given, format };
  }
  return { id: given, format: 'json' };
}
