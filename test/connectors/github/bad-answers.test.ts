// Answers of an organisation that refuses, limits, or is not what it should be: the run says what and where, and deletes nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { github } from '../../../connectors/github/index.ts';
import { limitReached, notAccessible, secondaryLimit } from '../../support/simulators/github/answers.ts';
import { type GithubSimulator, githubToken, startGithub } from '../../support/simulators/github/github.ts';
import {
  fillOrganisation,
  githubRepository,
  githubTeam,
  githubUser,
} from '../../support/simulators/github/organisation.ts';
import { inner } from '../../support/simulators/github/state.ts';
import { gapsOf, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';
import type { Answer, Call } from '../../support/simulators/simulator.ts';

let server: GithubSimulator;
const settings = (more: object = {}) => ({ url: server.url, organization: 'acme', token: githubToken, ...more });
beforeAll(async () => {
  server = await startGithub();
});
beforeEach(() => {
  server.fault = undefined;
  server.denied.clear();
  fillOrganisation(server.state);
});
afterAll(() => server.close());

/** Tokens cannot show fine-grained tokens, which each reading says. */
const missing = async () =>
  gapsOf(await readSource(github, settings()))
    .filter(gap => gap.missing === 'objects' && !gap.subject.includes('personal-access-tokens'))
    .map(
      ({ type, message, reason, within }) => `${type} ${reason}: ${message} ${JSON.stringify(within ?? 'everything')}`,
    );

const asks = (call: Call, name: string) => JSON.stringify(call.body ?? {}).includes(name);
const failing = (name: string, answer: Answer) => (call: Call, route: string) =>
  route === 'POST /graphql' && asks(call, name) ? answer : undefined;

describe('sign-in', () => {
  it('with a revoked token says so', async () => {
    await expect(readSource(github, settings({ token: 'old' }))).rejects.toThrow(/Bad credentials.*revoked/s);
  });

  it('to an organisation that is not there says so', async () => {
    await expect(readSource(github, settings({ organization: 'nobody' }))).rejects.toThrow(
      /404.*name of an organisation/s,
    );
  });

  it('with a key that is none says so, and shows nothing of it', async () => {
    const app = { app_id: '1', installation_id: '2', private_key: 'not-a-key-at-all' };
    const error = await readSource(github, { ...settings({ app }), token: undefined }).catch(String);
    expect(error).toContain('private_key: cannot be read');
    expect(error).not.toContain('not-a-key');
  });

  it('with an address that is no API is refused at once', async () => {
    server.fault = () => ({ body: { hello: 'world' } });
    await expect(readSource(github, settings())).rejects.toThrow('does not describe an organisation');
  });
});

describe('a list that is refused is a gap with what to grant, and keeps only what it is about', () => {
  it.each([
    ['GET /orgs/:org/outside_collaborators', 'Account', /Members: read.*"field":"type","is":\["User"\]/],
    ['GET /orgs/:org/installations', 'Account', /Administration: read.*"startsWith":\["app:"\]/],
    ['GET /orgs/:org/credential-authorizations', 'Account', /read:org.*"startsWith":\["credential:"\]/],
    ['GET /orgs/:org/organization-roles', 'Role', /Custom organization roles: read.*"organization-role:"/],
    ['GET /orgs/:org/custom-repository-roles', 'Role', /Custom repository roles: read.*"repository-role:"/],
    ['GET /orgs/:org/organization-roles/:role/users', 'EntityManagedViaObject', /"is":\["organization-role:50[12]"\]/],
    ['GET /repos/:owner/:repo/keys', 'Account', /Administration: read.*"startsWith":\["key:102\/"\]/],
    ['GET /orgs/:org/actions/secrets', 'ResourceInstance', /Secrets: read.*"secret:organization:1000:actions:"/],
    ['GET /repos/:owner/:repo/actions/secrets', 'ResourceInstance', /Secrets: read.*"secret:repository:101:actions:"/],
    ['GET /organizations/:org/team/:team/repos', 'EntityManagedViaObject', /Members: read.*"entityId","is":\["11"\]/],
  ])('%s', async (refused, type, pattern) => {
    server.fault = (_call, route) => (route === refused ? notAccessible : undefined);
    const gaps = await missing();
    expect(gaps.join('\n')).toMatch(pattern);
    expect(gaps.join('\n')).toContain(`${type} forbidden: 403: Resource not accessible by integration`);
    const keepingAll = gaps.filter(gap => gap.endsWith('"everything"') && !gap.startsWith('AuthenticatorEnrollment'));
    expect(keepingAll).toEqual([]);
  });

  it.each([
    ['Organization.membersWithRole', 'Account', /Members: read.*"is":\["User"\]/],
    ['Organization.teams', 'UserGroup', /Members: read/],
    ['Team.members', 'EntityManagedViaObject', /Members: read/],
    ['Repository.collaborators', 'EntityManagedViaObject', /Administration: read.*"startsWith":\["repository:101:"\]/],
    ['Repository.collaborators', 'Role', /Administration: read.*"id","startsWith":\["repository:101:"\]/],
    [
      'Repository.collaborators',
      'EntityAssignedAccessToObject',
      /Administration: read.*"startsWith":\["repository:101:"\]/,
    ],
    ['Repository.deployKeys', 'Account', /Administration: read.*"key:101\/"/],
    ['Repository.environments', 'ResourceInstance', /Environments: read.*"environment:101:"/],
  ])('%s of GraphQL', async (refused, type, pattern) => {
    server.denied.add(refused);
    const gaps = (await missing()).filter(gap => gap.startsWith(`${type} `)).join('\n');
    expect(gaps).toMatch(/Resource not accessible by integration/);
    expect(gaps).toMatch(pattern);
  });

  it('a token without a scope', async () => {
    const message = "Your token has not been granted the required scopes. The 'email' field requires ['read:user']";
    server.fault = failing('hasTwoFactorEnabled', { body: { errors: [{ type: 'INSUFFICIENT_SCOPES', message }] } });
    expect((await missing()).join('\n')).toContain(`Account forbidden: ${message}; grant`);
  });
});

describe('what is not shown is not known', () => {
  it('as the identity provider', async () => {
    server.denied.add('Organization.samlIdentityProvider');
    const reading = await readSource(github, settings());
    expect(recordOf(reading, 'Account', '1')).not.toHaveProperty('federationId');
    expect(gapsOf(reading)).toContainEqual(
      expect.objectContaining({
        type: 'Account',
        missing: 'fields',
        message: expect.stringContaining('Resource not accessible'),
      }),
    );
  });

  it('as addresses that the organisation has verified', async () => {
    server.denied.add('User.organizationVerifiedDomainEmails');
    const reading = await readSource(github, settings());
    expect(recordOf(reading, 'Account', '1')).toMatchObject({ email: 'ada@home.example' });
    expect(reading.get('Account')!.gaps).toContainEqual(
      expect.objectContaining({ missing: 'fields', message: expect.stringMatching(/^email: Resource not accessible/) }),
    );
    expect(reading.get('Account')!.rejected).toEqual([]);
  });

  it('as settings of the organisation', async () => {
    for (const name of ['default_repository_permission', 'two_factor_requirement_enabled', 'plan'])
      server.state.org[name] = null;
    const reading = await readSource(github, settings());
    expect(recordOf(reading, 'Account', '1')).not.toHaveProperty('mfaRequirements');
    expect(recordsOf(reading, 'EntityAssignedAccessToObject').filter(({ entityId }) => entityId === 'member')).toEqual(
      [],
    );
    expect((await missing()).join('\n')).toContain('the base permission of members is not shown');
  });

  it('as second factors, which the list of REST shows to owners', async () => {
    server.state.showsSecondFactors = false;
    const enrolled = async () =>
      recordsOf(await readSource(github, settings()), 'AuthenticatorEnrollment').map(({ accountKey }) => accountKey);
    expect(await enrolled()).toEqual(['1', '2', '4', '9']);
    server.fault = (call, route) =>
      route === 'GET /orgs/:org/members' && call.url.searchParams.has('filter')
        ? { status: 422, body: { message: 'Only owners can use this filter.' } }
        : undefined;
    expect(await enrolled()).toEqual(['9']);
    expect((await missing()).join('\n')).toContain(
      'AuthenticatorEnrollment failed: 422: Only owners can use this filter.',
    );
  });

  it('as fine-grained tokens, which only apps may list', async () => {
    expect(gapsOf(await readSource(github, settings()))).toContainEqual(
      expect.objectContaining({ reason: 'unsupported', within: { field: 'id', startsWith: ['pat:'] } }),
    );
  });
});

it('an organisation without the enterprise plan is not asked for what it cannot have', async () => {
  server.state.org['plan'] = { name: 'team' };
  server.calls.length = 0;
  expect(await missing()).toEqual([]);
  expect(server.calls.filter(call => /custom-repository-roles|credential-authorizations/.test(call))).toEqual([]);
});

describe('a limit', () => {
  it.each([
    ['REST with a message alone', () => secondaryLimit(), 60_000],
    ['REST with retry-after', () => secondaryLimit({ 'retry-after': '90' }), 90_000],
    ['REST with 429', () => ({ status: 429, body: { message: 'too many' }, headers: { 'retry-after': '70' } }), 70_000],
  ])('of %s is left to the pipeline with the time to wait', async (_name, answer, retryAfterMs) => {
    server.fault = (_call, route) => (route === 'GET /orgs/:org/installations' ? answer() : undefined);
    await expect(readSource(github, settings())).rejects.toMatchObject({ name: 'SourceUnavailable', retryAfterMs });
  });

  it('of GraphQL comes with status 200', async () => {
    server.fault = failing('teams', {
      body: { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] },
    });
    await expect(readSource(github, settings())).rejects.toMatchObject({
      name: 'SourceUnavailable',
      retryAfterMs: 60_000,
    });
  });

  it('that is over is waited for', async () => {
    let refused = 0;
    server.fault = (_call, route) => {
      if (route !== 'GET /orgs/:org/installations' || refused >= 2) return undefined;
      refused += 1;
      return limitReached(Math.floor(Date.now() / 1000));
    };
    expect(await missing()).toEqual([]);
    expect(refused).toBe(2);
  });

  it('is not what a team is called', async () => {
    inner(server.state.teamMembers, '14').set('bert', 'member');
    server.state.teams.set('14', {
      ...githubTeam(14, 'RATE_LIMITED'),
      description: '"type":"RATE_LIMITED" secondary rate limit',
    });
    expect(await missing()).toEqual([]);
  });
});

