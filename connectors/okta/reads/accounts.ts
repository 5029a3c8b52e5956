// Users, API tokens and service applications.

import type { Gap, ObjectsRead, Page, SourceRecord } from '../../../src/connector/contract.ts';
import { asFieldGap } from '../../../src/connector/gaps.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { idsOfUsers, listCursor, listPlaceOf, recordPage } from '../../../src/connector/record-pages.ts';
import { together } from '../../../src/connector/together.ts';
import { type Changes, changesSince, type Kind, positionOf } from '../changes.ts';
import type { OktaClient } from '../client.ts';
import { tokenIdOf } from '../ids.ts';
import { pageSizes } from '../limits.ts';
import { type List, oktaPages, wholeOktaList } from '../paging.ts';
import { type AccountFacts, accountOf } from '../records/accounts.ts';
import { directoryProviderOf } from '../records/authenticators.ts';
import { isServiceApp, serviceAccountOf, tokenAccountOf } from '../records/machines.ts';
import { administration } from './administration.ts';
import { everyApp } from './apps.ts';

const scope = 'okta.users.read';

const users = (filter?: string): List => ({ url: 'api/v1/users', query: { limit: pageSizes.users, filter }, scope });

/** The list of users leaves out those that are deactivated. */
const lists: readonly (readonly [name: string, list: List])[] = [
  ['users', users()],
  ['deactivated', users('status eq "DEPROVISIONED"')],
];

export async function* accountPages(client: OktaClient, cursor?: string, since?: string): AsyncGenerator<Page> {
  const changes = await changesSince(client, since);
  if (changes && client.context.landedBefore) {
    yield* changedAccounts(client, changes, client.context.landedBefore);
    return;
  }
  const { facts, gaps } = await accountFacts(client);
  const next = positionOf(client);
  const place = listPlaceOf(cursor);
  let isOver = place !== undefined;
  for (const [name, list] of lists) {
    if (isOver && place!.list !== name) continue;
    for await (const page of oktaPages(client, list, isOver ? place!.from : undefined)) {
      const following = page.next === undefined ? afterList(name) : { list: name, from: page.next };
      const found = recordPage(page.items, user => accountOf(user, facts), { ...page, cursor: listCursor(following) });
      yield { ...found, next };
    }
    isOver = false;
  }
  yield { ...(await machinePage(client)), gaps: [...gaps, ...(await machineGaps(client))], next };
}

const afterList = (name: string) => ({
  list: lists[lists.findIndex(([each]) => each === name) + 1]?.[0] ?? 'machines',
});

/** Users that changed, those whose other facts did, and tokens and service applications, which are few. */
async function* changedAccounts(
  client: OktaClient,
  changes: Changes,
  landedBefore: LandedBefore,
): AsyncGenerator<Page> {
  const before = await landedFacts(landedBefore);
  const { facts, gaps } = await accountFacts(client, before, changes);
  const { deletedUsers, kinds, start } = changes;
  const page = { changesOnly: true, next: positionOf(client) };
  const brought = new Set<string>();
  for await (const list of oktaPages(client, users(`lastUpdated gt "${start}"`))) {
    for (const user of list.items) brought.add(textAt(user, 'id') ?? '');
    yield { ...recordPage(list.items, user => accountOf(user, facts), list), ...page };
  }
  const others = differences(before, facts).filter(id => !brought.has(id) && !deletedUsers.has(id));
  const { items, gaps: failed } = await usersWithIds(client, others);
  yield {
    ...recordPage(items, user => accountOf(user, facts), {
      subject: 'GET /api/v1/users/{id}',
      gaps: [...gaps, ...failed],
    }),
    ...{ ...page, removed: [...deletedUsers] },
  };
  const hasServices = kinds.has('apps') || kinds.has('roles');
  const machines = hasServices ? await machinePage(client) : await tokenPage(client);
  const machineFailures = hasServices ? await machineGaps(client) : (await everyToken(client)).gaps;
  const present = new Set(machines.records.map(({ id }) => id));
  const isGone = (id: string, type: unknown) =>
    (type === 'Token' || (type === 'Machine' && hasServices)) && !present.has(id);
  const isWhole = machineFailures.length === 0 && machines.rejected?.length === 0;
  const removed = isWhole ? [...before.types].flatMap(([id, type]) => (isGone(id, type) ? [id] : [])) : [];
  yield { ...machines, ...page, gaps: machineFailures, removed };
}

type LandedBefore = NonNullable<OktaClient['context']['landedBefore']>;

/** What former runs landed of the facts that do not come with the users. */
interface LandedFacts {
  readonly types: ReadonlyMap<string, unknown>;
  readonly administrators: ReadonlySet<string>;
  readonly tokens: ReadonlyMap<string, readonly string[]>;
  readonly directories: ReadonlySet<string>;
}

