import type { Console } from '@flight-offset/console';
import type { Context } from 'hono';
import { acceptsPage } from '../http/accepts-page.ts';
import { readBody } from '../http/body.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { Env } from '../http/env.ts';
import type { Methods, Routes } from '../http/routes.ts';

/** Parts of the gateway that the console's routes use. */
interface Needs {
  readonly clientAddress: ClientAddress;
  /** Opens the console; undefined if the gateway has none. */
  readonly console?: (() => Promise<Console>) | undefined;
}

/** Routes of the console. Its code is loaded at the first request. */
export const consoleRoutes: Routes<Needs> = ({ console: open, clientAddress }): Record<string, Methods> => {
  if (!open) return {};
  let opening: Promise<Console> | undefined;
  const handle = async (context: Context<Env>): Promise<Response> => {
    const { incoming } = context.env;
    const body = await readBody(incoming);
    // If that fails, for example for lack of a file descriptor, the next request opens it again.
    opening ??= open().catch((error) => {
      opening = undefined;
      throw error;
    });
    const run = await opening;
    return run({
      request: context.req.raw,
      body,
      address: clientAddress(incoming),
      identified: (sender) => context.set('staff', sender),
    });
  };
  const methods: Methods = { GET: handle, POST: handle };
  return { '/console': methods, '/console/*': methods };
};

/** Whether a browser shows the response as a page of the console. Its script and other programs get JSON. */
export function isForStaff({ req }: Context<Env>): boolean {
  return /^\/console(?:\/|$)/.test(req.path) && acceptsPage(req.header('accept'));
}
