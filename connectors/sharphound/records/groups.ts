// Groups: those of the directory, those of computers, and principals that the collection only refers to.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt } from '../../../src/connector/json-values.ts';
import type { DirectoryObject } from '../client.ts';
import type { LocalGroup } from '../local-access.ts';
import { isKnownToHaveMembers, wellKnownName } from '../well-known.ts';
import { timeOfProperty } from './accounts.ts';

export function directoryGroupOf({ id, value }: DirectoryObject): SourceRecord {
  return {
    id,
    ...definedMembers({
      name: textAt(value, 'Properties', 'name') ?? wellKnownName(id) ?? id,
      description: textAt(value, 'Properties', 'description'),
      ...groupType(id),
      isAssignableToRole: false,
      createdDate: timeOfProperty(value, 'whencreated'),
    }),
  };
}

/** Who is in principals such as Interactive follows from how somebody signs in. */
const groupType = (id: string) =>
  isKnownToHaveMembers(id) ? { type: 'Security', isDynamic: false } : { type: 'Dynamic', isDynamic: true };

export const localGroupOf = ({ id, name }: LocalGroup): SourceRecord => ({
  id,
  ...definedMembers({
    name: name === undefined || name === 'IGNOREME' ? (wellKnownName(id) ?? id) : name,
    description: 'A group of one computer',
    ...{ type: 'Security', isDynamic: false, isAssignableToRole: false, sourceTag: 'local' },
  }),
});

/** A group, or a principal of an unknown kind, of which the collection has the identifier only. */
export const referredGroup = (id: string, isGroup: boolean): SourceRecord => ({
  ...{ id, name: wellKnownName(id) ?? id, sourceTag: 'referred', isAssignableToRole: false },
  ...(isGroup || wellKnownName(id) !== undefined ? groupType(id) : { type: 'Unknown', isDynamic: false }),
  description: 'The collection names this principal and does not describe it',
});

/** Everybody of a domain, to whom another domain extends its trust. */
export const trustedGroupId = (domain: string): string => `accounts-of:${domain}`;

export const trustedGroup = (domain: string, name: string): SourceRecord => ({
  ...{ id: trustedGroupId(domain), name: `Accounts of ${name}`, type: 'Modeled', isDynamic: true },
  ...{ isAssignableToRole: false, sourceTag: 'trust' },
  description: `Users and computers of the domain ${name}, which another domain trusts`,
});
