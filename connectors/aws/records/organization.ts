// Roots, units and accounts of the organisation as resources that contain each other.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { OrganizationNode } from '../inventory/organization.ts';
import { timeOfSeconds } from './accounts.ts';

const accountClass = 'aws-account';

export const organizationClasses: readonly SourceRecord[] = [
  { id: accountClass, name: 'Account', displayName: 'AWS account' },
  { id: 'organizations:root', name: 'Root', displayName: 'Root of the organisation' },
  { id: 'organizations:unit', name: 'OrganizationalUnit', displayName: 'Organizational unit' },
];

const classes = { root: 'organizations:root', unit: 'organizations:unit', account: accountClass } as const;

export function organizationNodeOf({ kind, id, parent, item }: OrganizationNode): SourceRecord {
  return {
    id,
    ...definedMembers({
      name: textAt(item, 'Name') ?? id,
      ...{ resourceClass: classes[kind], parentId: parent },
      createdDate: timeOfSeconds(valueAt(item, 'JoinedTimestamp')),
    }),
  };
}

/** The account that is read, where the organisation does not show it. */
export const accountResource = (account: string, alias: string | undefined): SourceRecord => ({
  ...{ id: account, name: alias ?? account, resourceClass: accountClass },
});
