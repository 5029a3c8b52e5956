// Who may use which application, and what administrators may do.
import type { Gap, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { listCursor, listPlaceOf, type MappedItem, recordPage } from '../../../src/connector/record-pages.ts';
import { type Changes, changesSince, isUnchanged, nothingChanged, positionOf } from '../changes.ts';
import type { OktaClient } from '../client.ts';
import { pageSizes } from '../limits.ts';
import { oktaPages, wholeOktaList } from '../paging.ts';
import { appGroupOf, appUserOf, customRoleAccess, grantedScopes, standardRoleAccess } from '../records/entitlements.ts';
import { isServiceApp } from '../records/machines.ts';
import { roleIdOf, standardRoles } from '../records/roles.ts';
import { administration } from './administration.ts';
import { everyApp } from './apps.ts';
import { permissionsOfRoles } from './roles.ts';

const scope = 'okta.apps.read';

export async function* assignmentPages(client: OktaClient, cursor?: string, since?: string): AsyncGenerator<Page> {
  const changes = await changesSince(client, since);
  if (await isUnchanged(client, since, 'apps', 'roles')) yield nothingChanged(client);
  else if (changes && client.context.landedBefore) yield* changedAssignments(client, changes);
  else yield* everyAssignment(client, cursor);
}

async function* everyAssignment(client: OktaClient, cursor: string | undefined): AsyncGenerator<Page> {
  const apps = await everyApp(client);
  const next = positionOf(client);
  const ids = idsOf(apps.items);
  const place = listPlaceOf(cursor);
  for (const [index, id] of ids.entries()) {
    if (place !== undefined && id < place.list) continue;
    const following = ids[index + 1];
    // An application is read whole: its pages have no cursor, so that a resumed read begins with it again.
    for await (const page of appPages(client, id))
      yield {
        ...page,
        next,
        ...(page.isLast && following !== undefined && { cursor: listCursor({ list: following }) }),
      };
  }
  const administrative = await administrativePage(client);
  yield { ...administrative, gaps: [...apps.gaps, ...(administrative.gaps ?? [])], next };
}

async function* changedAssignments(client: OktaClient, { apps }: Changes): AsyncGenerator<Page> {
  const page = { changesOnly: true, next: positionOf(client) };
  const landed = await client.context.landedBefore!('EntityAssignedAccessToObject', 'assignedObjectId');
  const all = await everyApp(client);
  const existing = new Set(idsOf(all.items));
  const [brought, complete] = [new Set<string>(), new Set<string>()];
  for (const id of [...apps].filter(app => existing.has(app))) {
    let isWhole = true;
    for await (const found of appPages(client, id)) {
      for (const record of found.records) brought.add(record.id);
      isWhole &&= found.gaps?.length === 0;
      yield { ...found, ...page };
    }
    if (isWhole) complete.add(id);
  }
  const administrative = await administrativePage(client);
  for (const record of administrative.records) brought.add(record.id);
  const isGone = (id: string, object: string) => {
    if (brought.has(id)) return false;
    if (!id.includes('>AssignedApplication:')) return administrative.gaps?.length === 0;
    return complete.has(object) || (all.gaps.length === 0 && !existing.has(object));
  };
  const removed = [...landed].flatMap(([id, object]) => (isGone(id, String(object)) ? [id] : []));
  yield { ...administrative, ...page, removed, gaps: [...all.gaps, ...(administrative.gaps ?? [])] };
}

const idsOf = (apps: readonly unknown[]) => apps.flatMap(app => textAt(app, 'id') ?? []).toSorted();

/** The users and groups of an application. */
async function* appPages(client: OktaClient, app: string): AsyncGenerator<Page & { readonly isLast: boolean }> {
  const url = `api/v1/apps/${encodeURIComponent(app)}`;
  const within = { field: 'assignedObjectId', is: [app] };
  const lists = [
    { url: `${url}/users`, limit: pageSizes.appUsers, map: (row: unknown): MappedItem => appUserOf(app, row) },
    { url: `${url}/groups`, limit: pageSizes.appGroups, map: (row: unknown): MappedItem => appGroupOf(app, row) },
  ];
  for (const [index, list] of lists.entries()) {
    // An application that was deleted after it was listed has no assignments.
    const asked = { url: list.url, query: { limit: list.limit }, scope, absent: [404] };
    for await (const page of oktaPages(client, asked)) {
      const isLast = index === lists.length - 1 && page.next === undefined;
      yield { ...recordPage(page.items, list.map, page), gaps: page.gaps.map(gap => ({ ...gap, within })), isLast };
    }
  }
}

/** What roles permit, and the scopes of service applications. */
async function administrativePage(client: OktaClient): Promise<Page> {
  const { assignments, gaps } = await administration(client);
  const permissions = await permissionsOfRoles(client);
  const records = new Map<string, SourceRecord>();
  const add = (record: SourceRecord | undefined) => record && records.set(record.id, record);
  for (const type of standardRoles.keys()) add(standardRoleAccess(type, type, client.host, []));
  for (const assignment of assignments) {
    if (assignment.type === 'CUSTOM')
      add(customRoleAccess(assignment, permissions.of.get(assignment.role ?? '') ?? []));
    else if (assignment.targets.length > 0)
      add(standardRoleAccess(roleIdOf(assignment)!, assignment.type, client.host, assignment.targets));
  }
  const scopes = await scopeRecords(client);
  for (const record of scopes.records) add(record);
  return { records: [...records.values()], gaps: [...gaps, ...permissions.gaps, ...scopes.gaps] };
}

async function scopeRecords(client: OktaClient): Promise<{ records: SourceRecord[]; gaps: Gap[] }> {
  const [records, gaps] = [[] as SourceRecord[], [] as Gap[]];
  for (const app of (await everyApp(client)).items.filter(isServiceApp)) {
    const id = textAt(app, 'id');
    if (id === undefined) continue;
    const url = `api/v1/apps/${encodeURIComponent(id)}/grants`;
    const grants = await wholeOktaList(client, { url, scope: 'okta.appGrants.read', absent: [404] });
    const record = grantedScopes(id, client.host, grants.items);
    if (record) records.push(record);
    gaps.push(...grants.gaps);
  }
  return { records, gaps };
}
