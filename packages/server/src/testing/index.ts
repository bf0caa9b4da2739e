/** `@flight-offset/server/testing`: a service of the bare interface, to try a backend against. */
export * from './bare-service.ts';
