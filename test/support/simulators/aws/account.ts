// An example account in an organisation with Identity Center: a bit of everything that the connector reads.
import { type AwsState, emptyState, type Item, type UserState, userState } from './state.ts';

export const home = '111111111111';
export const partner = '222222222222';
export const management = '999999999999';

export const arn = (kind: string, name: string, account = home) => `arn:aws:iam::${account}:${kind}/${name}`;
export const administrator = 'arn:aws:iam::aws:policy/AdministratorAccess';
const created = '2026-01-02T03:04:05Z';

export const allow = (action: unknown, resource: unknown = '*', more: object = {}) => ({
  ...{ Effect: 'Allow', Action: action, Resource: resource },
  ...more,
});

export const document = (...statements: object[]) => ({ Version: '2012-10-17', Statement: statements });

/** A trust policy. */
export const trusting = (principal: unknown, condition?: object, action = 'sts:AssumeRole') =>
  document({ Effect: 'Allow', Principal: principal, Action: action, ...(condition && { Condition: condition }) });

export function addUser(state: AwsState, name: string, more: Item = {}): UserState {
  const item = {
    ...{ Path: '/', UserName: name, UserId: `AIDA${name.toUpperCase()}`, Arn: arn('user', name, state.account) },
    ...{ CreateDate: created, ...more },
  };
  const user = userState(item);
  state.users.set(name, user);
  return user;
}

export function addGroup(state: AwsState, name: string, attached: readonly string[] = []): void {
  const item = {
    Path: '/',
    GroupName: name,
    GroupId: `AGPA${name.toUpperCase()}`,
    Arn: arn('group', name, state.account),
  };
  state.groups.set(name, { item: { ...item, CreateDate: created }, inline: new Map(), attached: new Set(attached) });
}

export function addRole(
  state: AwsState,
  name: string,
  trust: unknown,
  { inline = {}, path = '/', ...more }: { inline?: Record<string, unknown>; path?: string } & Item = {},
): void {
  const item = {
    ...{ Path: path, RoleName: name, RoleId: `AROA${name.toUpperCase()}`, CreateDate: created, ...more },
    Arn: `arn:aws:iam::${state.account}:role${path}${name}`,
  };
  state.roles.set(name, { item, trust, inline: new Map(Object.entries(inline)), attached: new Set() });
}

export function addPolicy(state: AwsState, policyArn: string, content: unknown): void {
  const item = { PolicyName: policyArn.split('/').at(-1), Arn: policyArn, DefaultVersionId: 'v1', CreateDate: created };
  state.policies.set(policyArn, { item, document: content });
}

export function addKey(user: UserState, id: string, status = 'Active', lastUsed?: string): void {
  user.keys.push({ UserName: user.item['UserName'], AccessKeyId: id, Status: status, CreateDate: created });
  if (lastUsed) user.lastUsed.set(id, { LastUsedDate: lastUsed, ServiceName: 's3', Region: 'eu-north-1' });
}

export function fillAccount(state: AwsState): void {
  Object.assign(state, emptyState(), { aliases: ['acme-prod'] });
  state.passwordPolicy = { MinimumPasswordLength: 14, RequireSymbols: true, ExpirePasswords: true, MaxPasswordAge: 90 };
  state.rootReport = {
    mfa_active: 'true',
    access_key_1_active: 'true',
    password_last_used: '2026-01-30T10:00:00+00:00',
  };
  fillPolicies(state);
  fillUsers(state);
  fillRoles(state);
  fillProviders(state);
  fillOrganization(state);
  fillIdentityCenter(state);
}

function fillPolicies(state: AwsState): void {
  addPolicy(state, administrator, document(allow('*')));
  addPolicy(state, arn('policy', 'readers'), document(allow(['s3:Get*', 's3:List*'])));
  addPolicy(state, arn('policy', 'only-s3'), document(allow('s3:*')));
  addGroup(state, 'admins', [administrator]);
  addGroup(state, 'readers', [arn('policy', 'readers')]);
}

