// Entries that a backend's compiler reads without any framework's types.
import type { LambdaEvent } from '@flight-offset/server/lambda';

export * as core from '@flight-offset/core';
export * as coreConformance from '@flight-offset/core/conformance';
export * as coreOpenapi from '@flight-offset/core/openapi';
export * as coreServer from '@flight-offset/core/server';
export * as coreTesting from '@flight-offset/core/testing';
export * as emissions from '@flight-offset/emissions';
export * as emissionsLite from '@flight-offset/emissions/lite';
export * as gateway from '@flight-offset/gateway';
export * as server from '@flight-offset/server';
export * as serverAstro from '@flight-offset/server/astro';
export * as serverExpress from '@flight-offset/server/express';
export * as serverKoa from '@flight-offset/server/koa';
export * as serverLambda from '@flight-offset/server/lambda';
export * as serverNextjs from '@flight-offset/server/nextjs';
export * as serverNode from '@flight-offset/server/node';
export * as serverStoresGetSet from '@flight-offset/server/stores/key-value';
export * as serverStoresRedis from '@flight-offset/server/stores/redis';
export * as serverSveltekit from '@flight-offset/server/sveltekit';
export * as serverTesting from '@flight-offset/server/testing';
export * as serverWorkers from '@flight-offset/server/workers';

// Missing fields of an event are undefined in AWS's types, which exactOptionalPropertyTypes distinguishes from absent.
export const event = {
  headers: undefined,
  multiValueHeaders: undefined,
  queryStringParameters: undefined,
  multiValueQueryStringParameters: undefined,
  cookies: undefined,
  body: undefined,
  requestContext: { domainName: undefined },
} satisfies LambdaEvent;
