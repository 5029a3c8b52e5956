// Who may act with a role when policies of the principal, boundaries, service control policies and conditions decide too.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aws } from '../../../connectors/aws/index.ts';
import {
  addPolicy,
  addRole,
  addUser,
  allow,
  arn,
  document,
  fillAccount,
  home,
  management,
  partner,
  trusting,
} from '../../support/simulators/aws/account.ts';
import { type AwsSimulator, awsKey, startAws } from '../../support/simulators/aws/aws.ts';
import { type Reading, readSource, recordsOf } from '../../support/simulators/reading.ts';

let server: AwsSimulator;
beforeAll(async () => {
  server = await startAws();
});
beforeEach(() => fillAccount(server.state));
afterAll(() => server.close());

const read = () => readSource(aws, { ...awsKey, endpoint_url: server.url });
const membersOf = (reading: Reading, role: string) =>
  recordsOf(reading, 'EntityManagedViaObject')
    .filter(({ managedViaObjectId }) => managedViaObjectId === arn('role', role))
    .map(({ entityId }) => String(entityId).replace(`arn:aws:iam::${home}:`, ''))
    .toSorted();

/** What a condition of the trust policy leaves: the members, and what the right of the first depends on. */
async function trusted(principal: unknown, condition?: object, name = 'tested'): Promise<string[]> {
  addRole(server.state, name, trusting(principal, condition));
  return membersOf(await read(), name);
}

const deny = (...Action: string[]) => document({ Effect: 'Deny', Action, Resource: '*' });
const inline = (name: string, policy: string, content: object) =>
  server.state.users.get(name)!.inline.set(policy, content);
const bounded = { PermissionsBoundary: { PermissionsBoundaryArn: arn('policy', 'only-s3') } };

describe('a named user', () => {
  it('may, without a policy of its own', async () =>
    expect(await trusted({ AWS: arn('user', 'dan') })).toEqual(['user/dan']));

  it('may although a boundary does not allow it, because the trust names the user', async () => {
    addUser(server.state, 'tied', bounded);
    expect(await trusted({ AWS: arn('user', 'tied') })).toEqual(['user/tied']);
  });

  it('may not when a policy of the user or a group denies it', async () => {
    inline('cora', 'no', deny('sts:*'));
    expect(await trusted({ AWS: [arn('user', 'cora'), arn('user', 'finn')] })).toEqual(['user/finn']);
  });

  it('that does not exist any more is nobody', async () =>
    expect(await trusted({ AWS: ['AIDAQ3EGTREMOVED00001', arn('user', 'gone')] })).toEqual([]));
});

describe('a named role', () => {
  it('may only what its boundary allows', async () => {
    addRole(server.state, 'tied', trusting({ Service: 'ec2.amazonaws.com' }), bounded);
    expect(await trusted({ AWS: [arn('role', 'tied'), arn('role', 'deploy')] })).toEqual(['role/deploy']);
  });

  it('may be named by a session', async () => {
    const members = await trusted({ AWS: `arn:aws:sts::${home}:assumed-role/deploy/night` });
    expect(members).toEqual(['role/deploy']);
    const rights = recordsOf(await read(), 'EntityAssignedAccessToObject').filter(
      ({ assignedObjectId }) => assignedObjectId === arn('role', 'tested'),
    );
    expect(JSON.stringify(rights)).toContain('depends on name of the session: night');
  });
});

