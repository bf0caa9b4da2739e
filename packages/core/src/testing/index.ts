/**
 * `@flight-offset/core/testing`: makers of valid values, a service in memory, published vectors and the claims that no
 * text for travellers may make, for any test.
 */
export * from './claims.ts';
export * from './data/signature-vectors.ts';
export * from './fake-service.ts';
export * from './forgeries.ts';
export * from './makers.ts';
export * from './retirement.ts';