describe('an answer of a list', () => {
  it.each([
    ['an HTML page of a proxy', { body: '<html><title>Sign in</title></html>' }, /HTML page \("Sign in"\)/],
    [
      'no list',
      { body: { data: { organization: { membersWithRole: { edges: 7 } } } } },
      /does not say where the next page is/,
    ],
    ['an error without data', { body: { errors: [{ message: 'Something went wrong' }] } }, /Something went wrong/],
    ['nothing', { body: { data: { organization: null } } }, /no list where it should be/],
    [
      'a next page without a place',
      { body: { data: { organization: { membersWithRole: { edges: [], pageInfo: { hasNextPage: true } } } } } },
      /does not say where the next page is/,
    ],
    [
      'the same page again',
      {
        body: {
          data: { organization: { membersWithRole: { edges: [], pageInfo: { hasNextPage: true, endCursor: 'x' } } } },
        },
      },
      /names a page as the next one that was read before/,
    ],
  ])('that is %s ends it with a gap', async (_what, answer, message) => {
    server.fault = failing('hasTwoFactorEnabled', answer);
    expect((await missing()).filter(gap => gap.startsWith('Account ')).join('\n')).toMatch(message);
  });

  it('of REST that comes again ends it with a gap', async () => {
    server.fault = (_call, route) =>
      route === 'GET /orgs/:org/outside_collaborators'
        ? { body: [], headers: { link: `<${server.url}/orgs/acme/outside_collaborators?page=2>; rel="next"` } }
        : undefined;
    expect((await missing()).join()).toContain('names a page as the next one that was read before');
  });

  it('of REST on another host is not asked for', async () => {
    server.fault = (_call, route) =>
      route === 'GET /orgs/:org/installations'
        ? { body: { installations: [] }, headers: { link: '<https://evil.example/next>; rel="next"' } }
        : undefined;
    expect((await missing()).join()).toContain('it is on another host');
  });
});

