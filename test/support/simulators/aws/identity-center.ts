// Operations of Identity Center and its identity store. They follow the vendor's API reference alone: there are no recordings of them.
import { AwsError, type Json, pageOf } from './answers.ts';
import type { Given, Operation, World } from './operations.ts';
import type { PermissionSetState } from './state.ts';

const missing = (message: string) => new AwsError(400, 'ResourceNotFoundException', message);

function listed(given: Given, { pageSize }: World, member: string, items: readonly unknown[]): Json {
  const { page, next } = pageOf(items, given['NextToken'], Math.min(Number(given['MaxResults'] ?? 100), pageSize));
  return { [member]: page, ...(next !== undefined && { NextToken: next }) };
}

function permissionSet({ state }: World, given: Given): PermissionSetState {
  const found = state.permissionSets.get(String(given['PermissionSetArn']));
  if (!found) throw missing(`PermissionSet ${given['PermissionSetArn']} not found`);
  return found;
}

const ofSet =
  (member: string, items: (set: PermissionSetState) => readonly unknown[]): Operation =>
  (given, world) =>
    listed(given, world, member, items(permissionSet(world, given)));

const keyOf = (given: Given) =>
  [given['PermissionSetArn'], given['TargetId'], given['PrincipalType'], given['PrincipalId']].join('|');

/** @param status member of the answer */
function asynchronous(status: string, change: (world: World, given: Given) => void): Operation {
  return (given, world) => {
    permissionSet(world, given);
    const { state } = world;
    const principals = given['PrincipalType'] === 'GROUP' ? state.storeGroups : state.storeUsers;
    const RequestId = world.newId('request-');
    const failure = principals.has(String(given['PrincipalId']))
      ? undefined
      : 'Received a 404 status error: principal not found';
    const finish = () => change(world, given);
    state.pending.set(RequestId, { left: 1, finish, ...(failure !== undefined && { failure }) });
    return { [status]: { Status: 'IN_PROGRESS', RequestId } };
  };
}

function described(status: string, request: string): Operation {
  return (given, { state }) => {
    const RequestId = String(given[request]);
    const pending = state.pending.get(RequestId);
    if (!pending) throw missing(`Request ${RequestId} not found`);
    if (pending.left > 0) {
      pending.left -= 1;
      return { [status]: { Status: 'IN_PROGRESS', RequestId } };
    }
    if (pending.failure !== undefined)
      return { [status]: { Status: 'FAILED', RequestId, FailureReason: pending.failure } };
    pending.finish();
    return { [status]: { Status: 'SUCCEEDED', RequestId } };
  };
}

function members({ state }: World, given: Given): Map<string, string> {
  const group = String(given['GroupId']);
  if (!state.storeGroups.has(group)) throw missing('GROUP not found.');
  const found = state.storeMembers.get(group) ?? new Map<string, string>();
  state.storeMembers.set(group, found);
  return found;
}

function stored(collection: 'storeUsers' | 'storeGroups', id: string, label: string): Operation {
  return (given, { state }) => {
    const found = state[collection].get(String(given[id]));
    if (!found) throw missing(`${label} not found.`);
    return found;
  };
}

