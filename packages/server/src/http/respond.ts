import { toCheckoutError } from '../checkout-error.ts';
import { reportToStderr } from '../report.ts';
import { errorResponse } from './response.ts';

/**
 * Runs work that returns a response, and always responds: a rejection that leaves an adapter ends the process on Node.
 * Failures of the server are printed; invalid requests are not.
 */
export async function respond(work: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const problem = toCheckoutError(error);
    const requestId = crypto.randomUUID();
    if (problem.status >= 500) {
      reportToStderr(problem.cause ?? problem, { operation: 'adapter', requestId });
    }
    return errorResponse(problem, requestId);
  }
}
