// How Graph and Azure word their answers: pages with the address of the next one, and errors with codes.
import type { Answer, Call } from '../simulator.ts';
import type { Item } from './state.ts';

export const graphError = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message, innerError: { date: '2026-02-10T12:00:00', 'request-id': 'r1' } } },
});

export const notFound = (id: string): Answer =>
  graphError(
    404,
    'Request_ResourceNotFound',
    `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  );

export const missingPermission = (permissions: string): Answer =>
  graphError(403, 'Authorization_RequestDenied', `Insufficient privileges to complete the operation (${permissions}).`);

export const noLicence = (): Answer =>
  graphError(
    403,
    'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
    'Neither tenant is B2C or tenant doesn’t have premium license',
  );

export const tooMany = (seconds: number): Answer => ({
  ...graphError(429, 'TooManyRequests', 'The request is throttled.'),
  headers: { 'retry-after': String(seconds) },
});

export interface Paging {
  /** Objects in a page where the request does not say. */
  readonly limit: number;
  readonly most?: number;
}

/** A page of a list of Graph. The address of the next one repeats the parameters. A full page names another one, which may be empty. */
export function page(
  call: Call,
  items: readonly Item[],
  { limit, most = limit }: Paging,
  shapeOf: (item: Item) => Item = item => item,
): Answer {
  const { searchParams } = call.url;
  const size = Math.min(Number(searchParams.get('$top') ?? limit), most);
  const start = Number(searchParams.get('$skiptoken') ?? 0);
  const value = items.slice(start, start + size).map(shapeOf);
  const next = new URL(call.url);
  next.searchParams.set('$skiptoken', String(start + size));
  return { body: { ...(value.length === size && { '@odata.nextLink': next.href }), value } };
}

/** `id in ('…')`, `displayName eq '…'`, `… and …`, `signInActivity/lastSignInDateTime ge …`: all that the connector uses. */
export function matches(item: Item, filter: string | null): boolean {
  if (filter === null) return true;
  return filter.split(' and ').every(part => {
    const [, name = '', operator = '', value = ''] = /^([\w/]+) (eq|in|ge) (.*)$/.exec(part) ?? [];
    const own = name
      .split('/')
      .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], item);
    const texts = [...value.matchAll(/'((?:[^']|'')*)'/g)].map(([, text]) => text!.replaceAll("''", "'"));
    if (operator === 'ge') return own !== undefined && Date.parse(String(own)) >= Date.parse(value);
    return texts.some(text => text.toLowerCase() === String(own).toLowerCase());
  });
}

/** Only the selected properties; annotations always come. Users show `signInActivity` only when it is selected. */
export function selected(item: Item, select: string | null): Item {
  const names = select === null ? undefined : new Set([...select.split(','), 'id', '@odata.type']);
  const shown = Object.entries(item).filter(([name]) => (names ? names.has(name) : name !== 'signInActivity'));
  return Object.fromEntries(shown) as Item;
}
