import { consumedBody } from '../http/read-body.ts';
import { errorResponse } from '../http/response.ts';
import { reportToStderr } from '../report.ts';

/**
 * The response where something has read a body and kept none of its bytes.
 * @param fix what the merchant can do about it; it goes into the log and the response.
 */
export function consumedBodyResponse(fix: string): Response {
  const problem = consumedBody(fix);
  const requestId = crypto.randomUUID();
  reportToStderr(problem.cause, { operation: 'adapter', requestId });
  return errorResponse(problem, requestId);
}