export const identityCenterOperations: Readonly<Record<string, Operation>> = {
  'sso:ListInstances': (given, world) =>
    listed(given, world, 'Instances', world.state.instance ? [world.state.instance] : []),
  'sso:ListPermissionSets': (given, world) =>
    listed(given, world, 'PermissionSets', [...world.state.permissionSets.keys()]),
  'sso:DescribePermissionSet': (given, world) => ({ PermissionSet: permissionSet(world, given).item }),
  'sso:ListManagedPoliciesInPermissionSet': ofSet('AttachedManagedPolicies', set => set.managed),
  'sso:ListCustomerManagedPolicyReferencesInPermissionSet': ofSet(
    'CustomerManagedPolicyReferences',
    set => set.customer,
  ),
  'sso:GetInlinePolicyForPermissionSet': (given, world) => ({ InlinePolicy: permissionSet(world, given).inline }),
  'sso:GetPermissionsBoundaryForPermissionSet'(given, world) {
    const { boundary } = permissionSet(world, given);
    if (!boundary) throw missing('No permissions boundary');
    return { PermissionsBoundary: boundary };
  },
  'sso:ListAccountsForProvisionedPermissionSet'(given, world) {
    permissionSet(world, given);
    const keys = [...world.state.assignments].map(key => key.split('|'));
    const accounts = keys.filter(([set]) => set === given['PermissionSetArn']).map(([, account]) => account);
    return listed(given, world, 'AccountIds', [...new Set(accounts)]);
  },
  'sso:ListAccountAssignments'(given, world) {
    permissionSet(world, given);
    const [AccountId, PermissionSetArn] = [given['AccountId'], given['PermissionSetArn']];
    const found = [...world.state.assignments]
      .map(key => key.split('|'))
      .filter(([set, account]) => set === PermissionSetArn && account === AccountId)
      .map(([, , PrincipalType, PrincipalId]) => ({ AccountId, PermissionSetArn, PrincipalType, PrincipalId }));
    return listed(given, world, 'AccountAssignments', found);
  },
  'sso:CreateAccountAssignment': asynchronous('AccountAssignmentCreationStatus', ({ state }, given) =>
    state.assignments.add(keyOf(given)),
  ),
  'sso:DeleteAccountAssignment': asynchronous('AccountAssignmentDeletionStatus', ({ state }, given) =>
    state.assignments.delete(keyOf(given)),
  ),
  'sso:DescribeAccountAssignmentCreationStatus': described(
    'AccountAssignmentCreationStatus',
    'AccountAssignmentCreationRequestId',
  ),
  'sso:DescribeAccountAssignmentDeletionStatus': described(
    'AccountAssignmentDeletionStatus',
    'AccountAssignmentDeletionRequestId',
  ),
  'identitystore:ListUsers': (given, world) => listed(given, world, 'Users', [...world.state.storeUsers.values()]),
  'identitystore:ListGroups': (given, world) => listed(given, world, 'Groups', [...world.state.storeGroups.values()]),
  'identitystore:DescribeUser': stored('storeUsers', 'UserId', 'USER'),
  'identitystore:DescribeGroup': stored('storeGroups', 'GroupId', 'GROUP'),
  'identitystore:ListGroupMemberships': (given, world) =>
    listed(
      given,
      world,
      'GroupMemberships',
      [...members(world, given)].map(([MembershipId, UserId]) => ({
        ...{ IdentityStoreId: given['IdentityStoreId'], MembershipId, GroupId: given['GroupId'], MemberId: { UserId } },
      })),
    ),
  'identitystore:GetGroupMembershipId'(given, world) {
    const { UserId } = given['MemberId'] as { UserId: string };
    const found = [...members(world, given)].find(([, user]) => user === UserId);
    if (!found) throw missing('MEMBERSHIP not found.');
    return { MembershipId: found[0], IdentityStoreId: given['IdentityStoreId'] };
  },
  'identitystore:CreateGroupMembership'(given, world) {
    const { UserId } = given['MemberId'] as { UserId: string };
    const of = members(world, given);
    if (!world.state.storeUsers.has(UserId)) throw missing('USER not found.');
    if ([...of.values()].includes(UserId))
      throw new AwsError(400, 'ConflictException', 'Member and Group relationship already exists.');
    const MembershipId = world.newId('membership-');
    of.set(MembershipId, UserId);
    return { MembershipId, IdentityStoreId: given['IdentityStoreId'] };
  },
  'identitystore:DeleteGroupMembership'(given, { state }) {
    for (const of of state.storeMembers.values()) if (of.delete(String(given['MembershipId']))) return {};
    throw missing('MEMBERSHIP not found.');
  },
};
