// The query parameters of SCIM (RFC 7644, sections 3.4.2 and 3.9; RFC 9865 for cursors).
import { attributeAt, type ScimType } from '../../lookups/scim/attributes.ts';
import { scimCondition } from '../../lookups/scim/conditions.ts';
import { parseParameters } from '../http/list-query.ts';
import { quoted, wrongParameter } from '../http/parameter-error.ts';
import { type Projection, projectionOf } from './projection.ts';

export const countLimits = { default: 100, maximum: 200 } as const;

export interface ScimListQuery {
  readonly filter: string | undefined;
  readonly sortBy: string | undefined;
  readonly descending: boolean;
  /** 1 for the first resource. */
  readonly startIndex: number;
  readonly count: number;
  /** Empty: the first page of a list that is paged by cursor; undefined: it is paged by index. */
  readonly cursor: string | undefined;
  readonly projection: Projection;
  readonly asOf: string | undefined;
}

export type ScimGetQuery = Pick<ScimListQuery, 'projection' | 'asOf'>;

const names = [
  'filter',
  'sortBy',
  'sortOrder',
  'startIndex',
  'count',
  'cursor',
  'attributes',
  'excludedAttributes',
  'asOf',
] as const;

/** @throws ServiceError BAD_REQUEST */
export function parseScimList(type: ScimType, query: Record<string, unknown>): ScimListQuery {
  const given = parseParameters(query, names);
  scimCondition(type, given.filter);
  if (given.sortBy !== undefined && attributeAt(type, given.sortBy, 'sortBy').list) {
    throw wrongParameter('sortBy', `${quoted(given.sortBy)} has several values`);
  }
  const { sortOrder } = given;
  if (sortOrder !== undefined && sortOrder !== 'ascending' && sortOrder !== 'descending') {
    throw wrongParameter('sortOrder', 'expected ascending or descending');
  }
  if (given.cursor !== undefined && given.startIndex !== undefined) {
    throw wrongParameter('cursor', 'a list is paged by cursor or by startIndex, not by both');
  }
  return {
    filter: given.filter,
    sortBy: given.sortBy,
    descending: sortOrder === 'descending',
    // RFC 7644, section 3.4.2.4: less than 1 is 1, a negative count is 0.
    startIndex: Math.max(1, wholeNumber('startIndex', given.startIndex) ?? 1),
    count: Math.min(countLimits.maximum, Math.max(0, wholeNumber('count', given.count) ?? countLimits.default)),
    cursor: given.cursor,
    projection: projectionOf(given.attributes, given.excludedAttributes),
    asOf: given.asOf,
  };
}

/** @throws ServiceError BAD_REQUEST */
export function parseScimGet(query: Record<string, unknown>): ScimGetQuery {
  const { attributes, excludedAttributes, asOf } = parseParameters(query, ['attributes', 'excludedAttributes', 'asOf']);
  return { projection: projectionOf(attributes, excludedAttributes), asOf };
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  throw wrongParameter(name, `${quoted(text)} is not a whole number`);
}
