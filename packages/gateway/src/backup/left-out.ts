/** Tables that a restore leaves empty: what is in them would sign in whoever was removed or signed out since the backup. */
export const LEFT_OUT = ['console_sessions', 'console_links'] as const;