describe('the account', () => {
  const root = { AWS: `arn:aws:iam::${home}:root` };

  it('lets whoever has a policy, except whom a denial or boundary keeps out', async () => {
    inline('cora', 'roles', document(allow('sts:AssumeRole', arn('role', 'tested'))));
    inline('finn', 'roles', document(allow('sts:AssumeRole', arn('role', 'other'))));
    inline('dan', 'roles', document(allow('sts:AssumeRole', arn('role', 'tested'))));
    inline('bert', 'roles', document(allow('sts:*', `arn:aws:iam::${home}:role/*`)));
    expect(await trusted(root)).toEqual(['assumes-any-role', 'user/bert', 'user/cora']);
  });

  it('lets single ones where the condition is about the principal', async () => {
    inline('cora', 'roles', document(allow('sts:AssumeRole')));
    const like = { ArnLike: { 'aws:PrincipalArn': `arn:aws:iam::${home}:user/a*` } };
    expect(await trusted(root, like)).toEqual(['user/ada']);
  });

  it('lets by tags of the principal', async () => {
    addUser(server.state, 'tagged', { Tags: [{ Key: 'team', Value: 'web' }] });
    inline('tagged', 'roles', document(allow('sts:AssumeRole')));
    const members = await trusted(root, { StringEquals: { 'aws:PrincipalTag/team': 'web' } });
    expect(members).toEqual(expect.arrayContaining(['user/tagged']));
  });
});

describe('service control policies', () => {
  const forbid = () =>
    server.state.controls.set('p-no', {
      item: { Id: 'p-no', Name: 'No' },
      content: JSON.stringify(deny('sts:AssumeRole')),
      targets: new Set(['ou-1']),
    });

  it('keep everybody from roles', async () => {
    forbid();
    // The group of those who may assume any role is there, and has no members.
    expect(await trusted({ AWS: [home, arn('user', 'cora')] })).toEqual(['assumes-any-role']);
    expect(
      recordsOf(await read(), 'EntityManagedViaObject').map(({ managedViaObjectId }) => managedViaObjectId),
    ).not.toContain('assumes-any-role');
  });

  it('keep nobody in the management account', async () => {
    forbid();
    server.state.organization!['MasterAccountId'] = home;
    expect(await trusted({ AWS: [home, arn('user', 'cora')] })).toEqual(['assumes-any-role', 'user/cora']);
  });

  it('that allow only some services leave rights on these', async () => {
    const levels = server.state.controls.get('p-full')!;
    levels.targets.delete('ou-1');
    server.state.controls.set('p-some', {
      ...{
        item: { Id: 'p-some', Name: 'Some' },
        content: JSON.stringify(document(allow(['s3:*', 'ec2:Describe*']))),
        targets: new Set(['ou-1']),
      },
    });
    const reading = await read();
    const [right] = recordsOf(reading, 'EntityAssignedAccessToObject').filter(
      ({ entityId }) => entityId === arn('role', 'deploy'),
    );
    expect(right).toBeUndefined();
    addPolicy(server.state, arn('policy', 'all'), document(allow('*')));
    server.state.users.get('finn')!.attached.add(arn('policy', 'all'));
    const rights = recordsOf(await read(), 'EntityAssignedAccessToObject').filter(
      ({ entityId }) => entityId === arn('user', 'finn'),
    );
    expect(
      rights.map(
        ({ entitlementSpecification }) =>
          (entitlementSpecification as { reasonSpecificData: { permissions: unknown } }).reasonSpecificData.permissions,
      ),
    ).toEqual([expect.objectContaining({ isPrivileged: false, fineGrainedSpecifiers: ['s3:*', 'ec2:Describe*'] })]);
  });
});

