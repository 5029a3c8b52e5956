// Administrator roles, resource sets and the resources in them.

import type { Gap, Page } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { recordPage } from '../../../src/connector/record-pages.ts';
import { relationshipId } from '../../../src/connector/relationship-id.ts';
import { together } from '../../../src/connector/together.ts';
import { isUnchanged, nothingChanged, positionOf } from '../changes.ts';
import type { OktaClient } from '../client.ts';
import { wholeOktaList } from '../paging.ts';
import { containedResourceOf, resourceClasses, resourceSetOf } from '../records/resource-sets.ts';
import { customRoleOf, limitedRoleOf, standardRoleRecords } from '../records/roles.ts';
import { administration } from './administration.ts';

const scope = 'okta.roles.read';

const customRoles = (client: OktaClient) =>
  client.once('custom roles', () => wholeOktaList(client, { url: 'api/v1/iam/roles', scope, member: 'roles' }));

export async function* rolePages(client: OktaClient, _cursor?: string, since?: string): AsyncGenerator<Page> {
  const next = positionOf(client);
  if (await isUnchanged(client, since, 'roles')) {
    yield nothingChanged(client);
    return;
  }
  const custom = await customRoles(client);
  const { assignments, gaps } = await administration(client);
  const limited = assignments.filter(({ targets }) => targets.length > 0).map(limitedRoleOf);
  const page = recordPage(custom.items, customRoleOf, { subject: 'GET /api/v1/iam/roles' });
  yield {
    ...{ ...page, next },
    records: [...standardRoleRecords(), ...new Map(limited.map(role => [role.id, role])).values(), ...page.records],
    gaps: [...custom.gaps, ...gaps],
  };
}

/** Custom role id → labels of its permissions. */
export function permissionsOfRoles(client: OktaClient): Promise<{ of: ReadonlyMap<string, string[]>; gaps: Gap[] }> {
  return client.once('permissions of roles', async () => {
    const custom = await customRoles(client);
    const gaps = [...custom.gaps];
    const of = new Map<string, string[]>();
    await together(
      custom.items.flatMap(role => textAt(role, 'id') ?? []),
      async id => {
        const url = `api/v1/iam/roles/${encodeURIComponent(id)}/permissions`;
        const { items, gaps: failed } = await wholeOktaList(client, { url, scope, member: 'permissions' });
        gaps.push(...failed);
        of.set(
          id,
          items.flatMap(permission => textAt(permission, 'label') ?? []),
        );
      },
    );
    return { of, gaps };
  });
}

const resourceSets = (client: OktaClient) =>
  client.once('resource sets', async () => {
    const sets = await wholeOktaList(client, { url: 'api/v1/iam/resource-sets', scope, member: 'resource-sets' });
    const gaps = [...sets.gaps];
    const resources = new Map<string, unknown[]>();
    for (const id of sets.items.flatMap(set => textAt(set, 'id') ?? [])) {
      const url = `api/v1/iam/resource-sets/${encodeURIComponent(id)}/resources`;
      const { items, gaps: failed } = await wholeOktaList(client, { url, scope, member: 'resources' });
      resources.set(id, items);
      gaps.push(...failed);
    }
    return { sets: sets.items, resources, gaps };
  });

export async function* resourceClassPages(): AsyncGenerator<Page> {
  yield { records: resourceClasses };
}

export async function* resourcePages(client: OktaClient, _cursor?: string, since?: string): AsyncGenerator<Page> {
  const next = positionOf(client);
  if (await isUnchanged(client, since, 'roles')) {
    yield nothingChanged(client);
    return;
  }
  const { sets, resources, gaps } = await resourceSets(client);
  yield { ...recordPage(sets, resourceSetOf, { subject: 'GET /api/v1/iam/resource-sets', gaps }), next };
  for (const [set, items] of resources) {
    const subject = `GET /api/v1/iam/resource-sets/${set}/resources`;
    yield { ...recordPage(items, resource => containedResourceOf(set, resource), { subject }), next };
  }
}

export async function* containmentPages(client: OktaClient, _cursor?: string, since?: string): AsyncGenerator<Page> {
  const next = positionOf(client);
  if (await isUnchanged(client, since, 'roles')) {
    yield nothingChanged(client);
    return;
  }
  const { resources, gaps } = await resourceSets(client);
  const records = [...resources].flatMap(([parentId, items]) =>
    items.flatMap(item => {
      const resource = containedResourceOf(parentId, item);
      if ('reason' in resource) return [];
      const ends = [
        ['ResourceInstance', parentId],
        ['ResourceInstance', String(resource['id'])],
      ] as const;
      return [{ id: relationshipId(...ends), parentId, childId: String(resource['id']) }];
    }),
  );
  yield { records, gaps, next };
}
