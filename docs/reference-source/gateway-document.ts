import { type JsonObject, openApiDocument } from '@flight-offset/core/openapi';

/** The parts of the document that the reference reads. */
interface GatewayDocument {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> };
}

let made: GatewayDocument | undefined;

/** Returns the gateway's OpenAPI document, made once for all pages: each call would generate every schema anew. */
export function gatewayDocument(): GatewayDocument {
  made ??= openApiDocument() as unknown as GatewayDocument;
  return made;
}
