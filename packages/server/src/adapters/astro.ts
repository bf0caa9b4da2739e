import type { OffsetHandler } from '../handler.ts';
import { respond } from '../http/respond.ts';

/** Exports of an endpoint of Astro. */
export interface AstroEndpoint {
  /** Answers every method. */
  readonly ALL: (context: { readonly request: Request }) => Promise<Response>;
  /** The endpoint runs on the server at each request. */
  readonly prerender: false;
}

/**
 * Serves a handler from Astro with a server adapter: in `src/pages/offset/[...path].ts`.
 * @example
 * export const prerender = false;
 * export const { ALL } = toAstroEndpoint(createOffsetHandler(options));
 */
export function toAstroEndpoint(handler: OffsetHandler): AstroEndpoint {
  return { ALL: ({ request }) => respond(() => handler(request)), prerender: false };
}
