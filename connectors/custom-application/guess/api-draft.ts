// Makes a source from the address of a list of an API: a sample is fetched, and a description is guessed from it.
import { join } from 'node:path';
import { type ApiDraft, type ApiDraftOptions, SourceError } from '../../../src/connector/contract.ts';
import { asSourceError, type HttpClient, openHttpClient } from '../../../src/connector/http/client.ts';
import type { HttpAnswer } from '../../../src/connector/http/request.ts';
import { pagingOf } from '../rows/http/paging.ts';
import { RequestForm } from '../rows/http/request-form.ts';
import { secretsOfHeaders } from '../rows/http/settings.ts';
import { itemsOf } from '../rows/json/item-list.ts';
import { guessDescription } from './guess.ts';
import { largestList, sampleOfValues } from './json-sample.ts';
import { type GuessedPaging, pagingCandidates, totalPathOf } from './paging-guess.ts';
import { flow, oneLine } from './text.ts';

/** Requests that are sent to try guesses of the pagination. */
const mostTries = 12;

/** @throws SourceError when the address is none, or its answer has no list; SourceUnavailable */
export async function draftFromApi(address: string, options: ApiDraftOptions): Promise<ApiDraft> {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw refusal(
      address.slice(0, 200),
      'is no http or https address',
      'name the address of a list, such as https://app.example.org/api/users',
    );
  }
  const url = new URL(address);
  const base = new URL('.', url);
  const { headers, context, name } = options;
  const client = await openHttpClient({ baseUrl: base.href, context, headers, secrets: secretsOfHeaders(headers) });
  try {
    const fix = 'compare address and headers with what the documentation of the API says';
    const answer = await client.send({ url: address }).catch(error => Promise.reject(asSourceError(error, fix)));
    const request = await guessRequest(client, answer, url, base);
    const { sample, lists } = sampleOfValues(request.rows);
    const section = [
      `# ${oneLine(request.says)}`,
      'requests:',
      `  ${flow(request.name)}: ${flow(request.settings)}`,
      ...(lists.length > 0
        ? [`  # Lists in a row, for \`split\` or fields that are lists: ${oneLine(lists.join(', '))}`]
        : []),
      '',
    ];
    const origin = oneLine(`${url.origin}${url.pathname}`);
    const from = { name, origin, from: `request: ${flow(request.name)}`, section, sample };
    const { text, chosenByValues } = guessDescription(from);
    const main = join('config', `${name}.yaml`);
    return {
      texts: new Map([[main, text]]),
      copies: new Map(),
      main,
      origin: `guessed from ${request.rows.length} rows of ${origin}; look through it`,
      chosenByValues,
      settings: { http: { url: base.href.replace(/\/$/, '') } },
    };
  } finally {
    await client.close();
  }
}

interface GuessedRequest {
  readonly name: string;
  readonly settings: Record<string, unknown>;
  readonly rows: readonly unknown[];
  /** What was found out about the pages. */
  readonly says: string;
}

async function guessRequest(client: HttpClient, answer: HttpAnswer, url: URL, base: URL): Promise<GuessedRequest> {
  const { body } = answer;
  const items = Array.isArray(body) ? undefined : largestList(body);
  const rows = itemsOf(body, items);
  if (typeof rows === 'string') throw refusal(answer.subject, `the answer ${rows}`, 'name the address of a list');
  const path = url.pathname.slice(base.pathname.length);
  const query = Object.fromEntries(url.searchParams);
  const common = { path, ...(Object.keys(query).length > 0 && { query }), ...(items !== undefined && { items }) };
  const total = totalPathOf(answer, items);
  const paging = await triedPaging(client, answer, items, rows, common);
  const says = paging
    ? 'The pagination was tried: the second page has other rows.'
    : 'No pagination was found: if the list has more rows than one answer, add `paging`.';
  const settings = { ...common, ...(paging && { paging }), ...(total !== undefined && { total }) };
  return { name: /[A-Za-z0-9_-]+$/.exec(path)?.[0] ?? 'rows', settings, rows, says };
}

/** The first way of pagination whose second page has other rows. */
async function triedPaging(
  client: HttpClient,
  answer: HttpAnswer,
  items: string | undefined,
  rows: readonly unknown[],
  common: Readonly<Record<string, unknown>>,
): Promise<GuessedPaging | undefined> {
  for (const candidate of pagingCandidates(answer, items, rows.length).slice(0, mostTries)) {
    const form = RequestForm.parse({
      ...common,
      paging: JSON.parse(JSON.stringify(candidate), (_, value) => (value === true ? 'true' : value)),
    });
    const paging = pagingOf(form.paging);
    const next = paging.next({ answer, items: rows, before: 0, total: undefined }, undefined);
    if (typeof next !== 'string') continue;
    const page = paging.request(next);
    const request =
      page.url === undefined ? { url: form.path, query: { ...form.query, ...page.query } } : { url: page.url };
    const second = await client.send(request).catch(() => undefined);
    const other = second && itemsOf(second.body, items);
    if (other === undefined || typeof other === 'string' || other.length === 0) continue;
    const known = new Set(rows.map(row => JSON.stringify(row)));
    if (other.every(row => !known.has(JSON.stringify(row)))) return candidate;
  }
  return undefined;
}

function refusal(place: string, message: string, fix: string): SourceError {
  return new SourceError([{ severity: 'error', place, message, fix }]);
}
