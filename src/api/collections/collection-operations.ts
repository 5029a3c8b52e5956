// Declares the operations list and get of every collection in the registry.
import type { ListOrder } from '../../resources/define.ts';
import { collections, type ServedCollection } from '../../resources/registry.ts';
import {
  applicationInstanceId,
  type Operation,
  type Parameter,
  pageSize,
  pageToken,
  pathParameter,
} from '../contract/operation.ts';
import { readAsOfErrors, readOneAsOfErrors } from '../contract/operation-groups.ts';
import { asOfParameter } from '../version-as-of.ts';
import { filterParameter, selectionParameters, skipParameter } from './list-selection.ts';
import { waitForJob } from './wait-for-job.ts';

const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'Entity tags that the caller holds; when one of them is current, the response is 304 without a body',
  schema: { type: 'string' },
};

const etag = { ETag: 'Entity tag of this representation' };
const notModified = { description: 'The caller’s copy, named by If-None-Match, is current', headers: etag };

const orders: Readonly<Record<ListOrder, string>> = {
  instance: 'Ordered by application instance, and by global id within it.',
  blastRadius: 'Ordered by the number of accounts that can be impersonated, largest first, then by global id.',
  newest: 'Ordered by time, newest first.',
};

/** The operations of every collection, in the order of the documentation. */
export function collectionOperations(): Operation[] {
  return collections.flatMap(served => [listOperation(served), facetsOperation(served), getOperation(served)]);
}

/** Name of the component schema of a page of a resource. */
export function listSchemaName(type: string): string {
  return `${type}List`;
}

/** Name of the component schema of a resource of which a list shows only some fields. */
export function partialSchemaName(type: string): string {
  return `Partial${type}`;
}

export function listOperation({ resource, collection }: ServedCollection): Operation {
  return {
    method: 'GET',
    path: collection.path,
    operationId: `list${pascalName(collection.path)}`,
    tag: collection.title,
    summary: `List ${lowerFirst(collection.title)}`,
    description: `${collection.description} ${orders[collection.order]} While pages are fetched, the list stays as it was at the first page. A list with \`filter\`, \`sort\` or \`fields\` is looked up when it is requested, and says in \`totalCount\` how many objects it has, like every list with \`skip\`.`,
    scope: 'read',
    parameters: [
      pageSize,
      pageToken,
      skipParameter,
      applicationInstanceId,
      ...selectionParameters,
      asOfParameter,
      ...waitForJob,
      ifNoneMatch,
    ],
    responses: {
      200: {
        description: resource.edge ? 'A page' : 'A page; with `fields`, its items have only these',
        schema: listSchemaName(resource.type),
        ...(!resource.edge && { orSchema: listSchemaName(partialSchemaName(resource.type)) }),
        headers: etag,
      },
      304: notModified,
    },
    errors: [...readAsOfErrors, 404, 409].sort(),
  };
}

/** Values of each field in an answer of facets. */
export const facetLimits = { default: 20, minimum: 1, maximum: 100 } as const;
/** Fields in one answer of facets. */
export const mostFacets = 20;

export function facetsOperation({ collection }: ServedCollection): Operation {
  const title = lowerFirst(collection.title);
  return {
    method: 'GET',
    path: `${collection.path}/facets`,
    operationId: `list${pascalName(collection.path)}Facets`,
    tag: collection.title,
    summary: `Count the values of fields of ${title}`,
    description: `For each field the most frequent values, the most frequent first, among the ${title} that the filters select. A value that is counted can be passed to the filter \`eq\`.`,
    scope: 'read',
    parameters: [
      {
        name: 'field',
        in: 'query',
        description: `A field whose values are counted. For up to ${mostFacets} fields, the parameter is repeated`,
        schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: mostFacets },
      },
      filterParameter,
      {
        name: 'limit',
        in: 'query',
        description: 'How many values of each field the answer holds at most',
        schema: { type: 'integer', format: 'int32', ...facetLimits },
      },
      applicationInstanceId,
      asOfParameter,
    ],
    responses: { 200: { description: 'The facets', schema: 'FacetList' } },
    errors: [...readAsOfErrors, 503],
  };
}

export function getOperation({ resource, collection }: ServedCollection): Operation {
  const isView = resource.collections[0] !== collection;
  return {
    method: 'GET',
    path: `${collection.path}/{id}`,
    operationId: isView ? `get${pascalName(collection.path)}Item` : `get${resource.type}`,
    tag: collection.title,
    summary: isView ? `Get one of the ${lowerFirst(collection.title)}` : `Get one ${lowerFirst(resource.title)}`,
    description: resource.description,
    scope: 'read',
    parameters: [
      pathParameter('id', `Global id of the ${lowerFirst(resource.title)}`),
      asOfParameter,
      ...waitForJob,
      ifNoneMatch,
    ],
    responses: {
      200: { description: `The ${lowerFirst(resource.title)}`, schema: resource.type, headers: etag },
      304: notModified,
    },
    errors: [...readOneAsOfErrors, 409].sort(),
  };
}

/** `/v1/user-groups` → `UserGroups`. */
function pascalName(path: string): string {
  return path
    .replace('/v1/', '')
    .split('-')
    .map(word => word[0]!.toUpperCase() + word.slice(1))
    .join('');
}

function lowerFirst(phrase: string): string {
  return phrase[0]!.toLowerCase() + phrase.slice(1);
}
