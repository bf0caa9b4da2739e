/** A key of Web Crypto. Not every runtime's types have the DOM's name for it. */
export type WebCryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A JSON Web Key (RFC 7517), with the members that Web Crypto reads; numbers are in base64url. */
export interface Jwk {
  readonly kty?: string;
  readonly use?: string;
  readonly key_ops?: string[];
  readonly alg?: string;
  readonly ext?: boolean;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly d?: string;
  readonly n?: string;
  readonly e?: string;
  readonly p?: string;
  readonly q?: string;
  readonly dp?: string;
  readonly dq?: string;
  readonly qi?: string;
  readonly k?: string;
}
