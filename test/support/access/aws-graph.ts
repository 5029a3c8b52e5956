// The access of a real AWS account: users and roles hold policies, directly or through groups. A policy is a resource here.
import fs from 'node:fs';
import type { AccessGraph, Grant } from './graph.ts';

interface Holder {
  readonly Arn: string;
  readonly GroupList?: readonly string[];
  readonly AttachedManagedPolicies?: readonly { readonly PolicyArn: string }[];
  readonly UserPolicyList?: readonly InlinePolicy[];
  readonly GroupPolicyList?: readonly InlinePolicy[];
  readonly RolePolicyList?: readonly InlinePolicy[];
}

interface InlinePolicy {
  readonly PolicyName: string;
}

/** @param file the output of `aws iam get-account-authorization-details` */
export function awsAccess(file: string): AccessGraph {
  const { UserDetailList, GroupDetailList, RoleDetailList } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const users: (Holder & { UserName: string })[] = UserDetailList;
  const groups: (Holder & { GroupName: string })[] = GroupDetailList;
  const roles: Holder[] = RoleDetailList;
  const groupIds = new Map(groups.map(({ GroupName, Arn }) => [GroupName, `g ${Arn}`]));
  const grants = [
    ...[...users, ...roles].flatMap(holder => policiesOf(holder).map(policy => grant(`a ${holder.Arn}`, policy))),
    ...groups.flatMap(holder => policiesOf(holder).map(policy => grant(`g ${holder.Arn}`, policy))),
  ];
  return {
    accounts: [...users, ...roles].map(({ Arn }) => `a ${Arn}`),
    containers: [...groupIds.values()],
    resources: [...new Set(grants.map(({ object }) => object))],
    memberships: users.flatMap(({ Arn, GroupList = [] }) =>
      GroupList.map(name => [`a ${Arn}`, groupIds.get(name)!] as const),
    ),
    containments: [],
    grants,
  };
}

function policiesOf(holder: Holder): string[] {
  const inline = [holder.UserPolicyList, holder.GroupPolicyList, holder.RolePolicyList].flatMap(list => list ?? []);
  return [
    ...(holder.AttachedManagedPolicies ?? []).map(({ PolicyArn }) => `x ${PolicyArn}`),
    ...inline.map(({ PolicyName }) => `x ${holder.Arn} ${PolicyName}`),
  ];
}

function grant(holder: string, object: string): Grant {
  return { holder, object, permissions: ['isRead'] };
}
