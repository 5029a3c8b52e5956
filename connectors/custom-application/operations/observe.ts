// Sees the state of a target in an API, as the description says. What cannot be seen is an error, never an absent state.
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { requestChange } from '../../../src/connector/http/change-request.ts';
import { textOfCell } from '../mapping/cell.ts';
import { type PathStep, parsePath, valueAtPath } from '../mapping/json-path.ts';
import { listPages } from '../rows/http/list-pages.ts';
import type { ChangedApi } from './changed-api.ts';
import type { ObserveSettings } from './operation-form.ts';
import { filledQuery, filledText, filledUrl, type TargetValues } from './templates.ts';

/**
 * What the API has of a target; undefined when it has no such object, row or membership.
 * @returns `value`: the text at the path that `observe` names
 * @throws ChangeRefused when a part of the target does not exist, or it cannot be seen
 */
export async function observedInApi(
  api: ChangedApi,
  observe: ObserveSettings,
  values: TargetValues,
): Promise<{ readonly value: string | undefined } | undefined> {
  for (const path of observe.exists ?? []) await expectThere(api, path, values);
  const row = await rowOf(api, observe, values);
  return row && { value: observe.value === undefined ? undefined : textAt(row.value, observe.value) };
}

const notThere = [404, 410];

async function expectThere({ api, base, system }: ChangedApi, path: string, values: TargetValues): Promise<void> {
  const { status } = await requestChange(api, system, { url: filledUrl(path, values, base), accepts: notThere });
  if (notThere.includes(status)) throw new ChangeRefused(`${system} has no ${filledText(path, values)}`);
}

/** @returns undefined when there is no such row */
async function rowOf(
  { api, base, system }: ChangedApi,
  { path, query, items, paging, absent = [], find }: ObserveSettings,
  values: TargetValues,
): Promise<{ readonly value: unknown } | undefined> {
  const filled = filledQuery(query, values);
  const url = filledUrl(path, values, base);
  if (items === undefined && find === undefined) {
    const accepts = absent.map(Number);
    const answer = await requestChange(api, system, { url, query: filled, accepts });
    return accepts.includes(answer.status) ? undefined : { value: answer.body };
  }
  const wanted = Object.entries(find ?? {}).map(([name, text]) => [name, filledText(text, values)] as const);
  const settings = { path, query: filled, items, paging, absent: [...absent] };
  const list = { name: 'observe', settings, api, base, since: {} };
  for await (const { items: rows, gaps } of listPages(list, values)) {
    for (const row of rows) if (wanted.every(([name, text]) => textAt(row, name) === text)) return { value: row };
    // The row may be in what was not seen.
    if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
  }
  return undefined;
}

function textAt(row: unknown, path: string): string | undefined {
  const isRow = path === '$row';
  const value = isRow ? row : valueAtPath(row, parsePath(path) as readonly PathStep[]);
  return value === undefined || value === null ? undefined : textOfCell(value);
}

/** How many rows a list has, up to the first page that has any. @throws ChangeRefused when it cannot be seen */
export async function hasRows(
  { api, base }: ChangedApi,
  { path, items }: { readonly path: string; readonly items?: string | undefined },
  values: TargetValues,
): Promise<boolean> {
  filledUrl(path, values, base);
  const list = { name: 'members', settings: { path, items }, api, base, since: {} };
  for await (const { items: rows, gaps } of listPages(list, values)) {
    if (rows.length > 0) return true;
    if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
  }
  return false;
}
