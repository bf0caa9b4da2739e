/** Milliseconds since 1970, UTC: how every moment is stored. */
export type Millis = number;
