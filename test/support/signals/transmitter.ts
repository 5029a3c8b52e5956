// A transmitter of shared signals, after SSF 1.0 and the CAEP Interoperability Profile 1.0: metadata, keys (RS256, 2048 bits), one stream that
// is created, read and verified, and delivery by push (RFC 8935) or poll (RFC 8936).
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export type Claims = Record<string, unknown>;

export const audience = 'https://rolecall.example.org';
export const endpointToken = 'Bearer receiver-endpoint-token';
export const managementToken = 'management-token-of-the-test';

async function bodyOf(request: IncomingMessage): Promise<Claims> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : JSON.parse(text);
}

export async function startTransmitter() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }] };
  /** jti → token, to be polled until it is acknowledged or refused. */
  const waiting = new Map<string, string>();
  const refused = new Map<string, unknown>();
  let stream: Claims | undefined;
  let verification: Claims | undefined;
  let number = 0;
  // No receiver takes an event twice, not even after a restart of both.
  const start = randomUUID();
  const token = (event: Claims, claims: Claims = {}, header: Claims = {}) =>
    new SignJWT({
      iss: url,
      aud: audience,
      iat: Math.floor(Date.now() / 1000),
      jti: `${start}-${++number}`,
      events: event,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'secevent+jwt', ...header })
      .sign(privateKey);
  const answers: Record<string, (body: Claims) => unknown> = {
    'GET /.well-known/ssf-configuration': () => ({
      ...{
        spec_version: '1_0',
        issuer: url,
        jwks_uri: `${url}/jwks`,
        authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }],
      },
      ...{
        configuration_endpoint: `${url}/stream`,
        verification_endpoint: `${url}/verify`,
        status_endpoint: `${url}/status`,
      },
      delivery_methods_supported: ['urn:ietf:rfc:8935', 'urn:ietf:rfc:8936'],
    }),
    'GET /jwks': () => jwks,
    'GET /stream': () => (stream ? [stream] : []),
    'POST /stream': body => {
      const { delivery } = body as { delivery: Claims };
      stream = {
        ...body,
        stream_id: 'stream-1',
        iss: url,
        aud: audience,
        delivery: { endpoint_url: `${url}/poll`, ...delivery },
      };
      return stream;
    },
    'GET /status': () => ({ stream_id: 'stream-1', status: 'enabled' }),
    'POST /verify': body => {
      verification = body;
      return undefined;
    },
    'POST /poll': ({ ack = [], setErrs = {}, maxEvents = 10 }) => {
      for (const jti of ack as string[]) waiting.delete(jti);
      for (const [jti, error] of Object.entries(setErrs as Claims)) if (waiting.delete(jti)) refused.set(jti, error);
      const sets = Object.fromEntries([...waiting].slice(0, maxEvents as number));
      return { sets, moreAvailable: waiting.size > (maxEvents as number) };
    },
  };
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const isOpen = /^\/(\.well-known|jwks)/.test(request.url!);
    const isAllowed = isOpen || request.headers.authorization === `Bearer ${managementToken}`;
    const answer = answers[`${request.method} ${request.url!.split('?')[0]}`];
    response.writeHead(!answer ? 404 : isAllowed ? 200 : 401, { 'content-type': 'application/json' });
    response.end(answer && isAllowed ? JSON.stringify(answer(body)) : undefined);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, waiting, refused, token, publicKey, privateKey },
    stream: () => stream,
    verification: () => verification,
    close: () => new Promise(resolve => server.close(resolve)),
  };
}

export type TestTransmitter = Awaited<ReturnType<typeof startTransmitter>>;

/** Events as the examples of the interoperability profile and of CAEP 1.0 have them. */
export const sessionRevoked = (more: Claims = {}) => ({
  'https://schemas.openid.net/secevent/caep/event-type/session-revoked': {
    event_timestamp: Math.floor(Date.now() / 1000) - 10,
    initiating_entity: 'policy',
    reason_admin: { en: 'Landspeed Policy Violation: C076E82F' },
    ...more,
  },
});

export const emailSubject = (email: string) => ({ sub_id: { format: 'email', email } });
