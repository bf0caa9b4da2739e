import { compactVerify, createRemoteJWKSet, customFetch } from 'jose';
import type { ServerMetadata } from 'openid-client';
import { boundedFetch } from './bounded-fetch.ts';

/**
 * Verifies the signature of an ID token, which openid-client leaves to TLS. The provider's keys are read for each
 * sign-in, so that a replaced key takes effect at once.
 * @param clientSecret the key of a provider that signs by HMAC.
 * @throws an error of jose for any other signature, or if the keys cannot be read; TypeError for keys without TLS.
 */
export async function verifyIdToken(
  idToken: string,
  { issuer, jwks_uri = '' }: ServerMetadata,
  clientSecret: string,
): Promise<void> {
  await compactVerify(idToken, (header, token) => {
    // Never a public key: anybody could have signed with it.
    if (header.alg.startsWith('HS')) return new TextEncoder().encode(clientSecret);
    if (issuer.startsWith('https:') && !jwks_uri.startsWith('https:'))
      throw new TypeError('jwks_uri of the identity provider is not an https address');
    return createRemoteJWKSet(new URL(jwks_uri), { [customFetch]: boundedFetch })(header, token);
  });
}
