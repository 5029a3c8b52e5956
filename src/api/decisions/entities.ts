// Finds the objects that a request for a decision names: by their global id, or by a name that only one of them has.
import { collections } from '../../resources/registry.ts';
import { isUuid } from '../../uuid.ts';
import { collectionName } from '../../warehouse/version/layout.ts';
import { hitsByKey, type KeySearch } from '../search/search.ts';
import type { DecisionReason } from './decision-schemas.ts';

/** Collections whose objects have access, and those that access is given to. */
const subjectCollections = ['accounts', 'non-human-identities', 'persons', 'user-groups', 'roles', 'permission-sets'];
const resourceCollections = [
  ...['resource-instances', 'user-groups', 'roles', 'permission-sets'],
  ...['assigned-applications', 'integrated-applications'],
];

interface EntityType {
  readonly collection: string;
  /** Of the object, such as `Account`. */
  readonly objectType: string;
}

/** `user-groups` → `user-group`, `non-human-identities` → `non-human-identity`. */
const singular = (collection: string) => collection.replace(/ies$/, 'y').replace(/s$/, '');

function typesOf(names: readonly string[]): ReadonlyMap<string, EntityType> {
  const served = collections.filter(each => names.includes(collectionName(each)));
  return new Map(
    served.map(each => {
      const collection = collectionName(each);
      return [singular(collection), { collection, objectType: each.resource.type }];
    }),
  );
}

const subjectTypes = typesOf(subjectCollections);
export const resourceTypes = typesOf(resourceCollections);

export interface NamedEntity {
  readonly type: string;
  readonly id: string;
  readonly properties?: { readonly applicationInstanceId?: string | undefined } | undefined;
}

export interface FoundEntity extends EntityType {
  readonly id: string;
  /** The object as the API serves it. */
  readonly item: Readonly<Record<string, unknown>>;
}

/** Why an entity is not known. */
export interface UnknownEntity {
  readonly reason: DecisionReason;
  readonly message: string;
}

export async function findEntity(
  search: KeySearch,
  role: 'subject' | 'resource',
  { type, id, properties }: NamedEntity,
): Promise<FoundEntity | UnknownEntity> {
  const types = role === 'subject' ? subjectTypes : resourceTypes;
  const prefix = role === 'subject' ? 'SUBJECT' : 'RESOURCE';
  const known = types.get(type);
  if (!known) {
    return { reason: `${prefix}_TYPE_UNKNOWN`, message: `${role}.type: possible are ${[...types.keys()].join(', ')}` };
  }
  const instance = properties?.applicationInstanceId?.toLowerCase();
  const global = id.toLowerCase();
  const collection = search.version.collection(known.collection);
  const read = async (each: string) => {
    const bytes = await collection.get(each, search.caller.visible, instance);
    return bytes ? [{ id: each, item: JSON.parse(bytes.toString()) as FoundEntity['item'] }] : [];
  };
  const readNamed = async () => {
    const ids = await hitsByKey(search, known.objectType, id, instance);
    return (await Promise.all(ids.map(read))).flat().filter(({ item }) => isNamed(item, id));
  };
  const byId = isUuid(global) ? await read(global) : [];
  const found = byId.length > 0 ? byId : await readNamed();
  if (found.length > 1) {
    return {
      reason: `${prefix}_AMBIGUOUS`,
      message: `${role}.id: ${found.length} objects of this type have it; send the global id`,
    };
  }
  const [only] = found;
  if (!only)
    return { reason: `${prefix}_NOT_FOUND`, message: `${role}.id: there is none, or this client may not see it` };
  return { ...known, ...only };
}

/** The search ignores case and accents; a decision about somebody else must not be given. Case means nothing in an address only. */
function isNamed({ id, alias, email, name }: FoundEntity['item'], text: string): boolean {
  return [id, alias, name].includes(text) || String(email ?? '').toLowerCase() === text.toLowerCase();
}
