// Whether a GitHub App has signed in as GitHub wants it: RS256, its number as issuer, at most ten minutes.
import { type KeyObject, verify } from 'node:crypto';

const mostSeconds = 600;

export function isSignedBy(authorization: string | undefined, key: KeyObject, appId: string): boolean {
  const [head = '', claims = '', signature = ''] = (authorization ?? '').replace(/^Bearer /, '').split('.');
  const json = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  try {
    const { iss, iat, exp } = json(claims);
    const now = Date.now() / 1000;
    return (
      json(head)['alg'] === 'RS256' &&
      verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url')) &&
      String(iss) === appId &&
      Number(iat) <= now &&
      Number(exp) > now &&
      Number(exp) <= now + mostSeconds
    );
  } catch {
    return false;
  }
}
