/** `@flight-offset/core/testing`: makers of valid values and published vectors, for tests of any kind. */
export * from './data/signature-vectors.ts';
export * from './makers.ts';
