// A server with the token endpoint, a client for each test, and the forms of token requests.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { addClient, type NewClient } from '../../../src/state/clients/clients.ts';
import { type Engine, embeddedEngine } from '../servers/engines.ts';
import { type AccessServer, startAccessServer } from './access-server.ts';

interface TokenAnswer {
  access_token: string;
  scope: string;
  error: string;
  error_description: string;
}

/** Registers hooks, so call it where tests are declared. `id` and `secret` are those of the test's own client. */
export function withTokenEndpoint() {
  let engine: Engine;
  let database: Database;
  let server: AccessServer;
  let own: { id: string; secret: string };
  beforeAll(async () => {
    engine = await embeddedEngine();
    database = await engine.open();
    await migrate(database);
  });
  beforeEach(async () => {
    server = await startAccessServer(database);
    own = await newClient();
    return () => server.close();
  });
  afterAll(() => engine.stop());

  async function newClient(change: Partial<NewClient> = {}) {
    const wanted = { tenant: 'acme', name: 'Reports', scopes: ['read', 'write'], createdBy: 'operator' } as const;
    const { client, clientSecret } = await addClient(database, { ...wanted, ...change });
    return { id: client.client_id, secret: clientSecret };
  }

  return {
    get database() {
      return database;
    },
    get server() {
      return server;
    },
    get id() {
      return own.id;
    },
    get secret() {
      return own.secret;
    },
    newClient,
    basic: (user: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(user)}:${encodeURIComponent(password)}`).toString('base64')}`,
    }),
    form: (more: Record<string, string> = {}) => ({
      grant_type: 'client_credentials',
      client_id: own.id,
      client_secret: own.secret,
      ...more,
    }),
    async answer(response: Promise<Response>): Promise<{ status: number; headers: Headers; body: TokenAnswer }> {
      const answered = await response;
      return { status: answered.status, headers: answered.headers, body: (await answered.json()) as TokenAnswer };
    },
  };
}
