import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Hono } from 'hono';
import { Problem } from '../problem.ts';
import type { Env } from './env.ts';
import { addRoute } from './routes.ts';

it('serves HEAD with GET, lists methods for OPTIONS and refuses others with 405', async () => {
  const app = new Hono<Env>();
  addRoute(app, '/both', { GET: (context) => context.text('read'), POST: (context) => context.text('sent') });
  addRoute(app, '/post', { POST: (context) => context.text('sent') });
  app.onError((error) =>
    error instanceof Problem
      ? Response.json(error.code, { headers: error.headers, status: 405 })
      : assert.fail(),
  );
  const rows = [
    ['GET', '/both', 200, 'read', null],
    ['HEAD', '/both', 200, '', null],
    ['POST', '/both', 200, 'sent', null],
    ['OPTIONS', '/both', 204, '', 'GET, POST, HEAD, OPTIONS'],
    ['PUT', '/both', 405, '40501', 'GET, POST, HEAD, OPTIONS'],
    ['HEAD', '/post', 405, '', 'POST, OPTIONS'],
    ['GET', '/post', 405, '40501', 'POST, OPTIONS'],
  ] as const;
  for (const [method, path, ...expected] of rows) {
    const response = await app.request(path, { method });
    const seen = [response.status, await response.text(), response.headers.get('allow')];
    assert.deepEqual(seen, expected, `${method} ${path}`);
  }
});
