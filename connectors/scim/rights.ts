// Roles and entitlements of users (RFC 7643, section 4.1.2). Both are values of users, not objects of the service.
import type { Page, SourceRecord } from '../../src/connector/contract.ts';
import { grantedEntitlement } from '../../src/connector/entitlement.ts';
import { localIdOf, type Value, valuesOf } from './attributes.ts';
import type { ScimClient } from './client.ts';
import { roleId, scimRelationId } from './ids.ts';
import { listPages } from './list.ts';
import { identified, present } from './users.ts';

/** The distinct roles of all users. Without cursor: what was seen before an interruption is not known after it. */
export async function* rolePages(client: ScimClient): AsyncGenerator<Page> {
  const { users } = client.discovery;
  if (users === undefined) return;
  const seen = new Set<string>();
  for await (const { resources, subject, gaps } of listPages(client, users)) {
    const records: SourceRecord[] = [];
    for (const { value, display, type } of resources.flatMap(user => valuesOf(user, 'roles'))) {
      if (value === undefined || seen.has(value)) continue;
      seen.add(value);
      records.push(
        present({
          id: roleId(value),
          name: display ?? value,
          type: 'Modeled',
          applicationRoleType: type,
        }),
      );
    }
    yield { records, place: () => subject, gaps };
  }
}

/** Each entitlement of a user is access to the application as a whole: SCIM does not say to what in it. */
export async function* entitlementPages(client: ScimClient, cursor?: string): AsyncGenerator<Page> {
  const { users } = client.discovery;
  if (users === undefined) return;
  for await (const { resources, subject, gaps, cursor: next } of listPages(client, users, { cursor })) {
    const placed = resources.flatMap((user, index) => {
      const known = identified(user, subject, index);
      if ('rejection' in known) return [];
      const byId = new Map(
        valuesOf(user, 'entitlements').flatMap(entitlement => {
          const record = assignmentOf(client, localIdOf(known.id), entitlement);
          return record ? [[record.id, { record, place: known.place }] as const] : [];
        }),
      );
      return [...byId.values()];
    });
    // A user without id may have had entitlements, so nothing is dropped then.
    const rejected = resources.flatMap((user, index) => {
      const known = identified(user, subject, index);
      return 'rejection' in known ? [known.rejection] : [];
    });
    yield {
      records: placed.map(({ record }) => record),
      place: index => placed[index]!.place,
      gaps,
      rejected,
      ...(next !== undefined && { cursor: next }),
    };
  }
}

function assignmentOf(
  { name }: ScimClient,
  account: string,
  { value, display, type }: Value,
): SourceRecord | undefined {
  if (value === undefined) return undefined;
  return {
    id: scimRelationId(['Account', account], ['Entitlement', value]),
    entityId: account,
    entityType: 'Account',
    assignedObjectId: name,
    assignedObjectType: 'IntegratedApplication',
    entitlementSpecification: grantedEntitlement({
      name: display ?? value,
      ...(type !== undefined && { description: type }),
      permissions: { fineGrainedSpecifiers: [value] },
    }),
  };
}
