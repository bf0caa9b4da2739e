/** Ports a webhook may be sent to where the operator names no others: those on which HTTPS is served. */
export const HTTPS_PORTS: readonly number[] = [443, 8443];
