// A token issuer other than this service: it serves its keys on a loopback address, and signs tokens with them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export interface OutsideIssuer {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** The number of requests for its keys. */
  requests(): number;
  /** A token of an hour, unless it says otherwise, issued now or at a time in seconds since 1970. */
  sign(
    claims: JWTPayload,
    header?: { kid?: string; typ?: string },
    times?: { issued?: number; lasts?: number },
  ): Promise<string>;
  /** Withdraw the key, and sign with another one from now on. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

/** `answer` replaces what is served at `jwksUrl`; every other path still serves the key set. */
export async function startOutsideIssuer(replaced?: {
  status: number;
  location?: string;
  body?: string;
}): Promise<OutsideIssuer> {
  let number = 0;
  const newKey = async () => {
    number += 1;
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const kid = `outside-${number}`;
    return { privateKey, kid, served: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
  };
  let key = await newKey();
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const answer = request.url === '/keys' ? replaced : undefined;
    response.writeHead(answer?.status ?? 200, {
      'content-type': 'application/json',
      ...(answer?.location && { location: answer.location }),
    });
    response.end(answer?.body ?? JSON.stringify({ keys: [key.served] }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    jwksUrl: `${issuer}/keys`,
    requests: () => requests,
    sign: (claims, header = {}, { issued = Math.floor(Date.now() / 1000), lasts = 3600 } = {}) =>
      new SignJWT({ iss: issuer, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header })
        .setIssuedAt(issued)
        .setExpirationTime(issued + lasts)
        .sign(key.privateKey),
    rotate: async () => {
      key = await newKey();
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}
