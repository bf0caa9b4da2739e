/** A session ends after this long without use: one hour. */
export const IDLE_MS: number = 60 * 60 * 1000;

/** A session ends this long after the sign-in, however much it is used: twelve hours. */
export const ABSOLUTE_MS: number = 12 * 60 * 60 * 1000;
