// What has changed in the directory since a position. Everything is read again whenever that cannot be told for sure.
import type { LdapClient } from '../client.ts';
import { mostChanges, mostDisabledAgain } from '../limits.ts';
import { resultCodes } from '../protocol/faults.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { searchChanges } from '../protocol/sync-search.ts';
import { type DnKey, dnKey } from './dn.ts';
import { octetsOf } from './entry.ts';
import { changedByTime } from './expired.ts';
import { type Found, identify, identifyingAttributes } from './indexing.ts';
import { type EntityKind, entityKinds, kindFilter } from './kinds.ts';
import { entriesById } from './lookups.ts';
import { domainLockoutMs, idleSpansMs } from './password-policies.ts';
import { type LdapPosition, usablePosition } from './positions.ts';
import { scan } from './scan.ts';
import { readDeleted } from './tombstones.ts';

export interface ChangedEntity {
  readonly kind: EntityKind;
  readonly dn: string;
  readonly key: DnKey;
  /** It has Unix names and numbers (`uid`, `gidNumber`). Groups can name it by these, not only by its DN. */
  readonly isPosix: boolean;
}

export interface Changes {
  /** Entities that are new or different, by local id. */
  readonly entities: ReadonlyMap<string, ChangedEntity>;
  ofKind(kind: EntityKind): string[];
  /** Accounts whose entries have not changed, but perhaps their state has. */
  readonly stale: readonly string[];
  /** Whether the entry with this id is not there any more. */
  isGone(id: string): boolean;
  /** Local ids of landed objects of a type that are not there any more, or are of another kind now. */
  removed(lands: string, kind: EntityKind): Promise<string[]>;
  readonly administratorsChanged: boolean;
  /** The types that this run reads from the same position: their landed objects are of the same time. */
  readonly types: ReadonlySet<string>;
}

/** What the server says has changed. */
interface Differences {
  readonly changed: readonly RawEntry[];
  /** The ids of all entries that exist and are not in `changed`. Undefined when `deleted` has the ids that are gone. */
  readonly present: ReadonlySet<string> | undefined;
  readonly deleted: readonly string[];
}

interface Plan {
  readonly changes: Promise<Changes | undefined>;
  readonly types: Set<string>;
}

const plans = new WeakMap<LdapClient, Map<string, Plan>>();

/**
 * The changes since a position. All reads of a run that continue there share the answer.
 * @param lands the type that is read
 * @returns undefined when everything must be read
 */
export async function changesSince(
  client: LdapClient,
  lands: string,
  since: string | undefined,
): Promise<Changes | undefined> {
  if (since === undefined || !client.serverPosition || !client.landedBefore) return undefined;
  const known = plans.get(client) ?? new Map<string, Plan>();
  plans.set(client, known);
  const plan = known.get(since) ?? planFrom(client, since);
  known.set(since, plan);
  plan.types.add(lands);
  return plan.changes;
}

function planFrom(client: LdapClient, since: string): Plan {
  const types = new Set<string>();
  return { types, changes: findChanges(client, since, types) };
}

async function findChanges(
  client: LdapClient,
  since: string,
  types: ReadonlySet<string>,
): Promise<Changes | undefined> {
  const position = usablePosition(since, client.serverPosition!, client.now.getTime());
  if (!position) return undefined;
  // At the same time, because the server may have to look at every entry for each.
  const [differences, expired] = await Promise.all([
    differencesSince(client, position),
    staleAccounts(client, position),
  ]);
  if (!differences || differences.changed.length > mostChanges) return undefined;
  const { entities, others } = sortOut(client, differences.changed);
  if (!entities) return undefined;
  const stale = expired.filter(id => !entities.has(id));
  if (await containersMoved(client, entities)) return undefined;
  const { present, deleted } = differences;
  const gone = new Set(deleted);
  const isGone = (id: string) => (present ? !present.has(id) && !entities.has(id) && isEntryId(id) : gone.has(id));
  return {
    entities,
    stale,
    types,
    isGone,
    ofKind: kind => [...entities].filter(([, entity]) => entity.kind === kind).map(([id]) => id),
    async removed(lands, kind) {
      const other = [...entities].filter(([, entity]) => entity.kind !== kind).map(([id]) => id);
      if (!present) return [...deleted, ...others, ...other];
      const landed = await landedIds(client, lands);
      return [...[...landed.keys()].filter(isGone), ...others, ...other];
    },
    administratorsChanged: position.administrators !== (await client.administrators())?.digest,
  };
}

/** Every account has the field `enabled`. Its values are needed anyway, so they also give the ids of the accounts. */
function landedIds(client: LdapClient, lands: string): Promise<ReadonlyMap<string, unknown>> {
  return lands === 'Account' ? landedStates(client) : client.landedBefore!(lands, 'id');
}

const states = new WeakMap<LdapClient, Promise<ReadonlyMap<string, unknown>>>();

function landedStates(client: LdapClient): Promise<ReadonlyMap<string, unknown>> {
  const known = states.get(client) ?? client.landedBefore!('Account', 'enabled');
  states.set(client, known);
  return known;
}