it('people and repositories without what they must have are rejected or said, and the rest lands', async () => {
  server.state.users.set('zoe', { ...githubUser(5, 'zoe'), id: null });
  server.state.members.set('zoe', 'member');
  server.state.repositories.set('104', { ...githubRepository(104, 'odd'), id: null });
  const reading = await readSource(github, settings());
  expect(reading.get('Account')!.rejected.map(({ reasons }) => reasons)).toEqual([['has no databaseId']]);
  expect(
    recordsOf(reading, 'ResourceInstance').filter(({ resourceClass }) => resourceClass === 'repository'),
  ).toHaveLength(3);
  expect(reading.get('ResourceInstance')!.gaps.map(({ message }) => message)).toContain(
    'a repository has no databaseId or no nameWithOwner',
  );
});

it('names that look like paths stay names', async () => {
  server.state.repositories.set('105', { ...githubRepository(105, '..'), full_name: 'acme/..%2F..%2Fuser' });
  server.state.secrets.set('repos/acme/..%2F..%2Fuser/actions', [{ name: '../../x:y' }]);
  const reading = await readSource(github, settings());
  expect(recordOf(reading, 'ResourceInstance', 'secret:repository:105:actions:../../x:y')).toBeDefined();
  expect(recordOf(reading, 'Account', 'repo:acme/..%2f..%2fuser')).toBeDefined();
});

it('the check says for each missing right what to grant', async () => {
  server.denied.add('Repository.collaborators').add('Organization.teams').add('Repository.deployKeys');
  server.fault = (_call, route) => (route === 'GET /orgs/:org/installations' ? notAccessible : undefined);
  const context = { sourceId: 's', applicationInstanceId: 'i', baseFolder: '/', signal: new AbortController().signal };
  const client = await github.open(github.settings.parse(settings()), context);
  const problems = (await github.check(client)).map(({ severity, message }) => `${severity}: ${message}`);
  await github.close?.(client);
  expect(problems.join('\n')).toMatch(/collaborators|Administration: read, or the scope repo/);
  expect(problems.filter(problem => problem.includes('Resource not accessible by integration'))).toHaveLength(4);
});
