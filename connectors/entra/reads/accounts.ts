// Users, service principals, and the secrets and certificates of these.

import type { Gap, ObjectsRead, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { asFieldGap } from '../../../src/connector/gaps.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { idsOfUsers, type MappedItem, recordPage } from '../../../src/connector/record-pages.ts';
import type { EntraClient } from '../client.ts';
import { type Delta, deltaSince, isRemoved, positionNow } from '../delta.ts';
import { credentialId } from '../ids.ts';
import { mostInFilter, pageSizes } from '../limits.ts';
import {
  type GraphList,
  graphPages,
  lacksObjects,
  odataText,
  resumedPages,
  type WholeList,
  wholeGraphList,
  withoutLicence,
} from '../paging.ts';
import { isSyncedTenant } from '../records/applications.ts';
import { credentialAccountOf, credentialsOfObject, principalAccountOf } from '../records/service-principals.ts';
import { type UserFacts, userAccountOf, userProperties } from '../records/users.ts';
import { administration } from './administration.ts';
import { federatedCredentials, principalsWithApplications } from './directory.ts';

/** Where the next read starts. */
interface Position {
  /** The delta link of users. */
  readonly link: string;
  /** When it was taken. */
  readonly at: string;
}

/** Where a read that was interrupted continues. */
interface Place {
  /** Address of the next page of users; absent: service principals are next. */
  readonly from?: string;
  readonly position?: string | undefined;
}

/** Graph tells of sign-ins up to a day later. */
const signInsAreLateMs = 24 * 3_600_000;

/** With more changed users than these, a full read takes fewer requests. */
const mostChanged = 3_000;

export async function* accountPages(client: EntraClient, cursor?: string, since?: string): AsyncGenerator<Page> {
  const lastPosition = cursor === undefined ? positionOf(since) : undefined;
  const { landedBefore } = client.context;
  const delta = lastPosition && landedBefore ? await deltaSince(client, lastPosition.link) : undefined;
  const changes = delta && landedBefore ? await changesOf(client, delta, landedBefore) : undefined;
  if (lastPosition && changes && changes.users.size <= mostChanged)
    yield* changedAccounts(client, lastPosition, changes);
  else yield* everyAccount(client, cursor === undefined ? undefined : (JSON.parse(cursor) as Place));
}

function positionOf(since: string | undefined): Position | undefined {
  try {
    const { link, at } = JSON.parse(since ?? '') as Record<string, unknown>;
    return typeof link === 'string' && typeof at === 'string' ? { link, at } : undefined;
  } catch {
    return undefined;
  }
}

const positionText = (client: EntraClient, link: string) =>
  JSON.stringify({ link, at: new Date(client.openedAt).toISOString() } satisfies Position);

async function* everyAccount(client: EntraClient, place: Place | undefined): AsyncGenerator<Page> {
  const link = place ? undefined : await positionNow(client, 'users', `${userProperties},manager`);
  // A read that is continued keeps the position that was taken before its first page.
  const next = place ? place.position : link && positionText(client, link);
  const { facts, gaps } = await userFacts(client);
  const signIns = await signInActivity(client);
  if (place === undefined || place.from !== undefined) {
    const open = (from: string | undefined) => graphPages(client, usersList(signIns.isShown), from);
    for await (const page of resumedPages(open, place?.from)) {
      const after: Place = { ...(page.next !== undefined && { from: page.next }), position: next };
      const mapped = recordPage(page.items, user => userAccountOf(user, facts), {
        ...page,
        cursor: JSON.stringify(after),
      });
      yield { ...mapped, ...(next !== undefined && { next }) };
    }
  }
  const machines = await machinePage(client);
  yield {
    ...machines,
    gaps: [...gaps, ...signIns.gaps, ...(machines.gaps ?? [])],
    ...(next !== undefined && { next }),
  };
}

type LandedBefore = NonNullable<EntraClient['context']['landedBefore']>;

interface Changes {
  /** Ids of users to ask for: those that have changed, and those that have become administrators or are none any more. */
  readonly users: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  /** Account → type, as landed. */
  readonly types: ReadonlyMap<string, unknown>;
  /** The delta link of users for the next read. */
  readonly link: string;
}

async function changesOf(client: EntraClient, delta: Delta, landedBefore: LandedBefore): Promise<Changes> {
  const { administrators } = (await userFacts(client)).facts;
  const [types, admins] = [await landedBefore('Account', 'type'), await landedBefore('Account', 'isAdmin')];
  const [users, removed] = [new Set<string>(), new Set<string>()];
  for (const [id, type] of types)
    if (type === 'User' && administrators && administrators.has(id) !== admins.get(id)) users.add(id);
  for (const [id, item] of new Map(delta.items.map(each => [textAt(each, 'id') ?? '', each]))) {
    users.delete(id);
    if (id !== '') (isRemoved(item) ? removed : users).add(id);
  }
  return { users, removed, types, link: delta.position };
}

/** Users that have changed or have signed in, and all machine accounts. */
async function* changedAccounts(
  client: EntraClient,
  lastPosition: Position,
  { users, removed, types, link }: Changes,
): AsyncGenerator<Page> {
  const { facts, gaps } = await userFacts(client);
  const signIns = await signInActivity(client);
  const page = { changesOnly: true, next: positionText(client, link) };
  const map = (user: unknown): MappedItem => userAccountOf(user, facts);
  const left = new Set(users);
  if (signIns.isShown)
    for await (const list of graphPages(client, signedIn(lastPosition.at))) {
      for (const user of list.items) left.delete(textAt(user, 'id') ?? '');
      // The next read asks for the sign-ins of the last day again, so a gap here leaves only fields out.
      const failed = list.gaps.map(gap => asFieldGap(gap, 'lastActivityDate'));
      yield { ...recordPage(list.items, map, list), ...page, gaps: failed };
    }
  const ids = [...left];
  for (let start = 0; start < ids.length; start += mostInFilter) {
    const list = await wholeGraphList(client, usersList(signIns.isShown, ids.slice(start, start + mostInFilter)));
    yield { ...recordPage(list.items, map, { subject: 'GET /v1.0/users', gaps: list.gaps }), ...page };
  }
  const machines = await machinePage(client);
  const present = new Set(machines.records.map(({ id }) => id));
  const isWhole = !machines.gaps?.some(lacksObjects) && machines.rejected?.length === 0;
  const gone = isWhole ? [...types].flatMap(([id, type]) => (type !== 'User' && !present.has(id) ? [id] : [])) : [];
  const all = [...gaps, ...signIns.gaps, ...(machines.gaps ?? [])];
  yield { ...machines, ...page, removed: [...removed, ...gone], gaps: all };
}

/** Users by filters of their ids. One that no filter finds is asked for by itself: only 404 says that it is gone. */
export async function readUsers(client: EntraClient, ids: readonly string[]): Promise<ObjectsRead> {
  const { facts, gaps } = await userFacts(client);
  const signIns = await signInActivity(client);
  const asked = (await idsOfUsers(client.context, ids)).filter(id => objectIdForm.test(id));
  const [items, found, gone]: [unknown[], Gap[], string[]] = [[], [...gaps, ...signIns.gaps], []];
  const add = (list: WholeList) => {
    items.push(...list.items);
    found.push(...list.gaps);
  };
  for (let start = 0; start < asked.length; start += mostInFilter)
    add(await wholeGraphList(client, usersList(signIns.isShown, asked.slice(start, start + mostInFilter))));
  const brought = new Set(items.map(user => textAt(user, 'id')));
  for (const id of found.some(lacksObjects) ? [] : asked.filter(id => !brought.has(id))) {
    const { $select, $expand } = selected(signIns.isShown);
    const path = `users/${id}`;
    const one = { path, query: { $select, $expand }, permission: 'User.Read.All', single: true, absent: [404] };
    const list = await wholeGraphList(client, one);
    add(list);
    if (list.items.length + list.gaps.length === 0) gone.push(id);
  }
  return {
    ...recordPage(items, user => userAccountOf(user, facts), { subject: 'GET /v1.0/users', gaps: found }),
    gone,
  };
}

/** The ids of objects of the directory; those of credentials have more parts. */
const objectIdForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const $expand = 'manager($select=id,mail)';

const selected = (isShown: boolean) => ({
  $select: isShown ? `${userProperties},signInActivity` : userProperties,
  $expand,
  $top: isShown ? pageSizes.signInActivity : pageSizes.directory,
});

const usersList = (isShown: boolean, ids?: readonly string[]): GraphList => ({
  path: 'users',
  query: { ...selected(isShown), $filter: ids && `id in (${ids.map(odataText).join(',')})` },
  permission: 'User.Read.All',
});

const signedIn = (since: string): GraphList => {
  const from = new Date(Date.parse(since) - signInsAreLateMs).toISOString();
  return {
    path: 'users',
    query: { ...selected(true), $filter: `signInActivity/lastSignInDateTime ge ${from}` },
    permission: 'AuditLog.Read.All',
  };
};

/**
 * Whether Graph shows when users last signed in. It needs a licence (P1) and a permission of its own; where one is missing, the whole list
 * is refused, and not this property alone.
 */
function signInActivity(client: EntraClient): Promise<{ isShown: boolean; gaps: Gap[] }> {
  return client.once('sign-in activity', async () => {
    const query = { ...selected(true), $top: 1 };
    for await (const { gaps } of graphPages(client, { path: 'users', query, permission: 'AuditLog.Read.All' }))
      return {
        isShown: gaps.length === 0,
        gaps: gaps.map(gap => asFieldGap(withoutLicence(gap), 'lastActivityDate of users')),
      };
    return { isShown: false, gaps: [] };
  });
}

async function userFacts(client: EntraClient): Promise<{ facts: UserFacts; gaps: Gap[] }> {
  const roles = await administration(client);
  const facts = {
    administrators: roles.gaps.length > 0 ? undefined : roles.administrators,
    isSynced: isSyncedTenant(client.organization),
  };
  return { facts, gaps: roles.gaps.slice(0, 1).map(gap => asFieldGap(gap, 'isAdmin')) };
}

/** Service principals and credentials. */
async function machinePage(client: EntraClient): Promise<Page> {
  const { pairs, applications, gaps } = await principalsWithApplications(client);
  const { facts } = await userFacts(client);
  const trusts = await federatedCredentials(client);
  const principals = recordPage(
    pairs,
    ({ principal, application }) =>
      principalAccountOf(principal, {
        credentials: [...credentialsOfObject(application), ...credentialsOfObject(principal)],
        isAdmin: facts.administrators?.has(textAt(principal, 'id') ?? ''),
        trusts: trusts.of.get(textAt(application, 'id') ?? '') ?? [],
        tenantId: client.tenantId,
      }),
    { subject: 'GET /v1.0/servicePrincipals' },
    ({ principal }) => textAt(principal, 'id'),
  );
  const objects = [...applications, ...pairs.map(({ principal }) => principal)];
  const credentials = recordPage(
    objects.flatMap(credentialsOfObject),
    credential => credentialAccountOf(credential, client.openedAt),
    { subject: 'GET /v1.0/applications' },
    ({ ownerId, keyId }) => credentialId(ownerId, keyId),
  );
  const records: readonly SourceRecord[] = [...principals.records, ...credentials.records];
  return {
    records,
    place: index => (index < principals.records.length ? 'GET /v1.0/servicePrincipals' : 'GET /v1.0/applications'),
    rejected: [...(principals.rejected ?? []), ...(credentials.rejected ?? [])],
    gaps: [...gaps, ...trusts.gaps.slice(0, 1).map(gap => asFieldGap(gap, 'federatedCredentials'))],
  };
}
