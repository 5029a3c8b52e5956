// Roles with their permissions: Google's own that a binding names, and those that organisations and projects made. Read once.
import type { Gap } from '../../../src/connector/contract.ts';
import { textAt, textsAt } from '../../../src/connector/json-values.ts';
import { together } from '../../../src/connector/together.ts';
import type { GcpClient } from '../client.ts';
import { gcpPages, roleList, wholeGcpList } from '../lists.ts';
import { hierarchyOf, projectsOf } from './hierarchy.ts';
import { policiesOf } from './policies.ts';

export interface CloudRole {
  /** `roles/NAME`, `projects/ID/roles/NAME`, `organizations/N/roles/NAME`. */
  readonly id: string;
  readonly item: unknown;
  readonly permissions: readonly string[];
}

export interface Roles {
  readonly roles: ReadonlyMap<string, CloudRole>;
  readonly gaps: readonly Gap[];
}

export const rolesOf = (client: GcpClient): Promise<Roles> =>
  client.once('roles', async () => {
    const [hierarchy, { bindings }] = await Promise.all([hierarchyOf(client), policiesOf(client)]);
    const roles = new Map<string, CloudRole>();
    const gaps: Gap[] = [];
    const add = (item: unknown) => {
      const id = textAt(item, 'name');
      if (id !== undefined) roles.set(id, { id, item, permissions: textsAt(item, 'includedPermissions') });
    };
    const isNamed = new Set(bindings.map(({ role }) => role));
    // Google has some two thousand roles. Those that nobody holds are left out, page by page.
    for await (const page of gcpPages(client, roleList())) {
      gaps.push(...page.gaps);
      for (const item of page.items) if (isNamed.has(textAt(item, 'name') ?? '')) add(item);
    }
    const parents = [
      ...[...hierarchy.places.values()].flatMap(({ id, kind }) => (kind === 'organization' ? [id] : [])),
      ...projectsOf(hierarchy).map(project => `projects/${project}`),
    ];
    await together(parents, async parent => {
      const list = await wholeGcpList(client, roleList(parent));
      gaps.push(...list.gaps);
      for (const item of list.items) add(item);
    });
    return { roles, gaps };
  });
