// rolecall changes, rolecall find: what changed over time, and the search for objects.
import type { Command } from 'commander';
import { spanMs } from '../../iso-time.ts';
import { connectApi } from '../api/api-client.ts';
import type { CommonOptions } from '../deployment.ts';
import { addFormat, type Format } from '../format.ts';
import { printRows } from '../output.ts';
import { parsePositiveCount } from '../parse-number.ts';

/** Add the commands `changes` and `find`. @param common the options of all commands */
export function addHistory(rolecall: Command, common: () => CommonOptions): void {
  addFormat(rolecall.command('changes'), 'ndjson')
    .description('show what appeared, vanished and changed')
    .option(
      '--since <when>',
      'a version, a date or time of ISO 8601, or a span such as 7d or 24h; default: all that is kept',
    )
    .option('--type <type>', 'only objects of this type, for example Account')
    .option('-n, --limit <count>', 'number of objects to show', parsePositiveCount, 1000)
    .action(options => changes(common(), options));
  addFormat(rolecall.command('find <text...>'), 'ndjson')
    .description('find objects by name, username, e-mail address or id, despite typing errors')
    .option('--type <type>', 'only objects of this type, for example Account')
    .option('-n, --limit <count>', 'number of objects to show, at most 100', parsePositiveCount, 20)
    .action((words: string[], options) => find(common(), words.join(' '), options));
}

interface Change {
  readonly change: string;
  readonly objectType: string;
  readonly objectName: string;
  readonly objectId: string;
  readonly changedAt: string;
  readonly fields?: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[];
}

interface ChangesOptions {
  readonly since?: string;
  readonly type?: string;
  readonly limit: number;
  readonly format?: Format;
}

async function changes(common: CommonOptions, { since, type, limit, format }: ChangesOptions): Promise<void> {
  const span = since === undefined ? undefined : spanMs(since);
  const query = new URLSearchParams({
    ...(since !== undefined && { since: span === undefined ? since : new Date(Date.now() - span).toISOString() }),
    ...(type !== undefined && { objectType: type }),
  });
  const api = await connectApi(common);
  const found: Change[] = [];
  for await (const item of api.items(`/v1/changes?${query}`)) {
    if (found.length === limit) break;
    found.push(item as unknown as Change);
  }
  const view = ({ change, objectType, objectName, objectId, changedAt, fields }: Change) => ({
    changed: changedAt,
    change,
    type: objectType,
    name: objectName,
    id: objectId,
    fields: change === 'Changed' ? fields?.map(fieldText).join(', ') : undefined,
  });
  printRows(found, view, { format });
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
  readonly match: string;
}

async function find(
  common: CommonOptions,
  text: string,
  { type, limit, format }: { readonly type?: string; readonly limit: number; readonly format?: Format },
): Promise<void> {
  const query = new URLSearchParams({ q: text, limit: String(limit), ...(type !== undefined && { type }) });
  const { items } = await (await connectApi(common)).send('GET', `/v1/search?${query}`);
  const view = ({ objectType, objectName, objectId, alias, email, match }: Found) => ({
    type: objectType,
    name: objectName,
    alias,
    email,
    id: objectId,
    match,
  });
  printRows(items as readonly Found[], view, { format });
}
