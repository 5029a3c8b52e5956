// Who is in which group, and who has which role.
import type { Gap, Page, Rejection, SourceRecord, Within } from '../../src/connector/contract.ts';
import { gapOf, HttpError } from '../../src/connector/http/http-error.ts';
import { localIdOf, memberIdOf, primaryFirst, textOf, type Value, valuesOf } from './attributes.ts';
import type { ScimClient } from './client.ts';
import { roleId, scimRelationId } from './ids.ts';
import { type ListPage, listPages } from './list.ts';
import { type MemberSource, memberSource, single } from './member-source.ts';
import { identified } from './users.ts';

/** Records of one page. A group can have many thousand members. */
const pageRecords = 2_000;

type MemberType = 'Account' | 'UserGroup';

interface Found {
  readonly records: SourceRecord[];
  readonly places: string[];
  /** Ids of the records. */
  readonly ids: Set<string>;
  readonly rejected: Rejection[];
  readonly gaps: Gap[];
}

interface Cursor {
  readonly list: 'groups' | 'users';
  /** Absent: at its beginning. */
  readonly at?: string | undefined;
}

/** First the members of all groups, then the roles of all users, and their groups where only users know them. */
export async function* membershipPages(client: ScimClient, cursor?: string): AsyncGenerator<Page> {
  const from: Cursor = cursor === undefined ? { list: 'groups' } : JSON.parse(cursor);
  const { groups, users } = client.discovery;
  const source = await memberSource(client);
  if (from.list === 'groups') {
    yield { records: [], gaps: await sourceGaps(client, source) };
    if (groups !== undefined && source !== 'users') {
      for await (const page of listPages(client, groups, { cursor: from.at })) {
        yield* pagesOf(await membersOf(client, groups, page, source === 'single groups'), page, 'groups');
      }
    }
  }
  if (users === undefined) return;
  const at = from.list === 'users' ? from.at : undefined;
  for await (const page of listPages(client, users, { cursor: at })) {
    yield* pagesOf(ofUsers(page, source === 'users'), page, 'users');
  }
}

async function sourceGaps({ settings, context }: ScimClient, source: MemberSource): Promise<Gap[]> {
  const subject = `GET ${settings.url}`;
  if (source === 'users') {
    const message = 'the service shows members at users only, so groups within groups are not seen';
    return [{ reason: 'unsupported', subject, message, missing: 'fields' }];
  }
  if (source !== 'nowhere') return [];
  const message =
    'the service shows members neither at lists of groups, nor at single groups, nor at users; the groups may have members nevertheless';
  // Members that were landed before are kept: a member that is no longer shown may still exist.
  const before = await context.landedBefore?.('EntityManagedViaObject', 'managedViaObjectType');
  const hadMembers = before !== undefined && [...before.values()].includes('UserGroup');
  return [{ reason: hadMembers ? 'failed' : 'unsupported', subject, message, missing: 'objects' }];
}

/** Pages of limited size; only the last one has the cursor, because the others end in the middle of a page of the service. */
function* pagesOf({ records, places, rejected, gaps }: Found, page: ListPage, list: Cursor['list']): Generator<Page> {
  let start = 0;
  for (; records.length - start > pageRecords; start += pageRecords) {
    const offset = start;
    yield { records: records.slice(start, start + pageRecords), place: index => places[offset + index]! };
  }
  const next: Cursor | undefined =
    page.cursor !== undefined ? { list, at: page.cursor } : list === 'groups' ? { list: 'users' } : undefined;
  yield {
    records: records.slice(start),
    place: index => places[start + index]!,
    rejected,
    gaps: [...page.gaps, ...gaps],
    ...(next && { cursor: JSON.stringify(next) }),
  };
}

const nothingFound = (): Found => ({ records: [], places: [], ids: new Set(), rejected: [], gaps: [] });

async function membersOf(client: ScimClient, endpoint: string, page: ListPage, one: boolean): Promise<Found> {
  const found = nothingFound();
  const groups = await Promise.all(
    page.resources.map((group): ReadGroup | Promise<ReadGroup> =>
      one ? withMembers(client, endpoint, group) : { group },
    ),
  );
  for (const [index, { group, gap }] of groups.entries()) {
    if (gap) found.gaps.push(gap);
    const known = identified(group, page.subject, index);
    if ('rejection' in known) {
      found.rejected.push(known.rejection);
      continue;
    }
    const { id, place } = known;
    for (const [at, member] of valuesOf(group, 'members').entries()) {
      await addMember(client, found, { group: id, member, place: `${place}, member ${at + 1}` });
    }
  }
  return found;
}

