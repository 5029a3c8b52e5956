// Users, groups and roles with the policies that decide what they may do.
import { listAt, textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { AwsClient } from '../client.ts';
import { type Context, contextOf } from '../policy/context.ts';
import { controlsOf } from '../policy/control-policies.ts';
import type { Layers } from '../policy/decision.ts';
import { type Policy, policyOf } from '../policy/document.ts';
import { type Authorization, authorization } from './authorization.ts';
import { controlLevelsOf, type Organization, organization } from './organization.ts';

export interface AttachedPolicy {
  readonly name: string;
  /** Of a managed policy. */
  readonly arn?: string;
  /** Undefined: its document cannot be read. */
  readonly policy: Policy | undefined;
}

export interface Entity {
  readonly type: 'Account' | 'UserGroup' | 'Role';
  readonly arn: string;
  readonly name: string;
  readonly item: unknown;
  /** Policies of its own, not those of its groups. */
  readonly attached: readonly AttachedPolicy[];
  /** All policies of its own and of its groups that can be read, and what limits them. */
  readonly layers: Layers;
  readonly context: Context;
  /** Its permissions boundary, where it can be read; it is one of the limits too. */
  readonly boundary: Policy | undefined;
  /** ARNs of groups. */
  readonly groups: readonly string[];
  /** What is not known and may limit it, such as `service control policies`. */
  readonly unknownLimits: readonly string[];
}

export interface Entities {
  readonly users: readonly Entity[];
  readonly groups: readonly Entity[];
  readonly roles: readonly Entity[];
  readonly byArn: ReadonlyMap<string, Entity>;
}

const inlineLists = { Account: 'UserPolicyList', UserGroup: 'GroupPolicyList', Role: 'RolePolicyList' } as const;
const nameMembers = { Account: 'UserName', UserGroup: 'GroupName', Role: 'RoleName' } as const;

export function entities(client: AwsClient): Promise<Entities> {
  return client.once('entities', async () => {
    const details = await authorization(client);
    const limits = { ...(await limitsOfAccount(client)), organization: await organization(client) };
    const make = (type: Entity['type'], item: unknown, groups: readonly Entity[]) =>
      entityOf(client, details, limits, type, item, groups);
    const groups = details.groups.flatMap(item => make('UserGroup', item, []) ?? []);
    const byName = new Map(groups.map(group => [group.name, group]));
    const users = details.users.flatMap(item => {
      const names = listAt(item, 'GroupList').filter(name => typeof name === 'string');
      return (
        make(
          'Account',
          item,
          names.flatMap(name => byName.get(name) ?? []),
        ) ?? []
      );
    });
    const roles = details.roles.flatMap(item => make('Role', item, []) ?? []);
    return { users, groups, roles, byArn: new Map([...users, ...groups, ...roles].map(each => [each.arn, each])) };
  });
}

interface AccountLimits {
  readonly levels: readonly (readonly Policy[])[];
  readonly areKnown: boolean;
  readonly organization: Organization;
}

async function limitsOfAccount(client: AwsClient): Promise<Omit<AccountLimits, 'organization'>> {
  const levels = controlLevelsOf(await organization(client), client.account);
  return { levels: levels ?? [], areKnown: levels !== undefined };
}

function entityOf(
  client: AwsClient,
  details: Authorization,
  { levels, areKnown, organization: its }: AccountLimits,
  type: Entity['type'],
  item: unknown,
  groups: readonly Entity[],
): Entity | undefined {
  const [arn, name] = [textAt(item, 'Arn'), textAt(item, nameMembers[type])];
  if (arn === undefined || name === undefined) return undefined;
  const attached = attachedPolicies(details, type, item);
  const boundaryArn = textAt(item, 'PermissionsBoundary', 'PermissionsBoundaryArn');
  const boundary =
    boundaryArn === undefined
      ? undefined
      : policyOf(boundaryArn.split('/').at(-1)!, details.documents.get(boundaryArn));
  const isManagement = its.managementAccount === client.account;
  const controls = controlsOf(levels, isManagement, type === 'Role' ? arn : undefined);
  const unreadable = [...attached, ...groups.flatMap(group => group.attached)].filter(({ policy }) => !policy);
  return {
    ...{ type, arn, name, item, attached, boundary, groups: groups.map(group => group.arn) },
    layers: {
      identity: [...attached, ...groups.flatMap(group => group.attached)].flatMap(({ policy }) => policy ?? []),
      limits: [...(boundary ? [[boundary]] : []), ...(type === 'UserGroup' ? [] : controls)],
    },
    context: contextFor(client, its, type, arn, name, item),
    unknownLimits: [
      ...(areKnown || isManagement || type === 'UserGroup' ? [] : ['service control policies']),
      ...(boundaryArn !== undefined && !boundary ? [`permissions boundary ${boundaryArn}`] : []),
      ...unreadable.map(each => `policy ${each.arn ?? each.name}`),
    ],
  };
}

function attachedPolicies({ documents }: Authorization, type: Entity['type'], item: unknown): AttachedPolicy[] {
  const managed = listAt(item, 'AttachedManagedPolicies').flatMap(each => {
    const [arn, name] = [textAt(each, 'PolicyArn'), textAt(each, 'PolicyName')];
    if (arn === undefined) return [];
    const called = name ?? arn.split('/').at(-1)!;
    return [{ name: called, arn, policy: policyOf(called, documents.get(arn)) }];
  });
  const inline = listAt(item, inlineLists[type]).flatMap(each => {
    const name = textAt(each, 'PolicyName');
    return name === undefined ? [] : [{ name, policy: policyOf(name, valueAt(each, 'PolicyDocument')) }];
  });
  return [...managed, ...inline];
}

/** What requests of the entity have in common. */
function contextFor(
  client: AwsClient,
  { id }: Organization,
  type: Entity['type'],
  arn: string,
  name: string,
  item: unknown,
): Context {
  const tags = listAt(item, 'Tags').flatMap(tag => {
    const [key, value] = [textAt(tag, 'Key'), valueAt(tag, 'Value')];
    return key === undefined || typeof value !== 'string' ? [] : [[`aws:PrincipalTag/${key}`, value] as const];
  });
  const general = {
    'aws:PrincipalAccount': client.account,
    'aws:PrincipalOrgID': id,
    'aws:CurrentTime': client.openedAt,
    'aws:EpochTime': String(Math.floor(Date.parse(client.openedAt) / 1000)),
    'aws:PrincipalIsAWSService': 'false',
  };
  if (type === 'UserGroup') return contextOf(general);
  return contextOf({
    ...general,
    'aws:PrincipalArn': arn,
    'aws:PrincipalType': type === 'Role' ? 'AssumedRole' : 'User',
    'aws:username': type === 'Role' ? null : name,
    // Whoever assumes a role may bring further tags.
    // Sessions of roles that are asked for now are of now. Users have sessions only where they ask for one.
    ...(type === 'Role' ? { 'aws:TokenIssueTime': client.openedAt } : { 'aws:userid': textAt(item, 'UserId') }),
    ...Object.fromEntries(tags),
  });
}
