import { problemAnswer } from '../http/answer.ts';
import { consumedBody } from '../http/read-body.ts';

/**
 * The answer where something has read a body and kept none of its bytes.
 * @param cure what the merchant can do about it; it goes into the log and the answer.
 */
export function eatenBody(cure: string): Response {
  const problem = consumedBody(cure);
  console.error(problem.cause);
  return problemAnswer(problem, crypto.randomUUID());
}
