/** Error if a browser that tests need is not installed on this machine. */
export class MissingBrowserError extends Error {
  override readonly name = 'MissingBrowserError';
  readonly code = 'missing_browser';

  constructor(browser: string, command: string) {
    super(`${browser} is not installed; on Debian: ${command}`);
  }
}
