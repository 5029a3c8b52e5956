// The WWW-Authenticate headers of refused requests (RFC 6750 section 3).

/**
 * 401: no token was sent, or it is expired, malformed, revoked or not for this service.
 * @param metadata address of the metadata of the protected resource (RFC 9728 section 5.1)
 */
export function unauthorizedChallenge(isTokenSent: boolean, metadata?: string): string {
  return challenge([isTokenSent && 'error="invalid_token"', metadataPart(metadata)]);
}

/** 403, the token lacks a scope. @param scopeName the scope's name in tokens */
export function insufficientScopeChallenge(scopeName: string, metadata?: string): string {
  return challenge(['error="insufficient_scope"', `scope="${scopeName}"`, metadataPart(metadata)]);
}

const metadataPart = (metadata: string | undefined) => metadata !== undefined && `resource_metadata="${metadata}"`;

function challenge(parts: readonly (string | false)[]): string {
  const present = parts.filter(part => part !== false);
  return present.length === 0 ? 'Bearer' : `Bearer ${present.join(', ')}`;
}
