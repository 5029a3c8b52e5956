// Operations of IAM that read.
import { AwsError, type Json, noSuchEntity, pageOf } from './answers.ts';
import type { Given, Operation, World } from './operations.ts';
import type { AwsState, GroupState, Item, UserState } from './state.ts';

export const userNamed = ({ users }: AwsState, given: Given): UserState => {
  const name = String(given['UserName'] ?? '');
  const user = users.get(name);
  if (!user) throw noSuchEntity(`The user with name ${name} cannot be found.`);
  return user;
};

export function groupNamed({ groups }: AwsState, given: Given): GroupState {
  const name = String(given['GroupName'] ?? '');
  const group = groups.get(name);
  if (!group) throw noSuchEntity(`The group with name ${name} cannot be found.`);
  return group;
}

/** A page of a list of the query protocol. */
function listed(given: Given, { pageSize }: World, member: string, items: readonly unknown[]): Json {
  const { page, next } = pageOf(items, given['Marker'], Math.min(Number(given['MaxItems'] ?? 100), pageSize));
  return { [member]: page, IsTruncated: next !== undefined, Marker: next };
}

const listOfUser =
  (member: string, of: (user: UserState) => readonly unknown[]): Operation =>
  (given, world) =>
    listed(given, world, member, of(userNamed(world.state, given)));

const encoded = (document: unknown) =>
  encodeURIComponent(typeof document === 'string' ? document : JSON.stringify(document));

const inlinePolicies = (inline: ReadonlyMap<string, unknown>) =>
  [...inline].map(([PolicyName, document]) => ({ PolicyName, PolicyDocument: encoded(document) }));

const attachedPolicies = ({ policies }: AwsState, attached: ReadonlySet<string>) =>
  [...attached].map(PolicyArn => ({
    PolicyName: policies.get(PolicyArn)?.item['PolicyName'] ?? PolicyArn.split('/').at(-1),
    PolicyArn,
  }));

/** The four lists of the answer are paged as one. */
const details: Operation = (given, world) => {
  const { state, pageSize } = world;
  const entries: [string, Item][] = [
    ...[...state.users.values()].map((user): [string, Item] => [
      'UserDetailList',
      {
        ...user.item,
        GroupList: [...user.groups],
        ...(user.inline.size > 0 && { UserPolicyList: inlinePolicies(user.inline) }),
        AttachedManagedPolicies: attachedPolicies(state, user.attached),
      },
    ]),
    ...[...state.groups.values()].map((group): [string, Item] => [
      'GroupDetailList',
      {
        ...group.item,
        GroupPolicyList: inlinePolicies(group.inline),
        AttachedManagedPolicies: attachedPolicies(state, group.attached),
      },
    ]),
    ...[...state.roles.values()].map((role): [string, Item] => [
      'RoleDetailList',
      {
        ...role.item,
        AssumeRolePolicyDocument: encoded(role.trust),
        RolePolicyList: inlinePolicies(role.inline),
        AttachedManagedPolicies: attachedPolicies(state, role.attached),
      },
    ]),
    ...[...state.policies.values()].map(({ item, document }): [string, Item] => {
      const version = { VersionId: item['DefaultVersionId'] ?? 'v1', IsDefaultVersion: true };
      return ['Policies', { ...item, PolicyVersionList: [{ Document: encoded(document), ...version }] }];
    }),
  ];
  const { page, next } = pageOf(entries, given['Marker'], Math.min(Number(given['MaxItems'] ?? 100), pageSize));
  const of = (member: string) => page.filter(([name]) => name === member).map(([, item]) => item);
  const lists = ['UserDetailList', 'GroupDetailList', 'RoleDetailList', 'Policies'];
  return { ...Object.fromEntries(lists.map(name => [name, of(name)])), IsTruncated: next !== undefined, Marker: next };
};

const columns = [
  'user,arn,user_creation_time,password_enabled,password_last_used,password_last_changed,password_next_rotation,mfa_active',
  ...[1, 2].map(n =>
    ['active', 'last_rotated', 'last_used_date', 'last_used_region', 'last_used_service']
      .map(name => `access_key_${n}_${name}`)
      .join(','),
  ),
  'cert_1_active,cert_1_last_rotated,cert_2_active,cert_2_last_rotated',
]
  .join(',')
  .split(',');

function reportOf(state: AwsState): string {
  const row = (user: string, arn: unknown, values: Record<string, string>) =>
    columns
      .map(column => ({ user, arn: String(arn), ...values })[column] ?? 'N/A')
      .map(value => (value.includes(',') ? `"${value}"` : value))
      .join(',');
  const flags = { mfa_active: 'false', access_key_1_active: 'false', access_key_2_active: 'false' };
  return [
    columns.join(','),
    row('<root_account>', `arn:aws:iam::${state.account}:root`, { ...flags, ...state.rootReport }),
    ...[...state.users.values()].map(({ item, report, keys }) => {
      const active = Object.fromEntries(
        keys.flatMap((key, index) => [
          [`access_key_${index + 1}_active`, String(key['Status'] === 'Active')],
          [`access_key_${index + 1}_last_rotated`, '2026-01-01T00:00:00+00:00'],
        ]),
      );
      const own = { user_creation_time: '2026-01-01T00:00:00+00:00', password_enabled: 'false' };
      return row(String(item['UserName']), item['Arn'], { ...flags, ...own, ...active, ...report });
    }),
  ].join('\n');
}

/** The key of a map, or what IAM says about one that does not exist. */
function existing<Value>(map: ReadonlyMap<string, Value>, key: unknown, message: (key: string) => string): Value {
  const value = map.get(String(key));
  if (value === undefined) throw noSuchEntity(message(String(key)));
  return value;
}

