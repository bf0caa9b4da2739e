import type { Sender } from '@flight-offset/console';
import type { HttpBindings } from '@hono/node-server';
import type { Problem } from '../problem.ts';

/** What every handler finds in Hono's context. */
export interface Env {
  /** Node's own request and response. */
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Headers of the response, whatever it will be. */
    headers: Record<string, string>;
    /** Whether the response holds them. */
    complete?: true;
    merchantId?: string;
    /** What the request failed with. */
    problem?: Problem;
    route?: string;
    /** Of a request to the console. */
    staff?: Sender;
  };
}
