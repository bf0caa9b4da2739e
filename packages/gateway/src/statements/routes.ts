import type { StatementWithLines } from '@flight-offset/core';
import type { Context } from 'hono';
import { readCall } from '../http/api-call.ts';
import { Problem } from '../http/problem.ts';
import type { Env, Routes } from '../http/routes.ts';
import { statementCsv } from './csv.ts';
import { findStatement, listStatements } from './find.ts';

/** Extension: what the caller owes for orders whose money it collected, as JSON and CSV. */
export const statementRoutes: Routes = (gateway) => {
  const { db, now } = gateway.orders;

  async function own(context: Context<Env>, id: string): Promise<StatementWithLines> {
    const { merchantId } = await readCall(gateway, context);
    const statement = await findStatement(db.reader, merchantId, id, now());
    if (!statement)
      throw new Problem(40404, 'there is no statement with this identifier; check it and the key');
    return statement;
  }

  return {
    '/offset-gateway/statements': {
      async GET(context) {
        const { merchantId } = await readCall(gateway, context);
        return context.json({ statements: await listStatements(db.reader, merchantId, now()) });
      },
    },
    '/offset-gateway/statements/:statementId{[^/]+\\.csv}': {
      async GET(context) {
        const id = (context.req.param('statementId') ?? '').replace(/\.csv$/, '');
        const statement = await own(context, id);
        return context.body(statementCsv(statement), 200, {
          'content-type': 'text/csv; charset=utf-8; header=present',
          'content-disposition': `attachment; filename="statement-${statement.number ?? id}.csv"`,
        });
      },
    },
    '/offset-gateway/statements/:statementId': {
      async GET(context) {
        return context.json(await own(context, context.req.param('statementId') ?? ''));
      },
    },
  };
};
