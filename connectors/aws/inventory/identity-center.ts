// Identity Center: users and groups of its identity store, permission sets, and who has which of them in which account. It belongs to
// the management account or a delegated one.

import type { Gap } from '../../../src/connector/contract.ts';
import { distinctGaps } from '../../../src/connector/gaps.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import { together } from '../../../src/connector/together.ts';
import type { AwsClient, OperationParameters } from '../client.ts';
import { oneOf, wholeAwsList } from '../paging.ts';

export interface PermissionSet {
  readonly arn: string;
  readonly instance: string;
  /** The answer of DescribePermissionSet. */
  readonly details: unknown;
  /** `{Name, Arn}` of managed policies of AWS. */
  readonly managed: readonly unknown[];
  /** `{Name, Path}` of policies that each account has of its own. */
  readonly customer: readonly unknown[];
  /** Text of a policy; undefined: none. */
  readonly inline: string | undefined;
  /** The answer of GetPermissionsBoundaryForPermissionSet; undefined: none. */
  readonly boundary: unknown;
  readonly accounts: readonly string[];
}

export interface AccountAssignment {
  readonly permissionSet: string;
  readonly account: string;
  readonly principalType: 'USER' | 'GROUP';
  readonly principal: string;
}

export interface IdentityCenter {
  /** Instances: `{InstanceArn, IdentityStoreId, Name}`. */
  readonly instances: readonly unknown[];
  readonly users: readonly unknown[];
  readonly groups: readonly unknown[];
  /** Group id → ids of its users. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly permissionSets: readonly PermissionSet[];
  readonly assignments: readonly AccountAssignment[];
  readonly userGaps: readonly Gap[];
  readonly groupGaps: readonly Gap[];
  readonly memberGaps: readonly Gap[];
  readonly assignmentGaps: readonly Gap[];
}

export function identityCenter(client: AwsClient): Promise<IdentityCenter> {
  return client.once('identity center', async () => {
    const instances = client.settings.identity_center
      ? await wholeAwsList(client, { service: 'sso', action: 'ListInstances', member: 'Instances' })
      : { items: [], gaps: [] };
    const gaps = instances.gaps.map(withRemedy);
    const result = {
      instances: instances.items,
      ...{ users: [] as unknown[], groups: [] as unknown[], members: new Map<string, string[]>() },
      ...{ permissionSets: [] as PermissionSet[], assignments: [] as AccountAssignment[] },
      ...{ userGaps: [...gaps], groupGaps: [...gaps], memberGaps: [...gaps], assignmentGaps: [...gaps] },
    };
    for (const instance of instances.items) {
      const [arn, store] = [textAt(instance, 'InstanceArn'), textAt(instance, 'IdentityStoreId')];
      if (store !== undefined) await readStore(client, store, result);
      if (arn !== undefined) await readPermissionSets(client, arn, result);
    }
    return { ...result, assignmentGaps: distinctGaps(result.assignmentGaps) };
  });
}

const withRemedy = (gap: Gap): Gap =>
  gap.reason === 'forbidden' ? { ...gap, message: `${gap.message}, or set identity_center: false` } : gap;

interface Reading {
  readonly users: unknown[];
  readonly groups: unknown[];
  readonly members: Map<string, string[]>;
  readonly permissionSets: PermissionSet[];
  readonly assignments: AccountAssignment[];
  readonly userGaps: Gap[];
  readonly groupGaps: Gap[];
  readonly memberGaps: Gap[];
  readonly assignmentGaps: Gap[];
}

async function readStore(client: AwsClient, store: string, reading: Reading): Promise<void> {
  const list = (action: string, member: string, more: OperationParameters = {}, absent?: readonly number[]) =>
    wholeAwsList(client, {
      ...{ service: 'identitystore', action, member, parameters: { IdentityStoreId: store, ...more } },
      ...(absent && { absent }),
    });
  const users = await list('ListUsers', 'Users');
  const groups = await list('ListGroups', 'Groups');
  reading.users.push(...users.items);
  reading.groups.push(...groups.items);
  reading.userGaps.push(...users.gaps);
  reading.groupGaps.push(...groups.gaps);
  reading.memberGaps.push(...groups.gaps);
  await together(groups.items, async group => {
    const id = textAt(group, 'GroupId');
    if (id === undefined) return;
    // A group that was deleted after it was listed has no members.
    const { items, gaps } = await list('ListGroupMemberships', 'GroupMemberships', { GroupId: id }, [404]);
    reading.members.set(
      id,
      items.flatMap(membership => textAt(membership, 'MemberId', 'UserId') ?? []),
    );
    const within = { field: 'managedViaObjectId', is: [id] };
    reading.memberGaps.push(...gaps.map(gap => ({ ...gap, within })));
  });
}

async function readPermissionSets(client: AwsClient, instance: string, reading: Reading): Promise<void> {
  const parameters = { InstanceArn: instance };
  const sets = await wholeAwsList(client, {
    ...{ service: 'sso', action: 'ListPermissionSets', member: 'PermissionSets', parameters },
  });
  reading.assignmentGaps.push(...sets.gaps);
  await together(sets.items, async arn => {
    if (typeof arn !== 'string') return;
    const { set, gaps } = await permissionSet(client, instance, arn);
    reading.permissionSets.push(set);
    reading.assignmentGaps.push(...gaps);
    for (const account of set.accounts) {
      const found = await wholeAwsList(client, {
        ...{ service: 'sso', action: 'ListAccountAssignments', member: 'AccountAssignments', absent: [404] },
        parameters: { ...parameters, AccountId: account, PermissionSetArn: arn },
      });
      reading.assignmentGaps.push(...found.gaps);
      reading.assignments.push(...found.items.flatMap(item => assignmentOf(item, arn, account) ?? []));
    }
  });
}

function assignmentOf(item: unknown, permissionSet: string, account: string): AccountAssignment | undefined {
  const [principal, principalType] = [textAt(item, 'PrincipalId'), textAt(item, 'PrincipalType')];
  if (principal === undefined || (principalType !== 'USER' && principalType !== 'GROUP')) return undefined;
  return { permissionSet, account, principalType, principal };
}

async function permissionSet(
  client: AwsClient,
  instance: string,
  arn: string,
): Promise<{ set: PermissionSet; gaps: Gap[] }> {
  const parameters = { InstanceArn: instance, PermissionSetArn: arn };
  const gaps: Gap[] = [];
  const list = async (action: string, member: string) => {
    const found = await wholeAwsList(client, { service: 'sso', action, member, parameters });
    gaps.push(...found.gaps);
    return found.items;
  };
  const one = async (action: string) => {
    const found = await oneOf(client, 'sso', action, parameters, undefined);
    gaps.push(...found.gaps);
    return found.result;
  };
  const set = {
    ...{ arn, instance },
    details: valueAt(await one('DescribePermissionSet'), 'PermissionSet'),
    managed: await list('ListManagedPoliciesInPermissionSet', 'AttachedManagedPolicies'),
    customer: await list('ListCustomerManagedPolicyReferencesInPermissionSet', 'CustomerManagedPolicyReferences'),
    inline: textAt(await one('GetInlinePolicyForPermissionSet'), 'InlinePolicy'),
    boundary: valueAt(await one('GetPermissionsBoundaryForPermissionSet'), 'PermissionsBoundary'),
    accounts: (await list('ListAccountsForProvisionedPermissionSet', 'AccountIds')).filter(
      id => typeof id === 'string',
    ),
  };
  return { set, gaps };
}

/** The name of a permission set, which is part of the name of the roles that it makes. */
export const permissionSetName = ({ arn, details }: PermissionSet): string =>
  textAt(details, 'Name') ?? arn.split('/').at(-1)!;
