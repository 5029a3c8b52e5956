// The WWW-Authenticate headers of refused requests (RFC 6750 section 3).

/** 401, no token was sent. */
export const tokenMissingChallenge = 'Bearer';
/** 401, the token is expired, malformed, revoked or not for this service. */
export const invalidTokenChallenge = 'Bearer error="invalid_token"';
/** 403, the token lacks a scope. @param scopeName the scope's name in tokens */
export function insufficientScopeChallenge(scopeName: string): string {
  return `Bearer error="insufficient_scope", scope="${scopeName}"`;
}
