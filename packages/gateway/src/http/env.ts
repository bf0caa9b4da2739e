import type { Sender } from '@flight-offset/console';
import type { HttpBindings } from '@hono/node-server';
import type { Problem } from '../problem.ts';

/** Hono's context for every handler. */
export interface Env {
  /** Node's own request and response. */
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Headers of the response, also of an error. */
    headers: Record<string, string>;
    /** Whether the response already has these headers. */
    complete?: true;
    merchantId?: string;
    /** Problem with which the request failed. */
    problem?: Problem;
    route?: string;
    /** Person who sent a request to the console. */
    staff?: Sender;
  };
}
