// The route of the search. Ids are found in the collections; names, usernames and addresses by lookups.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LookupValue } from '../../lookups/prepared-lookup.ts';
import { knownHint } from '../../nearest.ts';
import { collections, resourceOf, resources } from '../../resources/registry.ts';
import type { Visible } from '../../resources/visibility/visible.ts';
import { isUuid } from '../../uuid.ts';
import { globalIdOf } from '../../warehouse/global-id.ts';
import { collectionName } from '../../warehouse/version/layout.ts';
import type { Version } from '../../warehouse/version/version.ts';
import type { Caller } from '../access/caller.ts';
import { type ListRequest, serveOperation } from '../access/serve-operation.ts';
import { visibleTo } from '../access/visible.ts';
import { signalOf, whenOver } from '../http/client-signal.ts';
import { parseLimit, parseParameters, parseUuid } from '../http/list-query.ts';
import { quoted, wrongParameter } from '../http/parameter-error.ts';
import type { LookupOptions } from '../lookups/paged-lookup.ts';
import { servedTenant } from '../served-tenants.ts';
import { versionAsOf } from '../version-as-of.ts';
import { longestSearch, searchLimits, searchOperations } from './search-operations.ts';
import { folded, isNumber, lettersOf, searchedWords, wordRangeEnd } from './words.ts';

interface Search {
  readonly text: string;
  readonly type: string | undefined;
  readonly limit: number;
  readonly applicationInstanceId: string | undefined;
  readonly asOf?: string | undefined;
}

/** How an object matches, in the order of ranks. */
const matches = ['Key', 'Name', 'Words', 'Prefix', 'Within', 'Similar'] as const;

interface Hit {
  readonly object_type: string;
  readonly object_id: string;
  readonly rank: number;
}

export type SearchLookUp = (name: string, parameters: Readonly<Record<string, LookupValue>>) => Promise<Hit[]>;

/** How many objects with the rarest word are checked for the other words, at most. */
const candidatesOfPrefixes = 100_000;
const candidatesOfSimilar = 5_000;

export function registerSearch(app: FastifyInstance, options: Omit<LookupOptions, 'pageTokens'>): void {
  const { tenants, guard, lookups } = options;
  serveOperation<ListRequest>(app, searchOperations.search, { guard }, async (request, reply) => {
    const search = parseSearch(request);
    const caller = request.caller!;
    visibleTo(caller, search);
    const { visible } = caller;
    const { catalogue, serviceInstance } = servedTenant(tenants, caller.tenant);
    const version = await versionAsOf(catalogue, search.asOf);
    whenOver(reply, version.hold());
    const signal = signalOf(reply);
    const origin = { clientId: caller.clientId, versionFolder: version.folder, visible };
    const lookUp: SearchLookUp = (name, parameters) => lookups.rows({ ...origin, name, parameters }, signal);
    const found = new Map<string, object>();
    const byId = await hitsById(search, version, caller, { name: caller.tenant, serviceInstance });
    for (const hit of [...byId, ...(await hitsByText(search, lookUp, byId.length > 0))]) {
      if (found.size === search.limit) break;
      if (found.has(hit.object_id)) continue;
      const item = await itemOf(hit, version, visible, search.applicationInstanceId);
      if (item) found.set(hit.object_id, item);
    }
    return reply
      .header('cache-control', 'private, no-store')
      .header('warehouse-version', String(version.number))
      .send({ items: [...found.values()] });
  });
}

/** @throws ServiceError BAD_REQUEST that names the wrong parameter */
function parseSearch({ query }: FastifyRequest<ListRequest>): Search {
  const known = parseParameters(query, ['q', 'type', 'limit', 'applicationInstanceId', 'asOf']);
  const { q, type, limit, applicationInstanceId: instance, asOf } = known;
  const applicationInstanceId = instance === undefined ? undefined : parseUuid('applicationInstanceId', instance);
  const text = q?.trim() ?? '';
  if (text === '') throw wrongParameter('q', 'is empty; it says what to find');
  if (text.length > longestSearch)
    throw wrongParameter('q', `has ${text.length} characters; at most ${longestSearch} are possible`);
  if (type !== undefined && !resourceOf(type)) {
    const types = resources.map(resource => resource.type);
    throw wrongParameter('type', `${quoted(type)} is not a type; ${knownHint(type, types)}`);
  }
  return { text, type, limit: parseLimit(limit, searchLimits), applicationInstanceId, asOf };
}

