/** A running gateway: it responds, sends webhooks and expires orders until it is closed. */
export interface RunningGateway {
  /** Base URL of the gateway for this process, without a trailing slash. */
  readonly url: string;
  /**
   * Stops accepting requests, completes those under way and stores failures, within 22 seconds, then closes the
   * database. Call it once.
   * @param drainMs time to go on accepting requests first, milliseconds, while `/readyz` returns 503 and each
   * connection closes after its response, so that proxies can send requests elsewhere. Default: 0.
   */
  close(drainMs?: number): Promise<void>;
}
