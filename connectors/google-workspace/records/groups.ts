// Groups, and who is in groups and roles (…/reference/rest/v1/groups, developers.google.com/workspace/admin/groups-settings).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, textAt, valueAt } from '../../../src/connector/json-values.ts';

const joinPolicies = new Map([
  ['ANYONE_CAN_JOIN', 'Anyone'],
  ['ALL_IN_DOMAIN_CAN_JOIN', 'Organisation'],
  ['CAN_REQUEST_TO_JOIN', 'Request'],
  ['INVITED_CAN_JOIN', 'Invited'],
]);

/** @param settings of the group; undefined: not read */
export function userGroupOf(group: unknown, settings: unknown): SourceRecord | { readonly reason: string } {
  const [id, email] = [textAt(group, 'id'), textAt(group, 'email')];
  if (id === undefined) return { reason: 'has no id' };
  if (email === undefined) return { reason: 'has no email' };
  const policy = textAt(settings, 'whoCanJoin');
  return {
    id,
    ...definedMembers({
      name: textAt(group, 'name') ?? email,
      description: textAt(group, 'description'),
      email,
      isDynamic: false,
      joinPolicy: policy === undefined ? undefined : (joinPolicies.get(policy) ?? 'Unknown'),
      allowsExternalMembers: flagOfValue(valueAt(settings, 'allowExternalMembers')),
    }),
  };
}

/** All users of the customer, who can be a member of a group together. */
export const everybodyGroup = (customerId: string): SourceRecord => ({
  id: customerId,
  name: 'All users of the organisation',
  ...{ type: 'Dynamic', isDynamic: true, joinPolicy: 'Invited', allowsExternalMembers: false },
});

export interface Member {
  readonly type: string;
  readonly id: string;
  readonly email: string | undefined;
}

/** The row of a member; undefined when it has no id. `CUSTOMER` stands for all users. */
export function memberOf(row: unknown): Member | undefined {
  const id = textAt(row, 'id');
  return id === undefined ? undefined : { id, type: textAt(row, 'type') ?? 'USER', email: textAt(row, 'email') };
}
