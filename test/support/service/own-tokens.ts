// A server that accepts the service's own tokens, with valid and forged tokens for it.
import { type CryptoKey, importJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { addClient, type Client, type NewClient } from '../../../src/state/clients/clients.ts';
import { ensureSigningKeys } from '../../../src/state/signing-keys.ts';
import { type Engine, embeddedEngine } from '../servers/engines.ts';
import { type AccessServer, authUrl, baseUrl, startAccessServer } from './access-server.ts';

interface AddedClient {
  readonly client: Client;
  readonly clientSecret: string;
}

/** Registers hooks, so call it where tests are declared. `client` has all scopes; `token` is a token of it. */
export function withOwnTokens() {
  let engine: Engine;
  let database: Database;
  let server: AccessServer;
  let client: Client;
  let token: string;
  beforeAll(async () => {
    engine = await embeddedEngine();
    database = await engine.open();
    await migrate(database);
    server = await startAccessServer(database);
    const added = await newClient();
    client = added.client;
    token = await tokenOf(added);
  });
  afterAll(async () => {
    await server.close();
    await engine.stop();
  });

  async function newClient(change: Partial<NewClient> = {}): Promise<AddedClient> {
    return addClient(database, {
      tenant: 'acme',
      name: 'Test',
      scopes: ['read', 'write'],
      createdBy: 'operator',
      ...change,
    });
  }

  async function tokenOf(added: AddedClient, scope?: string): Promise<string> {
    const form = {
      grant_type: 'client_credentials',
      client_id: added.client.client_id,
      client_secret: added.clientSecret,
    };
    const response = await server.requestToken({ ...form, ...(scope && { scope }) });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  /** A token as the service would issue it, signed with the real key, with changes. */
  async function forge(
    claims: JWTPayload = {},
    header: Record<string, unknown> = {},
    key?: CryptoKey,
  ): Promise<string> {
    const [real] = await ensureSigningKeys(database);
    const seconds = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: authUrl,
      aud: baseUrl,
      sub: client.client_id,
      client_id: client.client_id,
      tenant: 'acme',
      scope: `${baseUrl}/read`,
      jti: crypto.randomUUID(),
      iat: seconds,
      exp: seconds + 3600,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: real!.kid, ...header })
      .sign(key ?? (await importJWK(real!.private_jwk, 'ES256')));
  }

  async function expectRefused(bearer: string, message?: RegExp): Promise<void> {
    const response = await server.call(bearer);
    const body = (await response.json()) as { code: string; message: string };
    expect([response.status, body.code], bearer.slice(0, 80)).toEqual([401, 'UNAUTHORIZED']);
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    if (message) expect(body.message).toMatch(message);
  }

  return {
    get database() {
      return database;
    },
    get server() {
      return server;
    },
    get client() {
      return client;
    },
    get token() {
      return token;
    },
    newClient,
    tokenOf,
    forge,
    expectRefused,
  };
}
