/** `@flight-offset/core/openapi`: the operations as data, and the OpenAPI 3.1 document made from them. */
export { type DocumentOptions, type JsonObject, openApiDocument } from './document.ts';
export { type HeaderName, OPERATIONS, type Operation } from './operations.ts';
