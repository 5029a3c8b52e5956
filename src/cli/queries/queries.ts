// rolecall queries: list, show, save and delete saved queries.
import process from 'node:process';
import { OperatorError } from '../../errors.ts';
import { didYouMean } from '../../nearest.ts';
import { nameKey } from '../../state/saved-queries.ts';
import { printableText } from '../../text/printable.ts';
import { type ApiClient, connectApi, type Json } from '../api/api-client.ts';
import type { CommonOptions } from '../deployment.ts';
import type { Format } from '../format.ts';
import { isTerminal, printRows } from '../output.ts';
import { readSql, type SqlSource } from './sql-source.ts';

/** A saved query, as the API returns it. */
export interface SavedRecord {
  readonly query_id: string;
  readonly name: string;
  readonly query_string: string;
  readonly model: string;
  readonly description?: string;
  readonly version: number;
}

const path = '/v1/query/saved-queries';

export async function listQueries(options: CommonOptions, format?: Format): Promise<void> {
  printRows(
    await allSaved(await connectApi(options)),
    query => ({
      name: query.name,
      version: query.version,
      description: query.description?.replace(/\n.*/s, ''),
      id: query.query_id,
    }),
    { format, whole: ['name'] },
  );
}

/** Print the saved text unchanged: `rolecall queries show NAME > file.sql`. */
export async function showQuery(options: CommonOptions, name: string): Promise<void> {
  const { query_string } = await findSaved(await connectApi(options), name);
  process.stdout.write(isTerminal() ? `${printableText(query_string)}\n` : query_string);
}

export async function saveQuery(
  options: CommonOptions,
  name: string,
  source: SqlSource,
  { description, model, replace }: { description?: string; model?: string; replace: boolean },
): Promise<void> {
  const api = await connectApi(options);
  const text = { name, query_string: await readSql(source), ...(description !== undefined && { description }) };
  const former = replace ? matching(await allSaved(api), name) : undefined;
  const saved = former
    ? await updateSaved(api, former, { description: former.description, ...text, model: model ?? former.model })
    : await createSaved(api, { ...text, ...(model !== undefined && { model }) });
  process.stderr.write(`saved as ${saved.query_id}, version ${saved.version}\n`);
}

export async function deleteQuery(options: CommonOptions, name: string): Promise<void> {
  const api = await connectApi(options);
  const { query_id } = await findSaved(api, name);
  await api.send('DELETE', `${path}/${query_id}`);
}

export async function allSaved(api: ApiClient): Promise<SavedRecord[]> {
  const found: SavedRecord[] = [];
  for await (const item of api.items(`${path}?pageSize=200`)) found.push(item as unknown as SavedRecord);
  return found;
}

/** The saved query with this name (in any case) or id. @throws OperatorError that suggests the nearest name */
export async function findSaved(api: ApiClient, name: string): Promise<SavedRecord> {
  const all = await allSaved(api);
  const found = matching(all, name) ?? all.find(query => query.query_id === name);
  if (found) return found;
  const names = all.map(query => query.name);
  const containing = names.filter(each => nameKey(each).includes(nameKey(name)));
  const hint =
    didYouMean(name, names) ??
    (containing.length > 0
      ? `there are: ${containing.join(', ')}`
      : `\`rolecall queries\` lists all ${names.length} saved queries`);
  throw new OperatorError(`there is no saved query \`${name}\`; ${hint}`);
}

export async function createSaved(api: ApiClient, text: Json): Promise<SavedRecord> {
  return (await api.send('POST', path, text)) as unknown as SavedRecord;
}

/** Replace a saved query, unless it was changed since it was read. */
export async function updateSaved(
  api: ApiClient,
  { query_id, version }: SavedRecord,
  text: Json,
): Promise<SavedRecord> {
  return (await api.send('PUT', `${path}/${query_id}`, { ...text, version })) as unknown as SavedRecord;
}

function matching(all: readonly SavedRecord[], name: string): SavedRecord | undefined {
  return all.find(query => nameKey(query.name) === nameKey(name));
}
