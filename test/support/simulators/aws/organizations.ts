// Operations of Organizations.
import { AwsError, type Json, pageOf } from './answers.ts';
import type { Given, Operation, World } from './operations.ts';

const notInUse = () =>
  new AwsError(400, 'AWSOrganizationsNotInUseException', 'Your account is not a member of an organization.');

function listed(given: Given, { state, pageSize }: World, member: string, items: readonly unknown[]): Json {
  if (!state.organization) throw notInUse();
  const { page, next } = pageOf(items, given['NextToken'], Math.min(Number(given['MaxResults'] ?? 20), pageSize));
  return { [member]: page, ...(next !== undefined && { NextToken: next }) };
}

const children =
  (member: string, kind: string): Operation =>
  (given, world) => {
    const inside = [...world.state.units.values()].filter(
      unit => unit.kind === kind && unit.parent === given['ParentId'],
    );
    return listed(
      given,
      world,
      member,
      inside.map(({ item }) => item),
    );
  };

function control({ state }: World, given: Given) {
  const found = state.controls.get(String(given['PolicyId']));
  if (!found)
    throw new AwsError(400, 'PolicyNotFoundException', "We can't find a policy with the PolicyId that you specified.");
  return found;
}

export const organizationOperations: Readonly<Record<string, Operation>> = {
  'organizations:DescribeOrganization'(_given, { state }) {
    if (!state.organization) throw notInUse();
    return { Organization: state.organization };
  },
  'organizations:ListRoots': (given, world) =>
    listed(
      given,
      world,
      'Roots',
      [...world.state.units.values()].filter(({ kind }) => kind === 'root').map(({ item }) => item),
    ),
  'organizations:ListAccounts': (given, world) =>
    listed(
      given,
      world,
      'Accounts',
      [...world.state.units.values()].filter(({ kind }) => kind === 'account').map(({ item }) => item),
    ),
  'organizations:ListOrganizationalUnitsForParent': children('OrganizationalUnits', 'unit'),
  'organizations:ListAccountsForParent': children('Accounts', 'account'),
  'organizations:ListPolicies': (given, world) =>
    listed(
      given,
      world,
      'Policies',
      [...world.state.controls.values()].map(({ item }) => item),
    ),
  'organizations:DescribePolicy'(given, world) {
    const { item, content } = control(world, given);
    return { Policy: { PolicySummary: item, Content: content } };
  },
  'organizations:ListTargetsForPolicy': (given, world) =>
    listed(
      given,
      world,
      'Targets',
      [...control(world, given).targets].map(TargetId => ({ TargetId })),
    ),
};
