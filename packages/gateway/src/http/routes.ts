import type { Context, Hono } from 'hono';
import { Problem } from '../problem.ts';
import type { Env } from './env.ts';

/** Handles one method of one path. */
export type Handler = (context: Context<Env>) => Response | Promise<Response>;

/** Methods of one path; all others return 405. */
export type Methods = Partial<Record<'GET' | 'POST', Handler>>;

/** Group of endpoints, made from the parts of the gateway that it needs. */
export type Routes<Needs = unknown> = (gateway: Needs) => Record<string, Methods>;

/** Adds a path with its methods to the app: HEAD is handled like GET, OPTIONS lists them all. */
export function addRoute(app: Hono<Env>, path: string, methods: Methods): void {
  const names = Object.keys(methods);
  const allow = [...names, ...(names.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  app.all(path, (context) => {
    context.set('route', path);
    const method = context.req.method === 'HEAD' ? 'GET' : context.req.method;
    if (method === 'OPTIONS') return context.body(null, 204, { allow });
    const handler = Object.hasOwn(methods, method) ? methods[method as 'GET' | 'POST'] : undefined;
    if (handler) return handler(context);
    const headers = { allow };
    throw new Problem(40501, `This endpoint accepts ${names.join(' and ')}, not ${context.req.method}.`, {
      headers,
    });
  });
}
