// Groups (learn.microsoft.com/graph/api/resources/groups-overview).
import { flagOfValue } from '../../../src/connector/flags.ts';
import { definedMembers, listAt, textAt, textsAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import type { MappedItem } from '../../../src/connector/record-pages.ts';
import { endOfObject } from '../ids.ts';
import { isAddress } from './users.ts';

/** The properties of groups that are read, and whose changes delta queries report. */
export const groupProperties = [
  ...['id', 'displayName', 'description', 'mail', 'mailEnabled', 'securityEnabled', 'groupTypes', 'createdDateTime'],
  ...['isAssignableToRole', 'membershipRule', 'onPremisesSyncEnabled', 'onPremisesDomainName', 'visibility'],
].join();

/** @param owners directory objects; undefined: not known */
export function userGroupOf(group: unknown, owners: readonly unknown[] | undefined): MappedItem {
  const [id, name, email] = [textAt(group, 'id'), textAt(group, 'displayName'), textAt(group, 'mail')];
  if (id === undefined) return { reason: 'has no id' };
  if (name === undefined) return { reason: 'has no displayName' };
  return {
    id,
    ...definedMembers({
      name,
      description: textAt(group, 'description'),
      email: email !== undefined && isAddress(email) ? email : undefined,
      type: groupTypeOf(group),
      isDynamic: isDynamic(group),
      isAssignableToRole: flagOfValue(valueAt(group, 'isAssignableToRole')) ?? false,
      owners: owners?.flatMap(owner => {
        const end = endOfObject(owner);
        return end === undefined ? [] : [{ objectId: end[1], objectType: end[0] }];
      }),
      createdDate: timeAt(group, 'createdDateTime'),
    }),
  };
}

export const isDynamic = (group: unknown) => textsAt(group, 'groupTypes').includes('DynamicMembership');

export const isSynced = (object: unknown) => flagOfValue(valueAt(object, 'onPremisesSyncEnabled')) === true;

/** Microsoft 365 groups (`Unified`) give access to what is shared with them, whether or not they are marked as security groups. */
function groupTypeOf(group: unknown): string {
  if (isSynced(group)) return 'Sync';
  if (isDynamic(group)) return 'Dynamic';
  const isSecurity = flagOfValue(valueAt(group, 'securityEnabled')) === true;
  if (isSecurity || textsAt(group, 'groupTypes').includes('Unified')) return 'Security';
  return flagOfValue(valueAt(group, 'mailEnabled')) === true ? 'Distribution' : 'Unknown';
}

/** Exchange decides about the members of distribution groups and mail-enabled security groups. */
export const isOfExchange = (group: unknown) =>
  flagOfValue(valueAt(group, 'mailEnabled')) === true && !textsAt(group, 'groupTypes').includes('Unified');

/** The owners in an answer with `$expand=owners`. */
export const expandedOwners = (object: unknown): unknown[] => listAt(object, 'owners');
