// Who administers the organisation: roles that users, groups and service applications hold. Read once for all reads that need it.

import type { Gap } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { together } from '../../../src/connector/together.ts';
import type { OktaClient } from '../client.ts';
import { type List, oktaPages, wholeOktaList } from '../paging.ts';
import { isServiceApp } from '../records/machines.ts';
import type { Assignee, RoleAssignment } from '../records/roles.ts';
import { everyApp } from './apps.ts';

export interface Administration {
  readonly assignments: readonly RoleAssignment[];
  /** Ids of users with a role, also through a group, and of service applications with a role. */
  readonly administrators: ReadonlySet<string>;
  /** What could not be read; then roles and administrators may be missing. */
  readonly gaps: readonly Gap[];
}

/** Standard roles that can be limited, and what to. */
const limitable = new Map<string, readonly ('groups' | 'catalog/apps')[]>([
  ['USER_ADMIN', ['groups']],
  ['HELP_DESK_ADMIN', ['groups']],
  ['GROUP_MEMBERSHIP_ADMIN', ['groups']],
  ['APP_ADMIN', ['catalog/apps']],
]);

const scope = 'okta.roles.read';

export function administration(client: OktaClient): Promise<Administration> {
  return client.once('administration', () => readAdministration(client));
}

async function readAdministration(client: OktaClient): Promise<Administration> {
  const gaps: Gap[] = [];
  const administrators = new Set<string>();
  const groups = new Set<string>();
  const assignments: RoleAssignment[] = [];
  const rolesOf = async (assignee: Assignee, url: string) => {
    const { items, gaps: failed } = await wholeOktaList(client, { url, scope });
    gaps.push(...failed);
    for (const item of items) {
      const group = groupOf(item);
      if (group === undefined) assignments.push(await assignmentOf(client, assignee, item, gaps));
      else groups.add(group);
    }
    return items.length;
  };
  const assignees: List = { url: 'api/v1/iam/assignees/users', query: { limit: 100 }, scope, member: 'value' };
  for await (const page of oktaPages(client, assignees)) {
    gaps.push(...page.gaps);
    const ids = page.items.flatMap(item => textAt(item, 'id') ?? []);
    for (const id of ids) administrators.add(id);
    await together(ids, id => rolesOf({ type: 'Account', id }, `api/v1/users/${encodeURIComponent(id)}/roles`));
  }
  await together([...groups], id =>
    rolesOf({ type: 'UserGroup', id }, `api/v1/groups/${encodeURIComponent(id)}/roles`),
  );
  const apps = await everyApp(client);
  await together(apps.items.filter(isServiceApp), async app => {
    const [id, clientId] = [textAt(app, 'id'), textAt(app, 'credentials', 'oauthClient', 'client_id')];
    if (id === undefined || clientId === undefined) return;
    const url = `oauth2/v1/clients/${encodeURIComponent(clientId)}/roles`;
    if ((await rolesOf({ type: 'Account', id }, url)) > 0) administrators.add(id);
  });
  return { assignments, administrators, gaps };
}

/** The group through which a user holds a role; undefined: the user's own. */
function groupOf(assignment: unknown): string | undefined {
  if (textAt(assignment, 'assignmentType') !== 'GROUP') return undefined;
  return /\/groups\/([^/]+)$/.exec(textAt(assignment, '_links', 'assignee', 'href') ?? '')?.[1];
}

async function assignmentOf(
  client: OktaClient,
  assignee: Assignee,
  item: unknown,
  gaps: Gap[],
): Promise<RoleAssignment> {
  const [id, type] = [textAt(item, 'id') ?? '', textAt(item, 'type') ?? 'UNKNOWN'];
  return {
    ...{ assignee, id, type, label: textAt(item, 'label') },
    ...{ role: textAt(item, 'role'), resourceSet: textAt(item, 'resource-set') },
    targets: await targetsOf(client, assignee, { id, type }, gaps),
  };
}

async function targetsOf(
  client: OktaClient,
  assignee: Assignee,
  { id, type }: { id: string; type: string },
  gaps: Gap[],
): Promise<string[]> {
  const kind = assignee.type === 'UserGroup' ? 'groups' : 'users';
  const names: string[] = [];
  for (const target of limitable.get(type) ?? []) {
    const url = `api/v1/${kind}/${encodeURIComponent(assignee.id)}/roles/${encodeURIComponent(id)}/targets/${target}`;
    const { items, gaps: failed } = await wholeOktaList(client, { url, scope });
    gaps.push(...failed);
    names.push(...items.map(nameOfTarget));
  }
  return names;
}

const nameOfTarget = (target: unknown) =>
  textAt(target, 'profile', 'name') ?? textAt(target, 'displayName') ?? textAt(target, 'name') ?? 'unnamed';
