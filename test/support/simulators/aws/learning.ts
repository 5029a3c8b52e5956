// Brings a simulated account to the state that recorded answers show, and finds out what was asked for.
import type { RecordedAnswer } from './recorded.ts';
import { type AwsState, type GroupState, type Item, type UserState, userState } from './state.ts';

/** A user of whom answers say nothing but that lists are empty. */
const someone = 'someone';

/** A group that an answer does not name. */
const someGroup = { GroupName: 'some', Arn: 'arn:aws:iam::111111111111:group/some' };

function userOf(state: AwsState, name: string): UserState {
  const user =
    state.users.get(name) ?? userState({ UserName: name, Arn: `arn:aws:iam::${state.account}:user/${name}` });
  state.users.set(name, user);
  return user;
}

function groupOf(state: AwsState, item: Item): GroupState {
  const name = String(item['GroupName']);
  const group = state.groups.get(name) ?? { item, inline: new Map(), attached: new Set<string>() };
  state.groups.set(name, group);
  return group;
}

const itemsOf = (result: Item, member: string) => (result[member] ?? []) as Item[];

/** Takes the list of a user over, and says whose it was. */
const listOfUser =
  (member: string, of: (user: UserState) => Item[]) =>
  (state: AwsState, result: Item): Item => {
    const items = itemsOf(result, member);
    const name = String(items[0]?.['UserName'] ?? someone);
    const list = of(userOf(state, name));
    list.splice(0, list.length, ...items);
    return { UserName: name };
  };

/** What the answer shows becomes state. @returns the parameters that the request must have had */
const learners: Readonly<Record<string, (state: AwsState, result: Item) => Item>> = {
  'iam:ListAccountAliases'(state, result) {
    state.aliases = itemsOf(result, 'AccountAliases') as unknown as string[];
    return {};
  },
  'iam:GetUser'(state, result) {
    const item = result['User'] as Item;
    const name = String(item['UserName'] ?? someone);
    const user = state.users.get(name);
    state.users.set(name, { ...(user ?? userState(item)), item });
    return { UserName: name };
  },
  'iam:ListGroupsForUser'(state, result) {
    const user = userOf(state, someone);
    user.groups.clear();
    for (const item of itemsOf(result, 'Groups')) {
      groupOf(state, item);
      user.groups.add(String(item['GroupName']));
    }
    return { UserName: someone };
  },
  'iam:GetGroup'(state, result) {
    const item = result['Group'] as Item;
    groupOf(state, item);
    for (const user of state.users.values()) user.groups.delete(String(item['GroupName']));
    for (const user of itemsOf(result, 'Users')) {
      const name = String(user['UserName']);
      const known = userOf(state, name);
      state.users.set(name, { ...known, item: user });
      known.groups.add(String(item['GroupName']));
    }
    return { GroupName: item['GroupName'] };
  },
  'iam:GetUserPolicy'(state, { UserName, PolicyName, PolicyDocument }) {
    userOf(state, String(UserName)).inline.set(String(PolicyName), PolicyDocument);
    return { UserName, PolicyName };
  },
  'iam:ListAccessKeys': listOfUser('AccessKeyMetadata', user => user.keys),
  'iam:ListMFADevices': listOfUser('MFADevices', user => user.mfa),
  'iam:ListSigningCertificates': listOfUser('Certificates', user => user.certificates),
  'iam:ListSSHPublicKeys': listOfUser('SSHPublicKeys', user => user.sshKeys),
  'iam:ListServiceSpecificCredentials': listOfUser('ServiceSpecificCredentials', user => user.serviceCredentials),
  'iam:GenerateCredentialReport'(state, { State }) {
    state.reportState = State === 'STARTED' ? 'absent' : State === 'COMPLETE' ? 'complete' : 'started';
    return {};
  },
  'iam:GetCredentialReport'(state, { Content }) {
    Object.assign(state, { report: String(Content), reportState: 'complete' });
    return {};
  },
  'iam:GetAccountPasswordPolicy'(state, { PasswordPolicy }) {
    state.passwordPolicy = PasswordPolicy as Item;
    return {};
  },
  'iam:ListSAMLProviders'(state, result) {
    state.saml.clear();
    for (const { Arn } of itemsOf(result, 'SAMLProviderList')) state.saml.set(String(Arn), {});
    return {};
  },
  'iam:GetSAMLProvider'(state, result) {
    const [known] = [...state.saml.keys()];
    const arn = known ?? 'arn:aws:iam::111111111111:saml-provider/some';
    state.saml.set(arn, result);
    return { SAMLProviderArn: arn };
  },
  'iam:ListOpenIDConnectProviders'(state, result) {
    state.oidc.clear();
    for (const { Arn } of itemsOf(result, 'OpenIDConnectProviderList')) state.oidc.set(String(Arn), {});
    return {};
  },
  'iam:GetOpenIDConnectProvider'(state, result) {
    const arn = `arn:aws:iam::111111111111:oidc-provider/${result['Url']}`;
    state.oidc.set(arn, result);
    return { OpenIDConnectProviderArn: arn };
  },
  'iam:GetPolicy'(state, { Policy }) {
    const item = Policy as Item;
    state.policies.set(String(item['Arn']), { item, document: '{}' });
    return { PolicyArn: item['Arn'] };
  },
  'iam:GetPolicyVersion'(state, { PolicyVersion }) {
    const { Document, VersionId, ...version } = PolicyVersion as Item & { VersionId: string };
    const arn = [...state.policies.keys()].at(-1) ?? 'arn:aws:iam::aws:policy/some';
    const item = { ...state.policies.get(arn)?.item, Arn: arn, DefaultVersionId: VersionId };
    state.policies.set(arn, {
      item,
      version,
      document: typeof Document === 'string' ? decodeURIComponent(Document) : Document,
    });
    return { PolicyArn: arn, VersionId };
  },
  'sts:GetCallerIdentity'(state, { Account }) {
    state.account = String(Account);
    return {};
  },
  'sts:AssumeRole': () => ({ RoleArn: 'arn:aws:iam::111111111111:role/reader', RoleSessionName: 's' }),
  'organizations:DescribeOrganization'(state, { Organization }) {
    state.organization = Organization as Item;
    return {};
  },
  'organizations:ListAccounts'(state, result) {
    state.organization ??= {};
    for (const item of itemsOf(result, 'Accounts'))
      state.units.set(String(item['Id']), { item, kind: 'account', parent: undefined });
    return {};
  },
  // Changes answer nothing: what they change is there before.
  'iam:UpdateAccessKey'(state) {
    const [user] = [...state.users.values()].filter(({ keys }) => keys.length > 0);
    return { UserName: user?.item['UserName'], AccessKeyId: user?.keys[0]?.['AccessKeyId'], Status: 'Inactive' };
  },
  'iam:RemoveUserFromGroup'(state) {
    const [name, group] = [...state.groups][0] ?? [];
    return { UserName: userOf(state, someone).item['UserName'], GroupName: name ?? group };
  },
  'iam:DeleteGroup'(state) {
    const name = String([...state.groups.keys()][0] ?? groupOf(state, someGroup).item['GroupName']);
    for (const user of state.users.values()) user.groups.delete(name);
    return { GroupName: name };
  },
};

