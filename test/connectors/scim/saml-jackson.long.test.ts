// A second SCIM server, of a product: it does not describe itself, has no times of change, and shows no members.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scim } from '../../../connectors/scim/index.ts';
import { testConnector } from '../../../src/conformance/conformance.ts';
import { type Item, startService, type TestService } from '../../support/service/service.ts';

const folder = path.resolve(import.meta.dirname, '../../../node_modules/.saml-jackson');
const missing = fs.existsSync(path.join(folder, 'node_modules/@boxyhq/saml-jackson'))
  ? undefined
  : 'install it with `sh scripts/install-test-servers.sh --saml-jackson`';

interface Started {
  readonly url: string;
  readonly token: string;
  ask(at: string, body?: object): Promise<Item>;
  stop(): Promise<void>;
}

async function start(): Promise<Started> {
  const script = path.resolve(import.meta.dirname, '../../support/scim/saml-jackson-process.ts');
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith('{')) continue;
    const { url, token } = JSON.parse(line);
    return {
      url,
      token,
      async ask(at, body) {
        const headers = { authorization: `Bearer ${token}` };
        const answer = await fetch(
          `${url}/${at}`,
          body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
        );
        return answer.json();
      },
      async stop() {
        child.kill();
        await exited;
      },
    };
  }
  throw new Error('the SCIM server did not start');
}

describe.skipIf(missing)(`the SCIM server of saml-jackson${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let server: Started;
  let test: TestService;
  beforeAll(async () => {
    server = await start();
    for (let index = 0; index < 12; index += 1) {
      await server.ask('Users', {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: `user${index}@example.org`,
        name: { givenName: 'Zoë', familyName: `N${index}` },
        emails: [{ value: `user${index}@example.org`, primary: true }],
        active: index % 2 === 0,
      });
    }
    for (const displayName of ['first', 'second']) await server.ask('Groups', { displayName, members: [] });
    const settings = { url: server.url, authentication: { bearer_token: server.token }, page_size: 5 };
    test = await startService({
      connectors: [scim],
      settings: { sources: [{ id: 'app', connector: 'scim', settings }] },
    });
    await test.sync();
  });
  afterAll(async () => {
    await test.close();
    await server.stop();
  });

  it('has every account and group served as it tells them', async () => {
    const { Resources: users } = await server.ask('Users?startIndex=1&count=100');
    const { Resources: groups } = await server.ask('Groups?startIndex=1&count=100');
    expect(users).toHaveLength(12);
    const accounts = await test.everyItem('/v1/accounts');
    const facts = (rows: Item[]) => rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    expect(facts(accounts.map(({ id, alias, email, name, enabled }) => ({ id, alias, email, name, enabled })))).toEqual(
      facts(
        users.map((user: Item) => ({
          id: user.id,
          alias: user.userName,
          email: user.emails[0].value,
          name: `${user.name.givenName} ${user.name.familyName}`,
          enabled: user.active,
        })),
      ),
    );
    expect((await test.everyItem('/v1/user-groups')).map(({ id }) => id).toSorted()).toEqual(
      groups.map(({ id }: Item) => id).toSorted(),
    );
  });

  it('has a ledger that says that it shows no members', async () => {
    const { items } = (await test.get('/v1/sync-runs')).body;
    const { reads } = (await test.get(`/v1/sync-runs/${items[0].id}`)).body;
    expect(reads.find(({ type }: Item) => type === 'EntityManagedViaObject')).toMatchObject({
      status: 'Unsupported',
      gaps: [{ reason: 'unsupported', message: expect.stringContaining('the groups may have members nevertheless') }],
    });
    expect(reads.find(({ type }: Item) => type === 'Account').status).toBe('Complete');
  });

  it('passes the conformance suite', async () => {
    const settings = { url: server.url, authentication: { bearer_token: server.token }, page_size: 5 };
    const rules = await testConnector(scim, { settings, baseFolder: '/' });
    expect(rules.flatMap(({ faults }) => faults)).toEqual([]);
  });
});
