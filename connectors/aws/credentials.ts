// Requests signed with Signature Version 4 (docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html), with an access key or the
// session of a role that is assumed and renewed.
import { AwsV4Signer } from 'aws4fetch';
import { SourceError } from '../../src/connector/contract.ts';
import type { Credentials, SendPlain } from '../../src/connector/http/credentials.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import { textAt } from '../../src/connector/json-values.ts';
import { resultOf } from './answers.ts';
import { type Endpoint, endpointOf } from './endpoints.ts';
import type { AwsSettings, RoleSettings } from './settings.ts';

interface Key {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** Gives the key that requests are signed with at present. */
export interface KeySource {
  key(send: SendPlain): Promise<Key>;
  /** Forget a session that AWS refused. @returns whether another try may help */
  renew(refusedToken: string | undefined): boolean;
  secrets(): readonly string[];
}

/** How long before its end a session is renewed: a request takes time, and clocks differ. */
const renewBeforeMs = 120_000;

export function keySourceOf(settings: AwsSettings, role: RoleSettings | undefined): KeySource {
  const own: Key = {
    accessKeyId: settings.access_key_id!,
    secretAccessKey: settings.secret_access_key!,
    sessionToken: settings.session_token,
  };
  const secrets = [own.secretAccessKey, ...(own.sessionToken === undefined ? [] : [own.sessionToken])];
  if (role === undefined) return { key: async () => own, renew: () => false, secrets: () => secrets };
  return roleSession(own, secrets, role, endpointOf('sts', settings));
}

function roleSession(own: Key, secrets: readonly string[], role: RoleSettings, sts: Endpoint): KeySource {
  const issued = new Set<string>();
  let session: { key: Key; until: number } | undefined;
  let requested: Promise<Key> | undefined;
  const assume = async (send: SendPlain) => {
    const { key, until } = await assumeRole(own, role, sts, send);
    for (const secret of [key.secretAccessKey, key.sessionToken!]) issued.add(secret);
    session = { key, until };
    return key;
  };
  return {
    async key(send) {
      if (session && Date.now() < session.until) return session.key;
      requested ??= assume(send).finally(() => {
        requested = undefined;
      });
      return requested;
    },
    renew(refused) {
      if (session?.key.sessionToken === refused) session = undefined;
      return true;
    },
    secrets: () => [...secrets, ...issued],
  };
}

async function assumeRole(
  own: Key,
  role: RoleSettings,
  sts: Endpoint,
  send: SendPlain,
): Promise<{ key: Key; until: number }> {
  const form = {
    ...{ Action: 'AssumeRole', Version: '2011-06-15', RoleArn: role.role_arn, RoleSessionName: role.session_name },
    DurationSeconds: String(role.session_seconds),
    ...(role.external_id !== undefined && { ExternalId: role.external_id }),
  };
  const headers = await signedHeaders(own, sts, {
    method: 'POST',
    url: sts.url,
    body: new URLSearchParams(form).toString(),
  });
  const subject = `sts:AssumeRole ${role.role_arn}`;
  const { body } = await send({ method: 'POST', url: sts.url, form, headers, isIdempotent: true, subject }).catch(
    error => {
      if (!(error instanceof HttpError)) throw error;
      throw refusal(subject, error.problem);
    },
  );
  const given = (name: string) => textAt(resultOf(body, 'AssumeRole'), 'Credentials', name);
  const [accessKeyId, secretAccessKey, sessionToken] = ['AccessKeyId', 'SecretAccessKey', 'SessionToken'].map(given);
  const expiration = Date.parse(given('Expiration') ?? '');
  if (accessKeyId === undefined || secretAccessKey === undefined || sessionToken === undefined)
    throw refusal(subject, 'the answer has no credentials');
  const ends = Number.isNaN(expiration) ? Date.now() + role.session_seconds * 1000 : expiration;
  return { key: { accessKeyId, secretAccessKey, sessionToken }, until: ends - renewBeforeMs };
}

function refusal(place: string, message: string): SourceError {
  const fix =
    'let the trust policy of the role name whoever has the access key, and let that user or role call sts:AssumeRole on it';
  return new SourceError([{ severity: 'error', place, message, fix }]);
}

async function signedHeaders(
  { accessKeyId, secretAccessKey, sessionToken }: Key,
  { service, region }: Endpoint,
  { method, url, headers = {}, body }: { method: string; url: string; headers?: Record<string, string>; body?: string },
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    ...{ method, url, headers, accessKeyId, secretAccessKey, service, region },
    ...(sessionToken !== undefined && { sessionToken }),
    ...(body !== undefined && { body }),
  });
  const { headers: signed } = await signer.sign();
  const names = ['authorization', 'x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256'];
  return Object.fromEntries(names.flatMap(name => (signed.has(name) ? [[name, signed.get(name)!]] : [])));
}

/** Signs each request to one service. */
export function awsCredentials(keys: KeySource, endpoint: Endpoint): Credentials {
  return {
    async authorize({ method, url, headers, body }, send) {
      const key = await keys.key(send);
      return signedHeaders(key, endpoint, {
        method,
        url: url.href,
        headers: { ...headers },
        ...(body !== undefined && { body }),
      });
    },
    renew: refused => keys.renew(refused['x-amz-security-token']),
    secrets: () => keys.secrets(),
  };
}