interface ReadGroup {
  readonly group: unknown;
  /** Its members could not be read. */
  readonly gap?: Gap;
}

/** The group with its members, read on its own; the listed one, and a gap, when that fails. */
async function withMembers(client: ScimClient, endpoint: string, group: unknown): Promise<ReadGroup> {
  const id = textOf(group, 'id');
  if (id === undefined) return { group };
  try {
    return { group: (await single(client, endpoint, id)) ?? group };
  } catch (error) {
    return { group, gap: { ...gapOf(error, 'objects'), within: membersWithin(id) } };
  }
}

/** The memberships of a group. */
const membersWithin = (group: string): Within => ({ field: 'managedViaObjectId', is: [localIdOf(group)] });

interface Membership {
  /** As the service writes it. */
  readonly group: string;
  readonly member: Value;
  readonly place: string;
}

async function addMember(client: ScimClient, found: Found, { group, member, place }: Membership): Promise<void> {
  const value = memberIdOf(member);
  if (value === undefined) {
    // It may be any member of this group, and none of another.
    found.rejected.push({ place, reasons: ['value: is missing'], harmless: true });
    found.gaps.push({
      reason: 'failed',
      subject: place,
      message: 'value: is missing',
      missing: 'objects',
      within: membersWithin(group),
    });
    return;
  }
  add(found, [await typeOf(client, member, value), value], ['UserGroup', group], place);
}

/** `type` and `$ref` are optional (RFC 7643, section 4.2). Without both, the list of groups tells whether the member is one. */
async function typeOf(client: ScimClient, { type, ref }: Value, value: string): Promise<MemberType> {
  const said = type?.toLowerCase() ?? /\/(Users|Groups)\//i.exec(ref ?? '')?.[1]?.toLowerCase();
  if (said?.startsWith('group')) return 'UserGroup';
  if (said?.startsWith('user')) return 'Account';
  const groups = await client.once('group ids', () => idsOf(client, client.discovery.groups!));
  return groups.has(localIdOf(value)) ? 'UserGroup' : 'Account';
}

async function idsOf(client: ScimClient, endpoint: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { resources, gaps } of listPages(client, endpoint, { query: { attributes: 'id' } })) {
    // A group that is not known would be taken for an account.
    if (gaps[0]) throw new HttpError(gaps[0].subject, gaps[0].message);
    for (const resource of resources) {
      const id = textOf(resource, 'id');
      if (id !== undefined) ids.add(localIdOf(id));
    }
  }
  return ids;
}

function ofUsers(page: ListPage, withGroups: boolean): Found {
  const found = nothingFound();
  for (const [index, user] of page.resources.entries()) {
    const known = identified(user, page.subject, index);
    if ('rejection' in known) {
      found.rejected.push(known.rejection);
      continue;
    }
    const { id, place } = known;
    for (const { value } of primaryFirst(valuesOf(user, 'roles'))) {
      if (value !== undefined) add(found, ['Account', id], ['Role', roleId(value)], place);
    }
    if (!withGroups) continue;
    for (const { value, type } of valuesOf(user, 'groups')) {
      // `indirect`: through another group (RFC 7643, section 4.1.2).
      if (value !== undefined && type?.toLowerCase() !== 'indirect') {
        add(found, ['Account', id], ['UserGroup', value], place);
      }
    }
  }
  return found;
}

/** Services repeat members and roles of one object; each counts once. */
function add(
  { records, places, ids }: Found,
  [entityType, entity]: readonly [MemberType, string],
  [managedViaObjectType, via]: readonly ['UserGroup' | 'Role', string],
  place: string,
): void {
  const entityId = localIdOf(entity);
  const managedViaObjectId = managedViaObjectType === 'Role' ? via : localIdOf(via);
  const id = scimRelationId([entityType, entityId], [managedViaObjectType, managedViaObjectId]);
  if (ids.has(id)) return;
  ids.add(id);
  records.push({ id, entityId, entityType, managedViaObjectId, managedViaObjectType });
  places.push(place);
}
