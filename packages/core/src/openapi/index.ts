/** `@flight-offset/core/openapi`: the operations as data, and the OpenAPI 3.1 documents made from them. */
export { type DocumentOptions, openApiDocument } from './document.ts';
export { FILE_OPERATIONS, type FileOperation } from './files.ts';
export { replays } from './headers.ts';
export type { JsonObject } from './json-schema.ts';
export { type MerchantDocumentOptions, merchantOpenApiDocument } from './merchant-document.ts';
export { MERCHANT_OPERATIONS, type MerchantOperation } from './merchant-operations.ts';
export type { HeaderName, Operation, Tag } from './operation.ts';
export { OPERATIONS } from './operations.ts';
