// GitHub's own client reads the simulated organisation, and shows what the connector reads and changes (the long form). The client wants
// TLS and the paths of GitHub Enterprise Server, so a proxy with a certificate of its own stands before a simulated server.
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { github } from '../../../connectors/github/index.ts';
import { openActor } from '../../conformance/acting.ts';
import { type GithubSimulator, githubToken, startGithub } from '../../support/simulators/github/github.ts';
import { fillOrganisation, githubUser } from '../../support/simulators/github/organisation.ts';
import { readSource, recordsOf } from '../../support/simulators/reading.ts';

const run = promisify(execFile);
const missing = ['gh', 'openssl'].find(program => {
  try {
    execFileSync(program, ['version'], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
});

let folder: string;
let server: GithubSimulator;
let proxy: https.Server;
const settings = () => ({ url: `${server.url}/api/v3`, organization: 'acme', token: githubToken });

/** Before the simulator, with a certificate for `localhost`. */
function startProxy(): https.Server {
  const files = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', files.key, '-out', files.cert],
    ],
    { stdio: 'ignore' },
  );
  return https.createServer(
    { cert: fs.readFileSync(files.cert), key: fs.readFileSync(files.key) },
    async (request, response) => {
      const body = await new Response(request as unknown as ReadableStream).text();
      const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
      const headers = { authorization, 'content-type': type, 'user-agent': 'gh' };
      const answer = await fetch(`${server.url}${request.url}`, {
        ...{ method: request.method ?? 'GET', headers },
        ...(body !== '' && { body }),
      });
      const { port } = proxy.address() as AddressInfo;
      const link = answer.headers.get('link')?.replaceAll(server.url, `https://localhost:${port}`);
      response.writeHead(answer.status, { 'content-type': 'application/json', ...(link && { link }) });
      response.end(await answer.text());
    },
  );
}

beforeAll(async () => {
  if (missing !== undefined) return;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-gh-'));
  server = await startGithub({ isEnterpriseServer: true });
  fillOrganisation(server.state);
  for (let index = 0; index < 150; index += 1) {
    server.state.users.set(`many${index}`, githubUser(7000 + index, `many${index}`));
    server.state.members.set(`many${index}`, 'member');
  }
  proxy = startProxy();
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  if (missing !== undefined) return;
  proxy.closeAllConnections();
  proxy.close();
  await server.close();
  fs.rmSync(folder, { recursive: true });
});

/** What `gh` writes. */
async function gh(...given: readonly string[]): Promise<string> {
  const host = `localhost:${(proxy.address() as AddressInfo).port}`;
  const environment = {
    ...{
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      GH_CONFIG_DIR: folder,
      GH_NO_UPDATE_NOTIFIER: '1',
      NO_COLOR: '1',
    },
    ...{ GH_HOST: host, GH_ENTERPRISE_TOKEN: githubToken, SSL_CERT_FILE: path.join(folder, 'cert.pem') },
  };
  const { stdout } = await run('gh', [...given], { env: environment });
  return stdout;
}

const lines = (text: string) => text.split('\n').filter(Boolean).toSorted();

describe.skipIf(missing)(`gh${missing ? `; skipped: there is no ${missing}` : ''}`, () => {
  it('lists the members and repositories that the connector lands', async () => {
    const reading = await readSource(github, settings());
    const accounts = recordsOf(reading, 'Account').filter(({ accountRole }) =>
      ['owner', 'member'].includes(String(accountRole)),
    );
    const members = await gh('api', '--paginate', 'orgs/acme/members?per_page=100', '--jq', '.[].login');
    expect(lines(members)).toEqual(accounts.map(({ alias }) => String(alias)).toSorted());
    const query =
      'query($endCursor: String) { organization(login: "acme") { repositories(first: 2, after: $endCursor) { nodes { nameWithOwner } pageInfo { hasNextPage endCursor } } } }';
    const names = await gh(
      ...['api', 'graphql', '--paginate', '-f', `query=${query}`],
      ...['--jq', '.data.organization.repositories.nodes[].nameWithOwner'],
    );
    const repositories = recordsOf(reading, 'ResourceInstance').filter(
      ({ resourceClass }) => resourceClass === 'repository',
    );
    expect(lines(names)).toEqual(repositories.map(({ name }) => String(name)).toSorted());
  });

  it('shows a change and its undoing', async () => {
    const actor = await openActor(github, settings());
    const role = async () =>
      gh('api', 'organizations/1000/team/12/memberships/cora', '--jq', '.role').catch(error => String(error.stderr));
    try {
      expect(await role()).toBe('maintainer\n');
      const done = await actor.act('RemoveGroupMember', { accountId: '3', groupId: '12' });
      expect(await role()).toContain('HTTP 404');
      await done.undo();
      expect(await role()).toBe('maintainer\n');
    } finally {
      await actor.close();
    }
  });

  it('makes changes that the connector reads', async () => {
    await gh('api', '-X', 'POST', 'orgs/acme/teams', '-f', 'name=Made by gh');
    await gh('api', '-X', 'PUT', 'organizations/1000/team/11/memberships/dan', '-f', 'role=member');
    const reading = await readSource(github, settings());
    expect(recordsOf(reading, 'UserGroup').map(({ name }) => name)).toContain('Made by gh');
    const members = recordsOf(reading, 'EntityManagedViaObject').filter(
      ({ managedViaObjectId }) => managedViaObjectId === '11',
    );
    expect(members.map(({ entityId }) => entityId)).toContain('4');
  });
});
