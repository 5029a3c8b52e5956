// Connections of the GraphQL API, read page by page. An answer may have data and errors at once: what an error leaves out of an object is
// said with the object.
import type { Gap } from '../../src/connector/contract.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import type { HttpAnswer, HttpRequest } from '../../src/connector/http/request.ts';
import { type PageOfList, pagesOfList, type SourceList } from '../../src/connector/http/source-list.ts';
import { listAt, textAt, valueAt } from '../../src/connector/json-values.ts';
import type { GithubClient } from './client.ts';

export interface Connection {
  /** For messages. */
  readonly name: string;
  /** The query, with the variables `$login` and `$after`, and those of `variables`. */
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Where the connection is in the data. */
  readonly path: readonly string[];
  /** What to grant when GitHub refuses it. */
  readonly remedy: string;
}

/** A node or an edge of a connection. */
export interface ConnectionItem {
  readonly value: unknown;
  /** What errors of the answer say about it. */
  readonly faults: readonly string[];
}

const isRefusal = (type: string | undefined) =>
  type === 'FORBIDDEN' || type === 'INSUFFICIENT_SCOPES' || type === 'UNAUTHORIZED';

/**
 * Pages whose items are {@link ConnectionItem}. An item that an error hides whole is a gap.
 * @param from cursor of the page to begin with; undefined: the first one
 */
export async function* connectionPages(
  client: GithubClient,
  connection: Connection,
  from?: string,
): AsyncGenerator<ConnectionPage> {
  const send = async (request: HttpRequest) => {
    const answer = await client.http.send(request);
    expectConnection(answer, connection);
    return answer;
  };
  for await (const page of pagesOfList({ send }, sourceList(client, connection), from)) {
    const items = page.items as readonly ConnectionItem[];
    const hidden = items.filter(({ value }) => (value ?? undefined) === undefined);
    const gaps = hidden.map(({ faults }) => hiddenItem(connection, faults));
    yield { ...page, items: items.filter(item => !hidden.includes(item)), gaps: [...page.gaps, ...gaps] };
  }
}

interface ConnectionPage extends PageOfList {
  readonly items: readonly ConnectionItem[];
}

function hiddenItem({ name, remedy }: Connection, [fault]: readonly string[]): Gap {
  const message = `${fault ?? 'GitHub hides an object of the list'}; ${remedy}`;
  return {
    reason: fault === undefined ? 'failed' : 'forbidden',
    subject: `GraphQL ${name}`,
    message,
    missing: 'objects',
  };
}

/** All items of a connection, with its gaps. */
export async function wholeConnection(
  client: GithubClient,
  connection: Connection,
): Promise<{ items: ConnectionItem[]; gaps: Gap[] }> {
  const [items, gaps] = [[] as ConnectionItem[], [] as Gap[]];
  for await (const page of connectionPages(client, connection)) {
    items.push(...page.items);
    gaps.push(...page.gaps);
  }
  return { items, gaps };
}

function sourceList(client: GithubClient, { name, query, variables, path, remedy }: Connection): SourceList {
  return {
    name: `GraphQL ${name}`,
    request: from => ({
      ...{ method: 'POST', url: client.graphqlUrl, isIdempotent: true },
      json: { query, variables: { login: client.login, ...variables, after: from ?? null } },
    }),
    items: body => itemsOf(body, path),
    next: ({ body }) => cursorAfter(valueAt(body, 'data', ...path)),
    remedy,
  };
}

const cursorAfter = (connection: unknown) =>
  valueAt(connection, 'pageInfo', 'hasNextPage') === true ? textAt(connection, 'pageInfo', 'endCursor') : undefined;

/** @throws HttpError when the connection is not in the answer, or does not say whether it goes on */
function expectConnection(answer: HttpAnswer, { name, path }: Connection): void {
  const subject = `GraphQL ${name}`;
  const connection = valueAt(answer.body, 'data', ...path);
  if (connection === undefined) throw errorOf(answer, subject);
  const hasNext = valueAt(connection, 'pageInfo', 'hasNextPage');
  if (typeof hasNext !== 'boolean' || (hasNext && cursorAfter(connection) === undefined))
    throw new HttpError(subject, 'the answer does not say where the next page is');
}

function errorOf({ body }: HttpAnswer, subject: string): HttpError {
  const [error] = listAt(body, 'errors');
  const message = textAt(error, 'message');
  if (message === undefined) return new HttpError(subject, 'the answer has no list where it should be');
  return new HttpError(subject, message.slice(0, 500), isRefusal(textAt(error, 'type')) ? 403 : undefined);
}

function itemsOf(body: unknown, path: readonly string[]): ConnectionItem[] | undefined {
  const connection = valueAt(body, 'data', ...path);
  const member = Array.isArray(valueAt(connection, 'edges')) ? 'edges' : 'nodes';
  const list = valueAt(connection, member);
  if (!Array.isArray(list)) return undefined;
  const faults = faultsByIndex(body, [...path, member]);
  return list.map((value, index) => ({ value, faults: faults.get(index) ?? [] }));
}

/** Index of an item → messages of the errors inside it. */
function faultsByIndex(body: unknown, path: readonly string[]): Map<number, string[]> {
  const faults = new Map<number, string[]>();
  for (const error of listAt(body, 'errors')) {
    const place = listAt(error, 'path');
    const index = place[path.length];
    if (typeof index !== 'number' || path.some((name, depth) => place[depth] !== name)) continue;
    faults.set(index, [...(faults.get(index) ?? []), (textAt(error, 'message') ?? 'an error').slice(0, 500)]);
  }
  return faults;
}

/** The data of a query that is no connection. @throws HttpError when there are errors */
export async function graphqlData(
  client: GithubClient,
  name: string,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  const json = { query, variables: { login: client.login, ...variables } };
  const answer = await client.http.send({ method: 'POST', url: client.graphqlUrl, json, isIdempotent: true });
  const data = valueAt(answer.body, 'data');
  if (listAt(answer.body, 'errors').length > 0 || data === undefined) throw errorOf(answer, `GraphQL ${name}`);
  return data;
}

/**
 * The items of a connection inside an item: those that came with it, and the rest by further requests.
 * @param more the connection by itself, of the object with this id
 */
export async function innerItems(
  client: GithubClient,
  inner: unknown,
  more: Connection,
): Promise<{ items: unknown[]; gaps: Gap[] }> {
  const first = listAt(inner, 'edges').length > 0 ? listAt(inner, 'edges') : listAt(inner, 'nodes');
  const from = cursorAfter(inner);
  const [items, gaps] = [[...first], [] as Gap[]];
  if (from === undefined) return { items, gaps };
  for await (const page of connectionPages(client, more, from)) {
    items.push(...page.items.map(({ value }) => value));
    gaps.push(...page.gaps);
  }
  return { items, gaps };
}
