/** Milliseconds since 1970, UTC. */
export type Millis = number;
