import type { OffsetHandler } from '../handler.ts';
import { respond } from '../http/respond.ts';

/** Exports of an Astro endpoint. */
export interface AstroHandler {
  /** Responds to every method. */
  readonly ALL: (context: { readonly request: Request }) => Promise<Response>;
}

/**
 * Serves a handler from Astro with a server adapter: in `src/pages/offset/[...path].ts`.
 * @example
 * export const prerender = false;
 * export const { ALL } = toAstroHandler(createOffsetHandler(options));
 */
export function toAstroHandler(handler: OffsetHandler): AstroHandler {
  return { ALL: ({ request }) => respond(() => handler(request)) };
}