/** What each error tells of the request. */
const errorLearners: readonly (readonly [RegExp, (state: AwsState, found: readonly string[]) => Item])[] = [
  [
    /^The (user|role|group) with name (.+) cannot be found/,
    (_state, [, kind, name]) => ({ [kind === 'group' ? 'GroupName' : 'UserName']: name }),
  ],
  [/^OpenIDConnect Provider not found for arn (.+)$/, (_state, [, arn]) => ({ OpenIDConnectProviderArn: arn })],
  [/^Policy (\S+) (?:was not found\.|does not exist)/, (_state, [, arn]) => ({ PolicyArn: arn })],
  [
    /^The Password Policy with domain name (.+) cannot be found/,
    (state, [, account]) => {
      Object.assign(state, { passwordPolicy: undefined, account });
      return {};
    },
  ],
  [
    /must remove users from group first/,
    state => {
      const group = groupOf(state, someGroup);
      userOf(state, someone).groups.add(String(group.item['GroupName']));
      return { GroupName: 'some' };
    },
  ],
];

const reportStates: Readonly<Record<string, AwsState['reportState']>> = {
  ReportNotPresent: 'absent',
  ReportInProgress: 'started',
};

/** @returns undefined for an operation that the connector does not use */
export function learn(state: AwsState, { operation, error, result }: RecordedAnswer): Item | undefined {
  const learner = learners[operation];
  if (!learner) return undefined;
  if (!error) return learner(state, result);
  const reportState = reportStates[String(error['Code'])];
  if (reportState) {
    state.reportState = reportState;
    return {};
  }
  const message = String(error['Message']);
  const found = errorLearners.find(([pattern]) => pattern.test(message));
  return found ? found[1](state, found[0].exec(message)!) : {};
}

/** Adds the objects of a list of everything (GetAccountAuthorizationDetails) as an SDK shows it. */
export function learnDetails(state: AwsState, details: Readonly<Record<string, Item[]>>): void {
  const inlineOf = (list: unknown) =>
    new Map(((list ?? []) as Item[]).map(each => [String(each['PolicyName']), each['PolicyDocument']]));
  const attachedOf = (item: Item) =>
    new Set(((item['AttachedManagedPolicies'] ?? []) as Item[]).map(each => String(each['PolicyArn'])));
  for (const { UserPolicyList, GroupList, ...item } of details['UserDetailList'] ?? []) {
    const groups = new Set((GroupList ?? []) as string[]);
    const user = { ...userState(item), groups, inline: inlineOf(UserPolicyList), attached: attachedOf(item) };
    state.users.set(String(item['UserName']), user);
  }
  for (const { GroupPolicyList, ...item } of details['GroupDetailList'] ?? [])
    state.groups.set(String(item['GroupName']), {
      item,
      inline: inlineOf(GroupPolicyList),
      attached: attachedOf(item),
    });
  for (const { RolePolicyList, AssumeRolePolicyDocument, ...item } of details['RoleDetailList'] ?? [])
    state.roles.set(String(item['RoleName']), {
      ...{ item, trust: AssumeRolePolicyDocument, inline: inlineOf(RolePolicyList), attached: attachedOf(item) },
    });
  for (const { PolicyVersionList, ...item } of details['Policies'] ?? []) {
    const version = ((PolicyVersionList ?? []) as Item[]).find(each => each['IsDefaultVersion'] === true);
    state.policies.set(String(item['Arn']), { item, document: version?.['Document'] });
  }
}
