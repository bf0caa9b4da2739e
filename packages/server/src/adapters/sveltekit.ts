import type { OffsetHandler } from '../handler.ts';
import { respond } from '../http/respond.ts';

/** An endpoint of SvelteKit. */
export type SvelteKitEndpoint = (event: { readonly request: Request }) => Promise<Response>;

/** Exports of a `+server.ts` of SvelteKit. */
export interface SvelteKitHandler {
  readonly GET: SvelteKitEndpoint;
  readonly POST: SvelteKitEndpoint;
  readonly OPTIONS: SvelteKitEndpoint;
}

/**
 * Serves a handler from SvelteKit: in `src/routes/offset/[...path]/+server.ts`.
 * @example export const { GET, POST, OPTIONS } = toSvelteKitHandler(createOffsetHandler(options));
 */
export function toSvelteKitHandler(handler: OffsetHandler): SvelteKitHandler {
  const endpoint: SvelteKitEndpoint = ({ request }) => respond(() => handler(request));
  return { GET: endpoint, POST: endpoint, OPTIONS: endpoint };
}
