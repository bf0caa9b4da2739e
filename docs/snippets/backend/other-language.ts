import { CheckoutError, createOffset, readContribution } from '@flight-offset/server';
import { options } from './options.ts';

const offset = createOffset(options);

/** Reads the token in the body. Serve it at a URL that only your backends can reach. */
export async function contribution(request: Request): Promise<Response> {
  try {
    return Response.json(await readContribution(offset, await request.text()));
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    const { code, message, status } = error;
    return Response.json({ code, message }, { status });
  }
}
