// What a limited client may not see: the values that only other application instances have, found with a client that sees everything.
import { isLandable } from '../../../src/resources/define.ts';
import { collections, resources } from '../../../src/resources/registry.ts';
import * as enumerations from '../../../src/resources/types/enumerations.ts';
import { isUuid } from '../../../src/uuid.ts';
import type { Item, TestService } from '../../support/service/service.ts';

export interface Limits {
  /** Application instances. */
  readonly instances: readonly string[];
  readonly personData: boolean;
}

export interface ForeignValues {
  /** Global ids of objects that the client may not see. */
  readonly ids: ReadonlySet<string>;
  /** Texts in lower case that only such objects have. */
  readonly texts: ReadonlySet<string>;
  /** The foreign values in an answer. */
  in(answer: string): string[];
}

interface ServedObject {
  readonly type: string;
  readonly instance: string;
  readonly item: Item;
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
/** Values of enumerations say nothing of one object. */
const words = new Set(Object.values(enumerations).flatMap(one => ('options' in one ? one.options.map(lower) : [])));
/** Shorter texts, such as `10`, occur by chance. */
const shortest = 5;

/** Every object of the tenant. Relationships that are served as texts have no values of their own. */
export async function everyObject(test: TestService): Promise<ServedObject[]> {
  const objects: ServedObject[] = [];
  for (const { resource, collection } of collections) {
    if (resource.kind === 'edge' || collection !== resource.collections[0]) continue;
    for (const item of await test.everyItem(`${collection.path}?pageSize=200`))
      objects.push({ type: resource.type, instance: item.objectMetadata.ApplicationInstanceId, item });
  }
  return objects;
}

export function foreignValues(objects: readonly ServedObject[], { instances, personData }: Limits): ForeignValues {
  const isOwn = ({ type, instance }: ServedObject) => (type === 'Person' ? personData : instances.includes(instance));
  const [own, foreign] = [objects.filter(isOwn), objects.filter(object => !isOwn(object))];
  const ownTexts = new Set(own.flatMap(textsOf));
  const ids = new Set(foreign.map(({ item }) => item.globalId as string));
  const texts = new Set(foreign.flatMap(textsOf).filter(text => !ownTexts.has(text) && !words.has(text)));
  const addresses = [...texts].filter(text => text.includes('@') && ![...ownTexts].some(one => one.includes(text)));
  return {
    ids,
    texts,
    in(answer) {
      const text = answer.toLowerCase();
      return [
        ...new Set([
          ...(text.match(uuid) ?? []).filter(id => ids.has(id)),
          ...addresses.filter(address => text.includes(address)),
          ...values(answer).filter(value => texts.has(value)),
        ]),
      ];
    },
  };
}

/** What sources say of an object, and all of what the service says of a person. */
function textsOf({ type, item }: ServedObject): string[] {
  // The names of the service's own rules are in its documentation.
  if (type === 'RiskDefinition') return [];
  const fields = Object.entries(item).filter(
    ([name]) =>
      (type === 'Person' || isLandable(name)) &&
      name !== 'riskDefinitionId' &&
      !/Metadata$/.test(name) &&
      name !== 'globalId',
  );
  return fields.flatMap(([, value]) => leaves(value));
}

/** The strings of an answer in JSON, and the cells of one in CSV. */
function values(answer: string): string[] {
  if (/^[{[]/.test(answer)) return leaves(JSON.parse(answer));
  return [...answer.matchAll(/"((?:[^"]|"")*)"|[^",\r\n]+/g)].flatMap(([cell, quoted]) => leaves(quoted ?? cell));
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return isTelling(value) ? [lower(value)] : [];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(leaves) : [];
}

/**
 * Names of fields and values of APIs, such as `member`, say nothing of one object, nor do times of the service. Ids are compared by
 * themselves.
 */
function isTelling(text: string): boolean {
  if (text.length < shortest || types.has(text) || isUuid(text)) return false;
  return !/^[a-z]+(?:[A-Z][a-z]*)*$/.test(text) && !(Date.parse(text) > start);
}

const types = new Set(resources.map(({ type }) => type));
const start = Date.now() - 3_600_000;

function lower(text: string): string {
  return text.toLowerCase();
}
