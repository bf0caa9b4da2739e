/** A running gateway: it responds, sends webhooks and expires orders until it is closed. */
export interface RunningGateway {
  /** Base URL at which this process reaches it, without a slash at the end. */
  readonly url: string;
  /**
   * Takes no new requests, ends those under way and stores which failed within 22 seconds, closes the database. Call it once.
   * @param drainMs how long it goes on taking requests first, milliseconds, while `/readyz` returns 503 and each connection
   *   closes after its response: so long, proxies have to send requests elsewhere. Default: 0.
   */
  close(drainMs?: number): Promise<void>;
}
