import { faultPage } from '@flight-offset/console';
import type { Context } from 'hono';
import type { Env } from '../http/env.ts';
import type { Problem } from '../problem.ts';

/** Renders a problem as a page of the console. @param publicUrl of the gateway. */
export async function staffFaultPage(
  context: Context<Env>,
  { status, message, headers }: Problem,
  publicUrl: string,
): Promise<Response> {
  const fault = { status, message, requestId: context.get('requestId') };
  const response = await faultPage(context.req.raw, new URL(publicUrl).origin, fault);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
