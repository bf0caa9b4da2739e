/** Who made a change, and how. */
export interface Actor {
  readonly channel: 'cli' | 'console' | 'api';
  /** Identifier of the API key or of the console's user; '' on the command line. It names no person by itself. */
  readonly id: string;
  /** Account or e-mail address of the person, if known. Stored apart from the log, where it can be erased. */
  readonly name?: string | undefined;
}
