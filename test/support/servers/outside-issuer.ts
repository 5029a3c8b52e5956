// A token issuer other than this service: it serves its keys on a loopback address, and signs tokens with them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export interface OutsideIssuer {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** The number of requests for its keys. */
  requests(): number;
  sign(claims: JWTPayload, header?: { kid?: string; typ?: string }): Promise<string>;
  close(): Promise<void>;
}

/** `answer` replaces what is served at `jwksUrl`; every other path still serves the key set. */
export async function startOutsideIssuer(replaced?: {
  status: number;
  location?: string;
  body?: string;
}): Promise<OutsideIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'outside-1', alg: 'RS256', use: 'sig' }];
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const answer = request.url === '/keys' ? replaced : undefined;
    response.writeHead(answer?.status ?? 200, {
      'content-type': 'application/json',
      ...(answer?.location && { location: answer.location }),
    });
    response.end(answer?.body ?? JSON.stringify({ keys }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    jwksUrl: `${issuer}/keys`,
    requests: () => requests,
    sign: (claims, header = {}) =>
      new SignJWT({ iss: issuer, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'outside-1', ...header })
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}
