/** The place of a row in a list sorted by time, then by identifier. */
export interface Place {
  /** Milliseconds since 1970. */
  readonly created_at: number;
  readonly id: string;
}

/** Returns the text that names a row's place in a list. */
export function cursorOf({ created_at, id }: Place): string {
  return `${created_at}.${id}`;
}

/** Reads a place from the text of {@link cursorOf}; undefined for any other text. */
export function placeOf(cursor: string | undefined): Place | undefined {
  const [, at, id] = /^(\d{1,15})\.(\w{1,40})$/.exec(cursor ?? '') ?? [];
  return at === undefined || id === undefined ? undefined : { created_at: Number(at), id };
}