/** False for the id of a role that stands for a group. */
const isEntryId = (id: string) => /^[0-9a-f-]{32,36}$/.test(id);

async function differencesSince(client: LdapClient, { server, atMs }: LdapPosition): Promise<Differences | undefined> {
  const attributes = identifyingAttributes(client);
  if (server.kind === 'csn') {
    const now = client.serverPosition!;
    if (now.kind === 'csn' && now.csns.join() === server.csns.join()) {
      return { changed: [], present: undefined, deleted: [] };
    }
    const cookie = `rid=000,csn=${server.csns.join(';')}`;
    const answer = await searchChanges(client.session, { base: client.base, attributes, cookie });
    // A server that cannot continue at this cookie answers with an error. Then everything is read.
    return answer.result.code === resultCodes.success ? answer : undefined;
  }
  const from = BigInt(server.usn) + 1n;
  // Expired accounts have not changed, but are found by the same search: each search may have to look at every entry.
  const lockoutMs = await domainLockoutMs(client);
  const expired = changedByTime(client.server.kind, atMs, client.now.getTime(), { lockoutMs });
  const filter = `(|(uSNChanged>=${from})${expired})`;
  const changed = await wholeScan(client, 'changed entries', filter, attributes);
  if (!changed) return undefined;
  const deleted = await readDeleted(client, from);
  if (deleted) return { changed, present: undefined, deleted };
  const all = await wholeScan(client, 'ids', kindFilter(entityKinds, client.server.kind), [client.ids.attribute!]);
  return all && { changed, present: new Set(all.flatMap(entry => client.ids.idOf(entry) ?? [])), deleted: [] };
}

/** Undefined when the server did not show everything. */
async function wholeScan(
  client: LdapClient,
  what: string,
  filter: string,
  attributes: readonly string[],
): Promise<RawEntry[] | undefined> {
  const entries: RawEntry[] = [];
  for await (const page of scan(client, { what, filter, attributes })) {
    if (page.gaps.some(({ missing }) => missing === 'objects')) return undefined;
    for (const entry of page.entries) entries.push(entry);
  }
  return entries;
}

/** @returns no entities when an entry cannot be told apart from others */
function sortOut(client: LdapClient, changed: readonly RawEntry[]) {
  const entities = new Map<string, ChangedEntity>();
  const others: string[] = [];
  for (const entry of changed) {
    const found = identify(client, entry);
    if (found && 'reason' in found) return { entities: undefined, others };
    if (found) entities.set(found.id, entityOf(found));
    else others.push(...[client.ids.idOf(entry) ?? []].flat());
  }
  return { entities, others };
}

/** Accounts whose state changes without a change of their entries: by time, or by the password policy of OpenLDAP. */
async function staleAccounts(client: LdapClient, position: LdapPosition): Promise<string[]> {
  if (client.server.kind === 'active-directory') return [];
  const [fromMs, untilMs] = [position.atMs, client.now.getTime()];
  const idleMs = await idleSpansMs(client);
  const filter = changedByTime(client.server.kind, fromMs, untilMs, { idleMs });
  const attributes = identifyingAttributes(client);
  const entries = (await wholeScan(client, 'accounts changed by time', filter, attributes)) ?? [];
  for await (const page of entriesById(client, await endedBetween(client, fromMs, untilMs), attributes))
    entries.push(...page.entries);
  if (client.server.kind === 'openldap') {
    const disabled = [...(await landedStates(client))].filter(([, value]) => value === false).map(([id]) => id);
    if (disabled.length <= mostDisabledAgain) {
      for await (const page of entriesById(client, disabled, attributes)) entries.push(...page.entries);
    }
  }
  return entries.flatMap(entry => {
    const found = identify(client, entry);
    return found && 'id' in found && found.kind === 'account' ? [found.id] : [];
  });
}

/** Landed accounts whose time ended in this span. */
async function endedBetween(client: LdapClient, fromMs: number, untilMs: number): Promise<string[]> {
  const ends = await client.landedBefore!('Account', 'expirationDate');
  return [...ends].flatMap(([id, value]) => {
    const endMs = value instanceof Date ? value.getTime() : Date.parse(String(value));
    return endMs >= fromMs - 1000 && endMs <= untilMs ? [id] : [];
  });
}

function entityOf({ entry, kind, key }: Found): ChangedEntity {
  return { kind, dn: entry.dn, key, isPosix: octetsOf(entry, 'gidNumber').length > 0 };
}

/** The entries in a container that was renamed or moved have other DNs now, and have not changed themselves. */
async function containersMoved(client: LdapClient, entities: ReadonlyMap<string, ChangedEntity>): Promise<boolean> {
  const containers = [...entities].filter(([, { kind }]) => kind === 'container');
  if (containers.length === 0) return false;
  if (client.settings.organizational_units === 'departments') return true;
  const paths = await client.landedBefore!('ObjectDirectory', 'path');
  return containers.some(([id, { key }]) => {
    const path = paths.get(id);
    return typeof path === 'string' && dnKey(path) !== key;
  });
}