describe('outside of the account', () => {
  it('workflows of GitHub may that one of the statements admits', async () => {
    const provider = arn('oidc-provider', 'token.actions.githubusercontent.com');
    const statement = (sub: string) => ({
      ...{ Effect: 'Allow', Action: 'sts:AssumeRoleWithWebIdentity', Principal: { Federated: provider } },
      Condition: { StringLike: { 'token.actions.githubusercontent.com:sub': sub } },
    });
    addRole(
      server.state,
      'tested',
      document(statement('repo:acme/a:*'), statement('repo:acme/b:*'), statement('repo:ac*')),
    );
    const reading = await read();
    expect(membersOf(reading, 'tested')).toEqual(['repo:acme/a', 'repo:acme/b']);
    expect(reading.get('EntityManagedViaObject')!.gaps.map(({ subject }) => subject)).toContain(
      `trust policy of ${arn('role', 'tested')}`,
    );
    const open = { ...statement(''), Condition: { StringEquals: { 'token.actions.githubusercontent.com:aud': 'x' } } };
    addRole(server.state, 'tested', document(statement('repo:acme/a:*'), open));
    const everybody = [`any-subject:${provider}`.replace(`arn:aws:iam::${home}:`, '')];
    expect(membersOf(await read(), 'tested')).toEqual(everybody);
    const [group] = recordsOf(await read(), 'UserGroup').filter(({ id }) => id === `any-subject:${provider}`);
    expect(group).toMatchObject({
      sourceTag: 'any-subject',
      name: 'Every workload of token.actions.githubusercontent.com',
    });
    for (const all of ['repo:*', 'repo:*/*', 'repo:*/*:ref:refs/heads/main']) {
      addRole(server.state, 'tested', document(statement(all)));
      expect(membersOf(await read(), 'tested'), all).toEqual(everybody);
    }
    // One character only, or the repositories of one name.
    for (const some of ['repo:?', 'repo:*/web:*']) {
      addRole(server.state, 'tested', document(statement(some)));
      expect(membersOf(await read(), 'tested'), some).not.toEqual(everybody);
    }
  });

  it('every service account of a cluster may, unless the trust names one, denies something or asks for more', async () => {
    const issuer = 'oidc.eks.eu-central-1.amazonaws.com/id/A1B2';
    const provider = arn('oidc-provider', issuer);
    const federated = (Condition: object) => ({
      ...{ Effect: 'Allow', Action: 'sts:AssumeRoleWithWebIdentity', Principal: { Federated: provider }, Condition },
    });
    const memberOf = async (...statements: object[]) => {
      addRole(server.state, 'tested', document(...statements));
      return membersOf(await read(), 'tested').map(member => member.split(':')[0]);
    };
    const audience = { StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com' } };
    expect(await memberOf(federated(audience))).toEqual(['any-subject']);
    expect(await memberOf(federated({ StringLike: { [`${issuer}:sub`]: 'system:serviceaccount:*' } }))).toEqual([
      'any-subject',
    ]);
    expect(await memberOf(federated({ StringLike: { [`${issuer}:sub`]: 'system:serviceaccount:shop:*' } }))).toEqual([
      'system',
    ]);
    expect(membersOf(await read(), 'tested')).toEqual(['system:serviceaccounts:shop']);
    expect(await memberOf(federated({ StringLike: { [`${issuer}:sub`]: 'system:serviceaccount:sh*:web' } }))).toEqual([
      'provider',
    ]);
    expect(await memberOf(federated({ ...audience, StringEqualsIfExists: { 'aws:SourceVpc': 'vpc-1' } }))).toEqual([
      'provider',
    ]);
    const denial = {
      ...federated({ StringNotLike: { [`${issuer}:sub`]: 'system:serviceaccount:shop:*' } }),
      Effect: 'Deny',
    };
    expect(await memberOf(federated(audience), denial)).toEqual(['provider']);
    // Whether the audience is one that everybody gets is not known of other issuers.
    const other = arn('oidc-provider', 'id.example.org');
    expect(
      await memberOf({
        ...federated({ StringEquals: { 'id.example.org:aud': 'x' } }),
        Principal: { Federated: other },
      }),
    ).toEqual(['provider']);
  });

  it('everybody may, unless the condition names another organisation', async () => {
    expect(await trusted('*')).toEqual(['everybody']);
    const own = { StringEquals: { 'aws:PrincipalOrgID': 'o-example' } };
    expect(await trusted('*', own, 'organisation')).toEqual(['everybody']);
  });

  it('an account is judged by its id', async () => {
    const ofPartner = { StringEquals: { 'aws:PrincipalAccount': partner } };
    expect(await trusted({ AWS: [partner, management] }, ofPartner)).toEqual([`external:${partner} in role/tested`]);
  });

  it('a canonical user is not decided', async () => {
    addRole(server.state, 'odd', trusting({ CanonicalUser: '79a5' }));
    expect([...(await read()).values()].flatMap(({ gaps }) => gaps.map(({ message }) => message))).toContain(
      'the kind of principal CanonicalUser is not known',
    );
  });
});