async function landedFacts(landedBefore: LandedBefore): Promise<LandedFacts> {
  const types = await landedBefore('Account', 'type');
  const ofUsers = [...types].flatMap(([id, type]) => (type === 'User' ? [id] : []));
  const isUser = new Set(ofUsers);
  const admins = [...(await landedBefore('Account', 'isAdmin'))].flatMap(([id, value]) =>
    value === true && isUser.has(id) ? [id] : [],
  );
  const hashes = [...(await landedBefore('Account', 'hashIdentifiers'))].filter(
    ([id, value]) => isUser.has(id) && Array.isArray(value) && value.length > 0,
  );
  return {
    types,
    administrators: new Set(admins),
    tokens: new Map(hashes.map(([id, value]) => [id, (value as unknown[]).map(text => tokenIdOf(String(text)))])),
    directories: new Set((await landedBefore('DirectoryProvider', 'name')).keys()),
  };
}

/** Users who have become administrators or are none any more, and those whose tokens are others. */
function differences(before: LandedFacts, { administrators, tokens }: AccountFacts): string[] {
  const isUser = (id: string) => before.types.get(id) === 'User';
  const admins = administrators ? [...before.administrators.symmetricDifference(administrators)] : [];
  const owners = new Set([...before.tokens.keys(), ...tokens.keys()]);
  const listed = (of: ReadonlyMap<string, readonly string[]>, id: string) => (of.get(id) ?? []).toSorted().join();
  return [...admins, ...[...owners].filter(id => listed(before.tokens, id) !== listed(tokens, id))].filter(isUser);
}

/** Okta has a request for one user, which also finds those that are deactivated. Machine accounts have none. */
export async function readUsers(client: OktaClient, ids: readonly string[]): Promise<ObjectsRead> {
  const { facts, gaps } = await accountFacts(client);
  const { items, gaps: failed, gone } = await usersWithIds(client, await idsOfUsers(client.context, ids));
  const subject = 'GET /api/v1/users/{id}';
  return { ...recordPage(items, user => accountOf(user, facts), { subject, gaps: [...gaps, ...failed] }), gone };
}

interface SingleUsers {
  readonly items: readonly unknown[];
  readonly gaps: readonly Gap[];
  /** Ids that Okta does not have. */
  readonly gone: readonly string[];
}

async function usersWithIds(client: OktaClient, ids: readonly string[]): Promise<SingleUsers> {
  const [items, gaps, gone]: [unknown[], Gap[], string[]] = [[], [], []];
  await together([...new Set(ids)], async id => {
    const list = await wholeOktaList(client, {
      url: `api/v1/users/${encodeURIComponent(id)}`,
      scope,
      single: true,
      absent: [404],
    });
    items.push(...list.items);
    gaps.push(...list.gaps);
    if (list.items.length + list.gaps.length === 0) gone.push(id);
  });
  return { items, gaps, gone };
}

/**
 * What else is known of users: administrator roles, tokens, directories.
 * @param before what was landed, for facts that have not changed
 */
async function accountFacts(
  client: OktaClient,
  before?: LandedFacts,
  changes?: Changes,
): Promise<{ facts: AccountFacts; gaps: Gap[] }> {
  const isSame = (kind: Kind) => changes !== undefined && !changes.kinds.has(kind);
  const roles =
    before && isSame('roles') ? { administrators: before.administrators, gaps: [] } : await administration(client);
  const tokens = await everyToken(client);
  const owned = Map.groupBy(tokens.items, token => textAt(token, 'userId') ?? '');
  const directories = before && isSame('apps') ? before.directories : await landingDirectories(client);
  const facts: AccountFacts = {
    administrators: roles.gaps.length > 0 ? undefined : roles.administrators,
    tokens: new Map([...owned].map(([owner, list]) => [owner, list.flatMap(token => textAt(token, 'id') ?? [])])),
    directories,
  };
  return { facts, gaps: roles.gaps.slice(0, 1).map(gap => asFieldGap(gap, 'isAdmin')) };
}

const landingDirectories = async (client: OktaClient) =>
  new Set((await everyApp(client)).items.flatMap(app => directoryProviderOf(app)?.id ?? []));

function everyToken(client: OktaClient): Promise<{ items: unknown[]; gaps: Gap[] }> {
  return client.once('tokens', () => wholeOktaList(client, { url: 'api/v1/api-tokens', scope: 'okta.apiTokens.read' }));
}

const tokenPage = async (client: OktaClient): Promise<Page> =>
  recordPage((await everyToken(client)).items, tokenAccountOf, { subject: 'GET /api/v1/api-tokens' });

async function machinePage(client: OktaClient): Promise<Page> {
  const [tokens, apps] = [await tokenPage(client), await everyApp(client)];
  const { administrators, gaps } = await administration(client);
  const isAdmin = (app: unknown) => (gaps.length > 0 ? undefined : administrators.has(textAt(app, 'id') ?? ''));
  const services = recordPage(apps.items.filter(isServiceApp), app => serviceAccountOf(app, isAdmin(app)), {
    subject: 'GET /api/v1/apps',
  });
  const records: readonly SourceRecord[] = [...tokens.records, ...services.records];
  return {
    records,
    place: index => (index < tokens.records.length ? 'GET /api/v1/api-tokens' : 'GET /api/v1/apps'),
    rejected: [...(tokens.rejected ?? []), ...(services.rejected ?? [])],
  };
}

const machineGaps = async (client: OktaClient): Promise<Gap[]> => [
  ...(await everyToken(client)).gaps,
  ...(await everyApp(client)).gaps,
];
