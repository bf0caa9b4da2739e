import { toProblem } from '../problem.ts';
import { reportToStderr } from '../report.ts';
import { problemResponse } from './response.ts';

/**
 * Runs work to a response, whatever happens in it: a rejection that leaves an adapter ends the process on Node.
 * Failures of the server are printed; a request that is invalid is the caller's own.
 */
export async function respond(work: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const problem = toProblem(error);
    const requestId = crypto.randomUUID();
    if (problem.status >= 500) {
      reportToStderr(problem.cause ?? problem, { operation: 'adapter', requestId });
    }
    return problemResponse(problem, requestId);
  }
}
