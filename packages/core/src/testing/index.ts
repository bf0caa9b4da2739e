/** `@flight-offset/core/testing`: makers of valid values, a service in memory and published vectors, for any test. */
export * from './data/signature-vectors.ts';
export * from './fake-service.ts';
export * from './forgeries.ts';
export * from './makers.ts';
export * from './retirement.ts';
