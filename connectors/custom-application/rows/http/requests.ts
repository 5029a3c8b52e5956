// The requests of a description, checked: their paths stay below the base address, and their parents exist.
import { parseExactly } from '../../../../src/connector/exact-json.ts';
import { isJsonObject } from '../../../../src/connector/json-values.ts';
import { parsePath } from '../../mapping/json-path.ts';
import type { RequestSettings } from './request-form.ts';

/** How many requests may be above each other. */
const mostLevels = 4;

export type RequestFault = { readonly key: keyof RequestSettings; readonly message: string; readonly fix: string };

/** What is wrong with a request, each with the key that says so. */
export function requestFaults(name: string, all: Readonly<Record<string, RequestSettings>>): RequestFault[] {
  const request = all[name]!;
  return [
    ...faultsOfPath(request),
    ...faultsOfQuery(request),
    ...faultsOfBody(request),
    ...faultsOfPaths(request),
    ...faultsOfSingle(request),
    ...faultsOfParent(name, all),
  ];
}

const placeholder = /\{([^{}]+)\}/g;

/** The paths into the row of the parent that the path of a request names. */
export const placeholdersOf = (path: string): string[] => [...path.matchAll(placeholder)].map(([, name]) => name!);

/** The path with values in place of its placeholders. Values never add a segment, a query or a host. */
export const filledPath = (path: string, textFor: (name: string) => string): string =>
  path.replace(placeholder, (_, name: string) => encodeURIComponent(textFor(name)));

function faultsOfPath({ path, parent }: RequestSettings): RequestFault[] {
  const base = 'http://host/base/';
  const filled = filledPath(path, () => 'x');
  const url = URL.canParse(filled, base) ? new URL(filled, base).href : '';
  const leaves = {
    key: 'path',
    message: `\`${path}\` leaves the base address`,
    fix: 'write a path relative to it, such as `users`',
  } as const;
  if (!url.startsWith(base) || path.startsWith('/')) return [leaves];
  if (/[{}]/.test(path.replace(placeholder, ''))) {
    return [{ key: 'path', message: `there is a single brace in \`${path}\``, fix: 'write a placeholder as `{id}`' }];
  }
  const names = placeholdersOf(path);
  if (names.length > 0 && parent === undefined) {
    return [
      {
        key: 'path',
        message: `\`{${names[0]}}\` needs a row to take it from`,
        fix: 'name the request of these rows as `parent`',
      },
    ];
  }
  return names.flatMap(name => pathFault('path', name));
}

const brace = /\{\{|\}\}|\{([^{}]+)\}/g;

/** The paths into the row of the parent that parameters name. */
export const placeholdersOfQuery = (query: Readonly<Record<string, string>>): string[] =>
  Object.values(query).flatMap(value => [...value.matchAll(brace)].flatMap(([, name]) => name ?? []));

/** A parameter with values in place of its placeholders. The client encodes it. */
export const filledParameter = (value: string, textFor: (name: string) => string): string =>
  value.replace(brace, (token, name?: string) => (name === undefined ? token[0]! : textFor(name)));

/** Without a parent, a parameter is sent as it is written. */
function faultsOfQuery({ query = {}, parent }: RequestSettings): RequestFault[] {
  if (parent === undefined) return [];
  return Object.entries(query).flatMap(([name, value]): RequestFault[] => {
    if (!/[{}]/.test(value.replace(brace, '')))
      return placeholdersOfQuery({ name: value }).flatMap(path => pathFault('query', path));
    const message = `there is a single brace in \`${name}: ${value}\``;
    return [{ key: 'query', message, fix: 'write a placeholder as `{id}`, and a brace itself as `{{` or `}}`' }];
  });
}

function faultsOfSingle({ single, paging, total, once, parent }: RequestSettings): RequestFault[] {
  const faults: RequestFault[] = [];
  if (single && (paging ?? total) !== undefined) {
    const message = 'one row has no pages and no total';
    faults.push({ key: 'single', message, fix: 'remove `single`, or `paging` and `total`' });
  }
  if (once && parent === undefined) {
    faults.push({ key: 'once', message: 'only a request with a parent is sent several times', fix: 'remove `once`' });
  }
  return faults;
}

function faultsOfBody({ body, method }: RequestSettings): RequestFault[] {
  if (body === undefined) return [];
  if (method === 'GET') return [{ key: 'method', message: 'a GET has no body', fix: 'remove `method` or `body`' }];
  const fix = `write it as a text of JSON in quotes, such as '{"query": "…"}'`;
  try {
    if (isJsonObject(parseExactly(body))) return [];
    return [{ key: 'body', message: 'is no object of JSON', fix }];
  } catch {
    return [{ key: 'body', message: 'is not JSON', fix }];
  }
}

function faultsOfPaths({ items, total, paging, where }: RequestSettings): RequestFault[] {
  const paths: [keyof RequestSettings, string | undefined][] = [
    ['items', items],
    ['total', typeof total === 'string' ? total : undefined],
    ['paging', paging && ('next' in paging ? paging.next : 'cursor' in paging ? paging.cursor.path : undefined)],
    ['paging', paging && 'lastId' in paging ? paging.lastId.path : undefined],
    ...Object.keys(where ?? {}).map(path => ['where', path] as [keyof RequestSettings, string]),
  ];
  return paths.flatMap(([key, path]) => (path === undefined ? [] : pathFault(key, path)));
}

function pathFault(key: keyof RequestSettings, path: string): RequestFault[] {
  const steps = parsePath(path);
  if (typeof steps !== 'string') return [];
  return [{ key, message: `\`${path}\` ${steps}`, fix: 'write it as in `data.users` or `meta.next`' }];
}

function faultsOfParent(name: string, all: Readonly<Record<string, RequestSettings>>): RequestFault[] {
  const above: string[] = [name];
  for (let parent = all[name]!.parent; parent !== undefined; parent = all[parent]!.parent) {
    if (!Object.hasOwn(all, parent)) {
      return above.length > 1
        ? []
        : [
            {
              key: 'parent',
              message: `there is no request \`${parent}\``,
              fix: `known: ${Object.keys(all).join(', ')}`,
            },
          ];
    }
    if (above.includes(parent))
      return [
        {
          key: 'parent',
          message: `the request is its own parent: ${[...above, parent].join(' → ')}`,
          fix: 'name another request',
        },
      ];
    above.push(parent);
    if (above.length > mostLevels)
      return [
        {
          key: 'parent',
          message: `more than ${mostLevels} requests are above each other`,
          fix: 'read rows of fewer levels',
        },
      ];
  }
  return [];
}
