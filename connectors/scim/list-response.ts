// One page of a list (RFC 7644, section 3.4.2), as services write it: names in any case, numbers as text, cursors of RFC 9865.
import { scalarText } from '../../src/connector/exact-json.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import type { HttpAnswer } from '../../src/connector/http/request.ts';
import { attribute } from './attributes.ts';

export interface ListResponse {
  readonly resources: readonly unknown[];
  /** Undefined: the service does not say, or not as a number. */
  readonly total: number | undefined;
  /** Undefined: there is no further page, or the service does not page by cursor. */
  readonly nextCursor: string | undefined;
}

const mostNames = 8;

/**
 * @param isLater false for the first page. Beyond the end, some services leave `Resources` out.
 * @throws HttpError when the answer is no list: a list that is not understood is never an empty one
 */
export function listResponse({ body, subject }: Pick<HttpAnswer, 'body' | 'subject'>, isLater: boolean): ListResponse {
  const resources = attribute(body, 'Resources') ?? undefined;
  const total = totalOf(body);
  const nextCursor = scalarText(attribute(body, 'nextCursor')) || undefined;
  if (Array.isArray(resources)) return { resources, total, nextCursor };
  const isEmpty = resources === undefined && (total === 0 || (isLater && total !== undefined));
  if (isEmpty) return { resources: [], total, nextCursor };
  throw new HttpError(subject, `the answer is not of the expected form: ${differenceOf(body, resources)}`);
}

function differenceOf(body: unknown, resources: unknown): string {
  if (resources !== undefined) return `Resources: is ${kindOf(resources)} instead of a list`;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return `it is ${kindOf(body)} instead of an object`;
  const names = Object.keys(body)
    .slice(0, mostNames)
    .map(name => JSON.stringify(name.slice(0, 40)));
  return `it has no Resources, but ${names.length > 0 ? names.join(', ') : 'nothing'}`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return value === undefined
    ? 'empty'
    : value === null
      ? 'null'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`;
}

/** A number, or its text. */
function totalOf(body: unknown): number | undefined {
  const text = scalarText(attribute(body, 'totalResults'))?.trim();
  const total = text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(total) ? total : undefined;
}