/** IAM words it differently for its own policies. */
const noPolicy = (arn: string) =>
  /:iam::aws:/.test(arn) ? `Policy ${arn} was not found.` : `Policy ${arn} does not exist or is not attachable.`;

export const iamReads: Readonly<Record<string, Operation>> = {
  'iam:GetAccountAuthorizationDetails': details,
  'iam:ListAccountAliases': (given, world) => listed(given, world, 'AccountAliases', world.state.aliases),
  'iam:ListUsers': (given, world) =>
    listed(
      given,
      world,
      'Users',
      [...world.state.users.values()].map(user => user.item),
    ),
  'iam:GetUser': (given, { state }) => ({ User: userNamed(state, given).item }),
  'iam:ListGroupsForUser': listOfUserGroups(),
  'iam:GetGroup'(given, world) {
    const group = groupNamed(world.state, given);
    const members = [...world.state.users.values()].filter(user => user.groups.has(String(given['GroupName'])));
    return {
      Group: group.item,
      ...listed(
        given,
        world,
        'Users',
        members.map(user => user.item),
      ),
    };
  },
  'iam:ListGroups': (given, world) =>
    listed(
      given,
      world,
      'Groups',
      [...world.state.groups.values()].map(group => group.item),
    ),
  'iam:ListAccessKeys': listOfUser('AccessKeyMetadata', user => user.keys),
  'iam:ListMFADevices': listOfUser('MFADevices', user => user.mfa),
  'iam:ListSigningCertificates': listOfUser('Certificates', user => user.certificates),
  'iam:ListSSHPublicKeys': listOfUser('SSHPublicKeys', user => user.sshKeys),
  'iam:ListServiceSpecificCredentials'(given, world) {
    return { ServiceSpecificCredentials: userNamed(world.state, given).serviceCredentials };
  },
  'iam:ListUserPolicies': listOfUser('PolicyNames', user => [...user.inline.keys()]),
  'iam:GetUserPolicy'(given, { state }) {
    const user = userNamed(state, given);
    const name = String(given['PolicyName']);
    const document = existing(user.inline, name, () => `The user policy with name ${name} cannot be found.`);
    return { UserName: given['UserName'], PolicyName: name, PolicyDocument: encoded(document) };
  },
  'iam:GetAccessKeyLastUsed'(given, { state }) {
    const id = String(given['AccessKeyId']);
    for (const user of state.users.values())
      if (user.keys.some(key => key['AccessKeyId'] === id))
        return {
          UserName: user.item['UserName'],
          AccessKeyLastUsed: user.lastUsed.get(id) ?? { ServiceName: 'N/A', Region: 'N/A' },
        };
    throw new AwsError(403, 'AccessDenied', `The Access Key with id ${id} cannot be found`);
  },
  'iam:GenerateCredentialReport'(_given, { state }) {
    if (state.reportState === 'complete') return { State: 'COMPLETE' };
    const isNew = state.reportState === 'absent';
    state.reportState = isNew ? 'started' : 'complete';
    return isNew
      ? { State: 'STARTED', Description: 'No report exists. Starting a new report generation task' }
      : { State: 'INPROGRESS' };
  },
  'iam:GetCredentialReport'(_given, { state, now }) {
    if (state.reportState === 'absent') throw new AwsError(410, 'ReportNotPresent', '');
    if (state.reportState === 'started') throw new AwsError(404, 'ReportInProgress', '');
    const content = state.report ?? reportOf(state);
    return { Content: Buffer.from(content).toString('base64'), ReportFormat: 'text/csv', GeneratedTime: now() };
  },
  'iam:ListSAMLProviders': (_given, { state }) => ({ SAMLProviderList: [...state.saml.keys()].map(Arn => ({ Arn })) }),
  'iam:GetSAMLProvider': (given, { state }) =>
    existing(state.saml, given['SAMLProviderArn'], arn => `Manifest not found for arn ${arn}`),
  'iam:ListOpenIDConnectProviders': (_given, { state }) => ({
    OpenIDConnectProviderList: [...state.oidc.keys()].map(Arn => ({ Arn })),
  }),
  'iam:GetOpenIDConnectProvider': (given, { state }) =>
    existing(state.oidc, given['OpenIDConnectProviderArn'], arn => `OpenIDConnect Provider not found for arn ${arn}`),
  'iam:GetAccountPasswordPolicy'(_given, { state }) {
    if (!state.passwordPolicy)
      throw noSuchEntity(`The Password Policy with domain name ${state.account} cannot be found.`);
    return { PasswordPolicy: state.passwordPolicy };
  },
  'iam:GetPolicy': (given, { state }) => ({ Policy: existing(state.policies, given['PolicyArn'], noPolicy).item }),
  'iam:GetPolicyVersion'(given, { state }) {
    const { item, document, version: more } = existing(state.policies, given['PolicyArn'], noPolicy);
    const version = item['DefaultVersionId'] ?? 'v1';
    if (given['VersionId'] !== version)
      throw noSuchEntity(
        `Policy ${given['PolicyArn']} version ${given['VersionId']} does not exist or is not attachable.`,
      );
    return { PolicyVersion: { ...more, Document: encoded(document), VersionId: version, IsDefaultVersion: true } };
  },
};

function listOfUserGroups(): Operation {
  return (given, world) => {
    const { groups } = userNamed(world.state, given);
    return listed(
      given,
      world,
      'Groups',
      [...groups].flatMap(name => world.state.groups.get(name)?.item ?? []),
    );
  };
}