function fillUsers(state: AwsState): void {
  const ada = addUser(state, 'ada', { Tags: [{ Key: 'email', Value: 'ada@example.org' }] });
  ada.groups.add('admins');
  ada.mfa.push({ UserName: 'ada', SerialNumber: arn('mfa', 'ada'), EnableDate: created });
  Object.assign(ada.report, {
    ...{ password_enabled: 'true', mfa_active: 'true', password_last_used: '2026-02-01T08:00:00+00:00' },
    password_last_changed: '2026-01-10T08:00:00+00:00',
  });
  addKey(ada, 'AKIAADA0000000000001', 'Active', '2026-02-03T09:00:00Z');
  addKey(ada, 'AKIAADA0000000000002', 'Inactive');
  const bert = addUser(state, 'bert');
  addKey(bert, 'AKIABERT000000000001');
  bert.sshKeys.push({ UserName: 'bert', SSHPublicKeyId: 'APKABERT', Status: 'Active', UploadDate: created });
  bert.inline.set(
    'data',
    document(
      allow('s3:*', ['arn:aws:s3:::acme-data', 'arn:aws:s3:::acme-data/*']),
      allow('sts:AssumeRole', arn('role', 'remote', partner)),
      { Effect: 'Deny', Action: 's3:DeleteBucket', Resource: '*' },
    ),
  );
  const cora = addUser(state, 'cora');
  Object.assign(cora.report, { password_enabled: 'true' });
  cora.groups.add('readers');
  cora.inline.set('roles', document(allow('sts:AssumeRole', arn('role', 'deploy'))));
  const dan = addUser(state, 'dan', {
    PermissionsBoundary: { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: arn('policy', 'only-s3') },
  });
  dan.inline.set('mixed', document(allow(['s3:GetObject', 'ec2:*']), allow('iam:CreateAccessKey', arn('user', 'ada'))));
  const eve = addUser(state, 'eve');
  eve.attached.add(administrator);
  eve.inline.set('quarantine', document({ Effect: 'Deny', Action: '*', Resource: '*' }));
  addKey(eve, 'AKIAEVE0000000000001');
  const finn = addUser(state, 'finn');
  Object.assign(finn.report, { password_enabled: 'true' });
  finn.inline.set('keys', document(allow('iam:CreateAccessKey', arn('user', 'ada'))));
}

function fillRoles(state: AwsState): void {
  addRole(
    state,
    'deploy',
    trusting({ AWS: `arn:aws:iam::${home}:root` }, { Bool: { 'aws:MultiFactorAuthPresent': 'true' } }),
    {
      inline: {
        ship: document(allow('lambda:UpdateFunctionCode', 'arn:aws:lambda:eu-north-1:111111111111:function:web')),
      },
    },
  );
  const github = { Federated: arn('oidc-provider', 'token.actions.githubusercontent.com') };
  const workflow = (sub: unknown) => ({
    StringEquals: { 'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com' },
    StringLike: { 'token.actions.githubusercontent.com:sub': sub },
  });
  const web = 'sts:AssumeRoleWithWebIdentity';
  addRole(state, 'ci', trusting(github, workflow('repo:Acme/App:ref:refs/heads/main'), web));
  addRole(state, 'ci-all', trusting(github, workflow('repo:acme/*'), web));
  addRole(state, 'ci-odd', trusting(github, workflow('repo:acme/app*'), web));
  addRole(state, 'function', trusting({ Service: 'lambda.amazonaws.com' }), {
    inline: { pass: document(allow('iam:PassRole')) },
  });
  addRole(state, 'cross', trusting({ AWS: partner }, { StringEquals: { 'sts:ExternalId': 'x-1' } }));
  addRole(
    state,
    'named',
    trusting({ AWS: [arn('user', 'cora'), arn('role', 'deploy'), arn('role', 'pipeline', partner)] }),
  );
  addRole(state, 'staff', trusting({ Federated: arn('saml-provider', 'okta') }, undefined, 'sts:AssumeRoleWithSAML'));
  addRole(
    state,
    'past',
    trusting({ AWS: arn('user', 'cora') }, { DateLessThan: { 'aws:CurrentTime': '2020-01-01T00:00:00Z' } }),
  );
  addRole(
    state,
    'AWSReservedSSO_Admins_0123456789abcdef',
    trusting({ Federated: arn('saml-provider', 'AWSSSO') }, undefined, 'sts:AssumeRoleWithSAML'),
    {
      path: '/aws-reserved/sso.amazonaws.com/',
    },
  );
  addRole(state, 'AWSServiceRoleForSupport', trusting({ Service: 'support.amazonaws.com' }), {
    path: '/aws-service-role/support.amazonaws.com/',
  });
}

