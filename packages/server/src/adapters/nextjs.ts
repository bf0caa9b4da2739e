import type { OffsetHandler } from '../handler.ts';
import { respond } from '../http/respond.ts';

/** Exports of a `route.ts` of Next.js's App Router. */
export interface NextJsHandler {
  readonly GET: OffsetHandler;
  readonly POST: OffsetHandler;
  readonly OPTIONS: OffsetHandler;
}

/**
 * Serves a handler from Next.js, App Router: in `app/offset/[...path]/route.ts`.
 * @example export const { GET, POST, OPTIONS } = toNextJsHandler(createOffsetHandler(options));
 */
export function toNextJsHandler(handler: OffsetHandler): NextJsHandler {
  // Next.js calls routes with a second argument, which the handler does not use.
  const route: OffsetHandler = (request) => respond(() => handler(request));
  return { GET: route, POST: route, OPTIONS: route };
}