/** Objects that have the text as their global or local id. The global id is computed from the local id, so nothing has to be searched. */
async function hitsById(
  { text, type, applicationInstanceId }: Search,
  version: Version,
  { visible }: Caller,
  tenant: { readonly name: string; readonly serviceInstance: string },
): Promise<Hit[]> {
  const hits: Hit[] = [];
  const look = async (objectType: string, objectId: string) => {
    if (type !== undefined && type !== objectType) return;
    if (await documentOf(version, objectType, objectId, visible, applicationInstanceId))
      hits.push({ object_type: objectType, object_id: objectId, rank: 0 });
  };
  const id = text.toLowerCase();
  if (isUuid(id)) for (const resource of resources) await look(resource.type, id);
  for (const { type: objectType, applicationInstanceId: instance } of version.manifest.counts)
    if ((!visible || visible.instances.has(instance)) && instance === (applicationInstanceId ?? instance))
      await look(objectType, globalIdOf(tenant.name, instance, objectType, text));
  // A violation of the service's own rules belongs to the instance of its object, and has an id of the service.
  await look('RiskViolation', globalIdOf(tenant.name, tenant.serviceInstance, 'RiskViolation', text));
  return hits;
}

/** What a search by keys needs. */
export interface KeySearch {
  readonly version: Version;
  readonly caller: Caller;
  readonly serviceInstance: string;
  readonly lookUp: SearchLookUp;
}

/** Objects that are enough to tell that a key is not unique. */
const mostWithKey = 10;

/**
 * Global ids of the objects of a type that have the text as their local id, username or e-mail address. Where there is none, of those that
 * have it as their whole name, but not of accounts: whoever has an account may be free to choose the name that it shows.
 */
export async function hitsByKey(
  { version, caller, serviceInstance, lookUp }: KeySearch,
  type: string,
  text: string,
  applicationInstanceId: string | undefined,
): Promise<string[]> {
  if (text.length > longestSearch || searchedWords(text).length === 0) return [];
  const search = { text, type, limit: mostWithKey, applicationInstanceId };
  const byId = await hitsById(search, version, caller, { name: caller.tenant, serviceInstance });
  const byText = await hitsByText(search, lookUp, true);
  const idsOf = (hits: readonly Hit[]) => [...new Set(hits.map(hit => hit.object_id))];
  const keys = idsOf([...byId, ...byText.filter(({ rank }) => rank === 0)]);
  if (keys.length > 0 || type === 'Account') return keys;
  return idsOf(byText.filter(({ rank }) => rank === 1));
}

/** @param isKnown something has the text as its id. When the text is a whole id or name, similar words are not searched. */
async function hitsByText(
  { text, type, limit, applicationInstanceId }: Search,
  lookUp: SearchLookUp,
  isKnown: boolean,
): Promise<Hit[]> {
  const words = searchedWords(text);
  const common = { type: type ?? null, application_instance_id: applicationInstanceId ?? null, size: limit };
  const numbered = [0, 1, 2, 3].flatMap(index => {
    const word = words[index] ?? null;
    return [
      [`word${index + 1}`, word],
      [`end${index + 1}`, word === null ? null : wordRangeEnd(word)],
    ] as const;
  });
  const hits = await lookUp('search_prefixes', {
    ...common,
    ...Object.fromEntries(numbered),
    text: folded(text),
    // With a filter, the first candidates may all be of another type.
    candidates: words.length === 1 && type === undefined ? limit : candidatesOfPrefixes,
  });
  const [numbers, letters] = [words.filter(isNumber), words.filter(word => !isNumber(word))];
  if (isKnown || (hits[0]?.rank ?? 2) <= 1) return hits;
  if (hits.length >= limit || !letters.some(word => word.length >= 3)) return hits;
  const similar = await lookUp('search_similar', {
    ...common,
    words: letters.join(' '),
    letters: letters.map(lettersOf).join(' '),
    numbers: numbers.length > 0 ? numbers.join(' ') : null,
    candidates: candidatesOfSimilar,
  });
  return [...hits, ...similar];
}

/** Type → the first of its collections, which has all of its objects. */
const collectionOf = new Map(collections.toReversed().map(served => [served.resource.type, collectionName(served)]));

function documentOf(
  version: Version,
  type: string,
  id: string,
  visible: Visible,
  instance: string | undefined,
): Promise<Buffer | undefined> {
  return version.collection(collectionOf.get(type)!).get(id, visible, instance);
}

async function itemOf(hit: Hit, version: Version, visible: Visible, instance: string | undefined) {
  const { object_type: objectType, object_id: objectId, rank } = hit;
  const bytes = await documentOf(version, objectType, objectId, visible, instance);
  if (!bytes) return undefined;
  const match = matches[rank];
  const object: unknown = JSON.parse(bytes.toString());
  // An edge is served as a text.
  if (typeof object !== 'object') return { objectType, objectId, match };
  const { id, alias, email, displayName, name, objectMetadata } = object as Record<string, string> & {
    objectMetadata: { ApplicationInstanceId: string };
  };
  return {
    objectType,
    objectId,
    objectName: displayName ?? name ?? alias ?? id,
    id,
    alias,
    email,
    applicationInstanceId: objectMetadata.ApplicationInstanceId,
    match,
  };
}