function fillProviders(state: AwsState): void {
  state.oidc.set(arn('oidc-provider', 'token.actions.githubusercontent.com'), {
    ...{ Url: 'token.actions.githubusercontent.com', ClientIDList: ['sts.amazonaws.com'], CreateDate: created },
  });
  for (const name of ['okta', 'AWSSSO'])
    state.saml.set(arn('saml-provider', name), {
      SAMLMetadataDocument: `<?xml version="1.0"?>\r\n<md:EntityDescriptor entityID="https://idp.example/${name}"/>`,
      ...{ CreateDate: created, ValidUntil: '2126-01-01T00:00:00Z' },
    });
}

function fillOrganization(state: AwsState): void {
  state.organization = {
    ...{ Id: 'o-example', MasterAccountId: management, FeatureSet: 'ALL' },
    Arn: `arn:aws:organizations::${management}:organization/o-example`,
  };
  const add = (kind: string, id: string, parent: string | undefined, name: string) =>
    state.units.set(id, {
      kind,
      parent,
      item: { Id: id, Name: name, Status: kind === 'account' ? 'ACTIVE' : undefined },
    });
  add('root', 'r-1', undefined, 'Root');
  add('unit', 'ou-1', 'r-1', 'Workloads');
  add('account', home, 'ou-1', 'Production');
  add('account', partner, 'ou-1', 'Partner');
  add('account', management, 'r-1', 'Management');
  const control = (id: string, name: string, content: object, targets: string[]) =>
    state.controls.set(id, {
      item: { Id: id, Name: name },
      content: JSON.stringify(content),
      targets: new Set(targets),
    });
  control('p-full', 'FullAWSAccess', document(allow('*')), ['r-1', 'ou-1', home, partner, management]);
  control('p-stay', 'Stay', document({ Effect: 'Deny', Action: 'organizations:Leave*', Resource: '*' }), ['ou-1']);
}

function fillIdentityCenter(state: AwsState): void {
  state.instance = { InstanceArn: 'arn:aws:sso:::instance/ssoins-1', IdentityStoreId: 'd-1', Name: 'acme' };
  const user = (id: string, name: string, more: Item = {}) =>
    state.storeUsers.set(id, {
      ...{ IdentityStoreId: 'd-1', UserId: id, UserName: name, UserStatus: 'ENABLED', CreatedAt: 1767323045 },
      ...{ Emails: [{ Value: name, Primary: true }], Name: { GivenName: 'Given', FamilyName: 'Family' }, ...more },
    });
  user('u-ada', 'ada@example.org');
  user('u-gus', 'gus@example.org', { UserStatus: 'DISABLED' });
  state.storeGroups.set('g-ops', { IdentityStoreId: 'd-1', GroupId: 'g-ops', DisplayName: 'Operations' });
  state.storeMembers.set('g-ops', new Map([['m-1', 'u-ada']]));
  const set = (name: string) => `arn:aws:sso:::permissionSet/ssoins-1/${name}`;
  const item = (name: string) => ({
    Name: name,
    PermissionSetArn: set(name),
    Description: name,
    CreatedDate: 1767323045,
  });
  state.permissionSets.set(set('Admins'), {
    ...{ item: item('Admins'), customer: [], inline: '', boundary: undefined },
    managed: [{ Name: 'AdministratorAccess', Arn: administrator }],
  });
  state.permissionSets.set(set('Viewers'), {
    ...{ item: item('Viewers'), managed: [], customer: [{ Name: 'local', Path: '/' }], boundary: undefined },
    inline: JSON.stringify(document(allow('ec2:Describe*'))),
  });
  for (const key of [
    `${set('Admins')}|${home}|GROUP|g-ops`,
    `${set('Admins')}|${partner}|GROUP|g-ops`,
    `${set('Viewers')}|${partner}|USER|u-gus`,
  ])
    state.assignments.add(key);
}
