/** Whether the backend did not respond: the network failed, or something before it returned a page of its own. */
export function isNoResponse(error: unknown): boolean {
  return error instanceof TypeError || error instanceof SyntaxError;
}
