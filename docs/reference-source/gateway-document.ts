import { type JsonObject, openApiDocument } from '@flight-offset/core/openapi';

/** What the reference reads of the document. */
interface GatewayDocument {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> };
}

let made: GatewayDocument | undefined;

/** The gateway's OpenAPI document, made once for all pages: each time it generates every schema anew. */
export function gatewayDocument(): GatewayDocument {
  made ??= openApiDocument() as unknown as GatewayDocument;
  return made;
}
