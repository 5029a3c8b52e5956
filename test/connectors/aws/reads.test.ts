// What lands from an AWS account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aws } from '../../../connectors/aws/index.ts';
import { firstPartyAuthenticationKey, oidcAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import { arn, fillAccount, home, partner } from '../../support/simulators/aws/account.ts';
import { type AwsSimulator, awsKey, startAws } from '../../support/simulators/aws/aws.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { gapsOf, type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';

let server: AwsSimulator;
let reading: Reading;
beforeAll(async () => {
  server = await startAws();
  fillAccount(server.state);
  server.clock = () => new Date('2026-02-10T12:00:00Z');
  server.pageSize = 3;
  reading = await readSource(aws, { ...awsKey, endpoint_url: server.url });
});
afterAll(() => server.close());

const account = (id: string) => recordOf(reading, 'Account', id)!;
const root = `arn:aws:iam::${home}:root`;
const githubKey = firstPartyAuthenticationKey('github-actions', 'acme');
const key = (id: string) => firstPartyAuthenticationKey('aws', id);

it('lands every type without rejections, and says what it does not decide or see', () => {
  expect(misfitsOf(reading)).toEqual([]);
  const [hidden, ...undecided] = gapsOf(reading);
  expect(hidden).toMatchObject({ type: 'AuthenticatorEnrollment', subject: 'identitystore', within: { is: [] } });
  expect(undecided).toEqual(
    ['EntityManagedViaObject', 'EntityAssignedAccessToObject'].map(type => ({
      ...{ type, reason: 'unsupported', subject: `trust policy of ${arn('role', 'ci-odd')}`, missing: 'fields' },
      message: 'the subjects of GitHub Actions that it trusts are neither single repositories nor all of an owner',
    })),
  );
  expect([...reading].filter(([, { records }]) => records.size === 0)).toEqual([]);
});

describe('IAM users', () => {
  it('have what the credential report and the lists of keys say', () => {
    expect(account(arn('user', 'ada'))).toMatchObject({
      ...{ alias: 'ada', email: 'ada@example.org', type: 'User', enabled: true, isAdmin: true, hasAPIAccess: true },
      ...{ lastActivityDate: '2026-02-01T08:00:00.000Z', lastPasswordChangedDate: '2026-01-10T08:00:00.000Z' },
      authenticationMethods: [{ type: 'password' }, { type: 'mfa' }, { type: 'key' }],
      mfaRequirements: 'Required',
    });
    expect(account(arn('user', 'bert'))).toMatchObject({ type: 'Machine', subType: 'ServiceAccount', isAdmin: false });
  });

  it.each([
    ['ada', true],
    ['bert', true],
    ['cora', true],
    ['dan', false],
    ['eve', false],
  ])('%s can be used: %s', (name, enabled) => expect(account(arn('user', name))['enabled']).toBe(enabled));

  it('own their keys', () => {
    expect(account('AKIAADA0000000000001')).toMatchObject({
      ...{ type: 'Token', subType: 'AccessKey', enabled: true, createdBy: arn('user', 'ada') },
      lastActivityDate: '2026-02-03T09:00:00Z',
    });
    expect(account('AKIAADA0000000000002')['enabled']).toBe(false);
    expect(account(arn('user', 'ada'))['hashIdentifiers']).toEqual(
      [1, 2].flatMap(number => account(`AKIAADA000000000000${number}`)['hashIdentifiers']),
    );
    expect(account('APKABERT')).toMatchObject({ type: 'Token', subType: 'SshKey' });
  });

  it('have the second factors that they enrolled', () => {
    expect(recordsOf(reading, 'AuthenticatorEnrollment').map(({ id, accountKey }) => [id, accountKey])).toEqual([
      [arn('mfa', 'ada'), arn('user', 'ada')],
      [`${root}/mfa`, root],
    ]);
  });
});

it('the root user may do everything, and has a key of which nobody knows the id', () => {
  expect(account(root)).toMatchObject({ isAdmin: true, hasAPIAccess: true });
  expect(account(`${root}/access-key-1`)['hashIdentifiers']).toEqual(account(root)['hashIdentifiers']);
});

describe('trust', () => {
  const members = (container: string) =>
    recordsOf(reading, 'EntityManagedViaObject')
      .filter(({ managedViaObjectId }) => managedViaObjectId === container)
      .map(({ entityId, federationSpecification }) => {
        const { sourceAuthenticationKey: source, targetAuthenticationKey: target } = (federationSpecification ??
          {}) as {
          sourceAuthenticationKey?: string;
          targetAuthenticationKey?: string;
        };
        return [String(entityId), ...(source ? [`from ${source}`] : []), ...(target ? [`to ${target}`] : [])].join(' ');
      })
      .toSorted();

  it('of the whole account: whoever has a policy for it', () => {
    expect(members(arn('role', 'deploy'))).toEqual([arn('user', 'cora'), 'assumes-any-role']);
    expect(members('assumes-any-role')).toEqual([arn('user', 'ada')]);
  });

  it('of named users and roles needs no policy of theirs', () => {
    expect(members(arn('role', 'named'))).toEqual([
      arn('role', 'deploy'),
      arn('user', 'cora'),
      `external:${arn('role', 'pipeline', partner)}`,
    ]);
  });

  it('that has ended is none', () => expect(members(arn('role', 'past'))).toEqual([]));

  it('of another account leads through a group that both accounts know', () => {
    const group = `external:${partner} in ${arn('role', 'cross')}`;
    expect(members(arn('role', 'cross'))).toEqual([group]);
    expect(members(group)).toEqual([`assumes-any-role from ${key(partner)}`]);
    expect(members(`external:${arn('role', 'pipeline', partner)}`)).toEqual([
      `${arn('role', 'pipeline', partner)} from ${key(partner)}`,
    ]);
    // Bert's policy names a role of the other account.
    expect(members(`external:${home} in ${arn('role', 'remote', partner)}`)).toEqual([
      `${arn('user', 'bert')} to ${key(partner)}`,
    ]);
  });

  it('of GitHub Actions is that of repositories and organisations', () => {
    expect(members(arn('role', 'ci'))).toEqual([`repo:acme/app from ${githubKey}`]);
    expect(members(arn('role', 'ci-all'))).toEqual([`repo:acme/* from ${githubKey}`]);
    expect(members(arn('role', 'ci-odd'))).toEqual([]);
  });

  it('of services and identity providers is that of accounts and groups for them', () => {
    expect(members(arn('role', 'function'))).toEqual(['service:lambda.amazonaws.com']);
    expect(account('service:lambda.amazonaws.com')).toMatchObject({ type: 'Machine', subType: 'Workload' });
    expect(members(arn('role', 'staff'))).toEqual([`provider:${arn('saml-provider', 'okta')}`]);
  });

  it('has its conditions beside the membership', () => {
    const conditional = recordsOf(reading, 'EntityAssignedAccessToObject').filter(
      ({ assignedObjectType }) => assignedObjectType === 'Role',
    );
    const contexts = conditional.map(({ entityId, assignedObjectId, entitlementSpecification }) => {
      const { conditions, description } = (
        entitlementSpecification as {
          reasonSpecificData: { conditions?: { context: { name: string }[] }; description?: string };
        }
      ).reasonSpecificData;
      return [
        entityId,
        String(assignedObjectId).split('/').at(-1),
        conditions?.context.map(({ name }) => name),
        description,
      ];
    });
    expect(contexts).toContainEqual([
      ...[arn('user', 'cora'), 'deploy', ['Bool aws:MultiFactorAuthPresent']],
      'depends on aws:MultiFactorAuthPresent',
    ]);
    expect(contexts).toContainEqual([
      ...[`external:${partner} in ${arn('role', 'cross')}`, 'cross', ['StringEquals sts:ExternalId']],
      'depends on sts:ExternalId',
    ]);
    expect(contexts.map(([, role]) => role)).not.toContain('function');
  });
});

describe('Identity Center', () => {
  it('has users, groups, and permission sets in accounts as roles', () => {
    expect(account('u-gus')).toMatchObject({
      alias: 'gus@example.org',
      enabled: false,
      createdDate: '2026-01-02T03:04:05.000Z',
    });
    const set = 'arn:aws:sso:::permissionSet/ssoins-1/Admins';
    expect(recordOf(reading, 'Role', `${set}@${partner}`)).toMatchObject({
      name: 'Admins in Partner',
      type: 'Modeled',
    });
    const holders = recordsOf(reading, 'EntityManagedViaObject').filter(({ entityId }) => entityId === 'g-ops');
    expect(holders.map(({ managedViaObjectId }) => managedViaObjectId)).toEqual([
      `${set}@${home}`,
      `${set}@${partner}`,
    ]);
  });

  it('leads to the role of the permission set, here and in other accounts', () => {
    const via = recordsOf(reading, 'EntityManagedViaObject').filter(
      ({ managedViaObjectId }) => managedViaObjectId === 'permission-set:Admins',
    );
    expect(via.map(({ federationSpecification }) => federationSpecification)).toEqual([
      undefined,
      { isFederated: true, connectionType: 'Target', targetAuthenticationKey: key(partner) },
    ]);
  });

  it('says of policies of other accounts that it does not know them', () => {
    const [viewers] = recordsOf(reading, 'EntityAssignedAccessToObject').filter(({ entityId }) =>
      String(entityId).endsWith(`Viewers@${partner}`),
    );
    expect(viewers).toMatchObject({
      assignedObjectId: partner,
      entitlementSpecification: { reasonSpecificData: { description: 'depends on policy local of the account' } },
    });
  });
});

it('the organisation contains its accounts', () => {
  expect(recordOf(reading, 'ResourceInstance', home)).toMatchObject({ name: 'Production', parentId: 'ou-1' });
  const edges = recordsOf(reading, 'ResourceInstanceContainsResourceInstance').map(
    ({ parentId, childId }) => `${parentId} ${childId}`,
  );
  expect(edges).toEqual(expect.arrayContaining(['r-1 ou-1', `ou-1 ${home}`, 'r-1 999999999999']));
});

it('the account has the keys of its providers', () => {
  expect(recordOf(reading, 'IntegratedApplication', home)).toMatchObject({
    name: 'acme-prod',
    authenticationRequirements: {
      authenticationKeys: [
        key(home),
        oidcAuthenticationKey('https://token.actions.githubusercontent.com', 'sts.amazonaws.com'),
      ],
      passwordPolicy: { length: 14, expirationLengthInDays: 90, characters: ['Symbol'] },
    },
  });
  expect(recordsOf(reading, 'Authenticator')).toHaveLength(3);
});
