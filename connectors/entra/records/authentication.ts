// Authentication methods of the tenant, and what users have registered.

import { composeId } from '../../../src/connector/composed-id.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, textsAt, timeAt } from '../../../src/connector/json-values.ts';
import type { MappedItem } from '../../../src/connector/record-pages.ts';

/** A method of `authenticationMethodsPolicy`, such as `Fido2`. */
export function authenticatorOf(configuration: unknown): MappedItem {
  const id = textAt(configuration, 'id');
  if (id === undefined) return { reason: 'has no id' };
  return {
    id,
    ...definedMembers({
      name: textAt(configuration, 'displayName') ?? id,
      isActive: textAt(configuration, 'state') === 'enabled',
      authenticationMethods: [{ type: id }],
    }),
  };
}

/** What a user has registered: one enrollment for each method. */
export function enrollmentsOf(details: unknown): SourceRecord[] {
  const user = textAt(details, 'id');
  if (user === undefined) return [];
  return [...new Set(textsAt(details, 'methodsRegistered'))].map(method => ({
    id: composeId([user, method], '/', /\/+/g),
    ...definedMembers({
      accountKey: user,
      authenticationMethods: [{ type: method }],
      enrollmentStatus: 'Active',
    }),
  }));
}

/** The access package that users are assigned to as a whole. */
export function permissionSetOf(item: unknown): MappedItem {
  const id = textAt(item, 'id');
  if (id === undefined) return { reason: 'has no id' };
  return {
    id,
    ...definedMembers({
      name: textAt(item, 'displayName') ?? id,
      description: textAt(item, 'description'),
      type: 'Custom',
      createdDate: timeAt(item, 'createdDateTime'),
      lastModifiedDate: timeAt(item, 'modifiedDateTime'),
    }),
  };
}
