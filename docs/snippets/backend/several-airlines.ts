import {
  createOffset,
  createOffsetHandler,
  type OffsetHandler,
  type OffsetHandlerOptions,
  startReconciling,
} from '@flight-offset/server';

const airlines = new Map<string, { handler: OffsetHandler; stop: () => void }>();

/** Adds an airline, also while the process serves. Replaces one of this name, such as one whose key has changed. */
export function addAirline(name: string, options: OffsetHandlerOptions): void {
  const all: OffsetHandlerOptions = {
    // The default output names no airline.
    onError: (error, context) => console.error(name, context, error),
    ...options,
  };
  const offset = createOffset(all);
  const handler = createOffsetHandler(all, offset);
  removeAirline(name);
  airlines.set(name, { handler, stop: startReconciling(offset) });
}

export function removeAirline(name: string): void {
  airlines.get(name)?.stop();
  airlines.delete(name);
}

/** Handler to mount at `/`: the path begins with the airline, such as `/example-air/offset/quote`. */
export async function handler(request: Request): Promise<Response> {
  const name = new URL(request.url).pathname.split('/')[1] ?? '';
  const airline = airlines.get(name);
  return airline ? airline.handler(request) : new Response('There is no such airline.', { status: 404 });
}
