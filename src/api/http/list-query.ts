// The query parameters of a list. They are checked by hand because this runs for every page. Each error says what would be right.

import { isUuid } from '../../uuid.ts';
import { pageSizeLimits } from '../contract/operation.ts';
import { quoted, unknownParameter, wrongParameter } from './parameter-error.ts';

export interface PageQuery {
  readonly pageSize: number;
  readonly pageToken: string | undefined;
}

export interface ListQuery extends PageQuery {
  /** Lowercase. */
  readonly applicationInstanceId: string | undefined;
}

type Query = Record<string, unknown>;

const ofPages = ['pageSize', 'pageToken'];
const ofLists = [...ofPages, 'applicationInstanceId'];

/**
 * The page parameters of a list. The named filters may be present too, each as one string. Throws 400 that names a wrong
 * parameter.
 */
export function parsePageQuery(query: Query, filters: readonly string[] = []): PageQuery {
  checkNames(query, filters.length > 0 ? [...ofPages, ...filters] : ofPages);
  return pageOf(query);
}

/** Throws 400 that names a wrong parameter. The named parameters may be present too, each as one string. */
export function parseListQuery(query: Query, others: readonly string[] = []): ListQuery {
  checkNames(query, others.length > 0 ? [...ofLists, ...others] : ofLists);
  const { applicationInstanceId: id } = query as Record<string, string | undefined>;
  const { pageSize, pageToken } = pageOf(query);
  return {
    pageSize,
    pageToken,
    applicationInstanceId: id === undefined ? undefined : parseUuid('applicationInstanceId', id),
  };
}

/** For operations without parameters: throws 400 that names the first parameter. */
export function refuseQuery(query: Query): void {
  const [name] = Object.keys(query);
  if (name === undefined) return;
  throw unknownParameter(name, 'this operation takes none');
}

/** The parameters of an operation that is no list of pages, each one string. Throws 400 that names a wrong parameter. */
export function parseParameters<Name extends string>(
  query: Query,
  known: readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  checkNames(query, known);
  return query as Partial<Record<Name, string>>;
}

function checkNames(query: Query, known: readonly string[]): void {
  for (const name in query) {
    if (!known.includes(name)) {
      throw unknownParameter(name, `known are ${known.join(', ')}`);
    }
    if (typeof query[name] !== 'string') throw wrongParameter(name, 'is given more than once');
  }
}

function pageOf(query: Query): PageQuery {
  const { pageSize, pageToken } = query as Record<string, string | undefined>;
  if (pageToken === '') throw wrongParameter('pageToken', 'is empty; leave it out for the first page');
  return { pageSize: pageSize === undefined ? pageSizeLimits.default : parsePageSize(pageSize), pageToken };
}

function parsePageSize(text: string): number {
  const { minimum, maximum } = pageSizeLimits;
  const size = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (size >= minimum && size <= maximum) return size;
  throw wrongParameter('pageSize', `${quoted(text)} is not a whole number from ${minimum} to ${maximum}`);
}

/** How many things an answer holds at most. Throws 400 that names the parameter `limit`. */
export function parseLimit(
  text: string | undefined,
  limits: { readonly default: number; readonly minimum: number; readonly maximum: number },
): number {
  if (text === undefined) return limits.default;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (limit >= limits.minimum && limit <= limits.maximum) return limit;
  throw wrongParameter('limit', `is not a whole number from ${limits.minimum} to ${limits.maximum}`);
}

/** A UUID in lowercase. Throws 400 that names the parameter. */
export function parseUuid(name: string, text: string): string {
  const id = text.toLowerCase();
  if (isUuid(id)) return id;
  throw wrongParameter(name, `${quoted(text)} is not a UUID`);
}
