/**
 * Tables that a restore leaves empty: their rows would sign in people who were removed or signed out since the backup.
 */
export const UNRESTORED_TABLES = ['console_sessions', 'console_links'] as const;
