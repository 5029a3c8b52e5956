// The parameters that select from a list: filter, sort and fields. They are checked against the fields of the resource.
import { z } from 'zod';
import { checkFilters, type Filter, filterNames, unknownField } from '../../exports/filters.ts';
import type { Sort } from '../../exports/sorts.ts';
import { type ListField, listFields } from '../../lookups/list-fields.ts';
import { knownHint } from '../../nearest.ts';
import type { ServedCollection } from '../../resources/registry.ts';
import { text } from '../../resources/types/shared-types.ts';
import { collectionName } from '../../warehouse/version/layout.ts';
import type { Parameter } from '../contract/operation.ts';
import { quoted, wrongParameter } from '../http/parameter-error.ts';
import { badBody, parseBody } from '../http/request-body.ts';

/** The most characters of a filter: it is part of the address, which together with the headers may have 16 KiB. */
const longestFilter = 12_000;
/** The most fields by which one list can be sorted. */
const mostSorts = 5;

/** A filter of a list: like a filter of an export, but its data type may be left out. */
export const listFilterSchema = z.strictObject({
  field: text.min(1).describe('Name of the field; a member of an object after a point: `objectMetadata.GeneratedTime`'),
  filterType: z.enum(filterNames).describe('Which of them are possible depends on the type of the field'),
  values: z
    .array(z.union([text, z.number(), z.boolean()]))
    .describe('What the field is compared with: as many values as the filter takes')
    .optional(),
  dataType: z
    .enum(['string', 'number', 'boolean', 'timestamp', 'enum'])
    .describe('The type of the field, as a check; may be left out')
    .optional(),
});
const filtersSchema = z.object({ filter: z.array(listFilterSchema) });

export const filterParameter: Parameter = {
  name: 'filter',
  in: 'query',
  description: `JSON: filters in the grammar of exports. All of them must hold. At most ${longestFilter} characters`,
  schema: {
    type: 'string',
    maxLength: longestFilter,
    contentMediaType: 'application/json',
    contentSchema: { type: 'array', items: { $ref: '#/components/schemas/ListFilter' } },
    examples: ['[{"field":"enabled","filterType":"eq","values":[false]}]'],
  },
};

/** A list with one of these parameters is looked up when it is requested. Without them, it is sent from the files of the version. */
export const selectionParameters: readonly Parameter[] = [
  filterParameter,
  {
    name: 'sort',
    in: 'query',
    description: `Up to ${mostSorts} fields, separated by commas; \`-\` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id`,
    schema: { type: 'string', minLength: 1, examples: ['-createdDate,name'] },
  },
  {
    name: 'fields',
    in: 'query',
    description: 'The only fields that the items show, separated by commas. Not for lists whose items are texts',
    schema: { type: 'string', minLength: 1, examples: ['globalId,name,type'] },
  },
];

/** The largest value of `skip`. */
const longestSkip = 1_000_000_000;

export const skipParameter: Parameter = {
  name: 'skip',
  in: 'query',
  description:
    'Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has',
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum: longestSkip },
};

/** @throws ServiceError BAD_REQUEST */
export function parseSkip(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const skip = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (skip <= longestSkip) return skip;
  throw wrongParameter('skip', `is not a whole number from 0 to ${longestSkip}`);
}

export interface ListSelection {
  readonly filters: readonly Filter[];
  readonly sorts: readonly Sort[];
  /** Undefined: all. */
  readonly fields: ReadonlySet<string> | undefined;
}

type Query = Readonly<Record<string, string | undefined>>;

/** Whether a request selects from the list. @param query parameters that are each given once */
export function isSelection({ filter, sort, fields }: Query): boolean {
  return filter !== undefined || sort !== undefined || fields !== undefined;
}

/** @throws ServiceError BAD_REQUEST that names the parameter, the field, and what is possible */
export function parseSelection(served: ServedCollection, query: Query): ListSelection {
  const { sort, fields } = query;
  return {
    filters: parseFilters(served, query.filter),
    sorts: sort === undefined ? [] : parseSorts(served, sort),
    fields: fields === undefined ? undefined : parseFields(served, fields),
  };
}

/** @throws ServiceError BAD_REQUEST */
export function parseFilters(served: ServedCollection, json: string | undefined): readonly Filter[] {
  if (json === undefined) return [];
  if (json.length > longestFilter)
    throw wrongParameter('filter', `has ${json.length} characters; at most ${longestFilter} are possible`);
  const { filter } = parseBody(filtersSchema, { filter: parsedJson(json) });
  const columns = listFields(served.resource);
  const filters = filter.map(({ dataType, ...rest }) => {
    const known = columns.find(({ name }) => name === rest.field)?.dataType;
    return { ...rest, dataType: dataType ?? known ?? 'string' };
  });
  const problems = checkFilters({ name: collectionName(served), columns }, filters, 'filter');
  if (problems.length > 0) throw badBody(problems);
  return filters;
}

/** The named field. @throws ServiceError BAD_REQUEST */
export function knownField(served: ServedCollection, parameter: string, name: string): ListField {
  const columns = listFields(served.resource);
  const field = columns.find(column => column.name === name);
  if (!field) throw wrongParameter(parameter, unknownField({ name: collectionName(served), columns }, name));
  return field;
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw wrongParameter(
      'filter',
      'is not JSON. An example is [{"field":"enabled","filterType":"eq","values":[false]}], percent-encoded in an address',
    );
  }
}

function parseSorts(served: ServedCollection, list: string): Sort[] {
  const parts = list.split(',');
  if (parts.length > mostSorts)
    throw wrongParameter('sort', `has ${parts.length} fields; at most ${mostSorts} are possible`);
  const sorts = parts.map((part): Sort => {
    const descending = part.startsWith('-');
    const { name } = knownField(served, 'sort', descending ? part.slice(1) : part);
    return { field: name, sortType: descending ? 'desc' : 'asc' };
  });
  const twice = sorts.find(({ field }, index) => sorts.findIndex(sort => sort.field === field) !== index);
  if (twice) throw wrongParameter('sort', `${twice.field} is in the list twice`);
  return sorts;
}

function parseFields({ resource, collection }: ServedCollection, list: string): ReadonlySet<string> {
  if (resource.edge)
    throw wrongParameter('fields', 'the items of this list are texts, so they have no fields to choose');
  const known = Object.keys(resource.fields);
  return new Set(
    list.split(',').map(name => {
      if (known.includes(name)) return name;
      throw wrongParameter(
        'fields',
        `${collectionName({ resource, collection })} has no field ${quoted(name)}; ${knownHint(name, known)}`,
      );
    }),
  );
}
