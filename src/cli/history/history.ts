// rolecall changes, rolecall find: what changed over time, and the search for objects.
import { connectApi } from '../api/api-client.ts';
import { type AsOfOption, asOfQuery } from '../as-of.ts';
import { sourceNames } from '../changes/named-objects.ts';
import type { CommonOptions } from '../deployment.ts';
import type { Format } from '../format.ts';
import { printRows } from '../output.ts';

interface Change {
  readonly change: string;
  readonly objectType: string;
  readonly objectName: string;
  readonly objectId: string;
  readonly applicationInstanceId: string;
  readonly changedAt: string;
  readonly fields?: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[];
}

interface ChangesOptions {
  readonly since?: string;
  readonly type?: string;
  readonly limit: number;
  readonly format?: Format;
}

export async function changes(common: CommonOptions, { since, type, limit, format }: ChangesOptions): Promise<void> {
  const query = new URLSearchParams({
    ...(since !== undefined && { since }),
    ...(type !== undefined && { objectType: type }),
  });
  const api = await connectApi(common);
  const found: Change[] = [];
  for await (const item of api.items(`/v1/changes?${query}`)) {
    if (found.length === limit) break;
    found.push(item as unknown as Change);
  }
  const sources = await sourceNames(api);
  const view = ({ change, objectType, objectName, objectId, applicationInstanceId, changedAt, fields }: Change) => ({
    changed: changedAt,
    change,
    type: objectType,
    name: objectName,
    source: sources(applicationInstanceId),
    id: objectId,
    fields: change === 'Changed' ? fields?.map(fieldText).join(', ') : undefined,
  });
  printRows(found, view, { format, essential: ['change', 'name', 'source'], main: ['changed', 'type', 'fields'] });
}

function fieldText({ field, before, after }: NonNullable<Change['fields']>[number]): string {
  const shown = (value: unknown) => (value === undefined ? '–' : JSON.stringify(value));
  return `${field}: ${shown(before)} → ${shown(after)}`;
}

interface Found {
  readonly objectType: string;
  readonly objectName?: string;
  readonly objectId: string;
  readonly alias?: string;
  readonly email?: string;
  /** Missing for an edge, which is served as a text. */
  readonly applicationInstanceId?: string;
  readonly match: string;
}

export async function find(
  common: CommonOptions,
  text: string,
  {
    type,
    limit,
    format,
    asOf,
  }: AsOfOption & { readonly type?: string; readonly limit: number; readonly format?: Format },
): Promise<void> {
  const query = new URLSearchParams({ q: text, limit: String(limit), ...(type !== undefined && { type }) });
  const api = await connectApi(common);
  const { items } = await api.send('GET', `/v1/search?${query}${asOfQuery({ asOf }, '&')}`);
  const sources = await sourceNames(api);
  const view = ({ objectType, objectName, objectId, alias, email, applicationInstanceId, match }: Found) => ({
    type: objectType,
    name: objectName,
    source: sources(applicationInstanceId),
    alias,
    email,
    id: objectId,
    match,
  });
  printRows(items as readonly Found[], view, { format, essential: ['name', 'source', 'id'], main: ['type', 'alias'] });
}
