// rolecall queries import and export: saved queries as files, for version control, reviews and moves.
import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../../errors.ts';
import { queryPack } from '../../queries/pack.ts';
import { nameKey } from '../../state/saved-queries.ts';
import { type ApiClient, connectApi } from '../api/api-client.ts';
import type { CommonOptions } from '../deployment.ts';
import { printRows } from '../output.ts';
import { allSaved, createSaved, type SavedRecord, updateSaved } from './queries.ts';
import { parseQueryFile, type QueryFile, queryFileNames, queryFileText } from './query-file.ts';
import { readTextFile } from './sql-source.ts';

interface ImportResult {
  readonly name: string;
  readonly file: string;
  readonly result: 'created' | 'unchanged' | 'updated' | 'kept' | 'failed';
  readonly error?: string;
}

/**
 * Save the queries of files. Saved queries that are equal to their file are left alone.
 * @param places files, and folders of `.sql` files; none: the queries that are shipped with the service
 * @param keep do not replace saved queries that differ from their file
 */
export async function importQueries(options: CommonOptions, places: readonly string[], keep: boolean): Promise<void> {
  const files = places.length === 0 ? shippedQueries() : readQueryFiles(places);
  const api = await connectApi(options);
  const saved = new Map((await allSaved(api)).map(query => [nameKey(query.name), query]));
  const results: ImportResult[] = [];
  for (const file of files) results.push(await importOne(api, file, saved.get(nameKey(file.name)), keep));
  printRows(results, ({ name, result, file, error }) => ({ query: name, result, file, error: error ?? '' }));
  const failed = results.filter(({ result }) => result === 'failed').length;
  if (failed > 0) throw new OperatorError(`${failed} of ${results.length} queries were not imported`);
}

/** Write each saved query to its own file. An existing file is only overwritten if it contains the same query. */
export async function exportQueries(options: CommonOptions, folder: string): Promise<void> {
  const queries = await allSaved(await connectApi(options));
  const names = queryFileNames(queries.map(query => query.name));
  const files = queries.map(query => ({ query, file: path.join(folder, names.get(query.name)!) }));
  const taken = files.find(({ query, file }) => fs.existsSync(file) && !holds(file, query.name));
  if (taken) {
    throw new OperatorError(
      `${taken.file} is there already and is not the query \`${taken.query.name}\`; choose another folder`,
    );
  }
  try {
    fs.mkdirSync(folder, { recursive: true });
    for (const { query, file } of files) fs.writeFileSync(file, queryFileText(query));
  } catch (cause) {
    throw new OperatorError(`${folder}: cannot be written (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
  printRows(
    files.map(({ query, file }) => ({ name: query.name, file })),
    row => row,
  );
}

function holds(file: string, name: string): boolean {
  try {
    return nameKey(parseQueryFile(readTextFile(file), file).name) === nameKey(name);
  } catch (error) {
    if (error instanceof OperatorError) return false;
    throw error;
  }
}

async function importOne(
  api: ApiClient,
  { file, query_string, ...wanted }: QueryFile,
  saved: SavedRecord | undefined,
  keep: boolean,
): Promise<ImportResult> {
  const { name } = wanted;
  const text = { query_string, ...wanted };
  try {
    if (!saved) {
      await createSaved(api, text);
      return { name, file, result: 'created' };
    }
    const model = wanted.model ?? saved.model;
    const isEqual =
      saved.name === name &&
      saved.query_string === query_string &&
      saved.description === wanted.description &&
      saved.model === model;
    if (isEqual) return { name, file, result: 'unchanged' };
    if (keep) return { name, file, result: 'kept' };
    await updateSaved(api, saved, { ...text, model });
    return { name, file, result: 'updated' };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { name, file, result: 'failed', error: error.message };
  }
}

function shippedQueries(): QueryFile[] {
  return queryPack().map(({ file, name, description, query_string }) => ({ file, name, description, query_string }));
}

/** @throws OperatorError with every problem of the files, before anything is imported */
function readQueryFiles(places: readonly string[]): QueryFile[] {
  const problems: string[] = [];
  const files = places.flatMap(place => {
    const isFolder = fs.statSync(place, { throwIfNoEntry: false })?.isDirectory();
    return isFolder ? sqlFilesOf(place) : [place];
  });
  const queries = files.flatMap(file => {
    try {
      return [parseQueryFile(readTextFile(file), file)];
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      problems.push(error.message);
      return [];
    }
  });
  const seen = new Map<string, string>();
  for (const { name, file } of queries) {
    const other = seen.get(nameKey(name));
    if (other !== undefined) problems.push(`${file}: has the name \`${name}\`, and so has ${other}`);
    seen.set(nameKey(name), file);
  }
  if (files.length === 0) problems.push(`there is no .sql file in ${places.join(', ')}`);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  return queries;
}

function sqlFilesOf(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
    .map(name => path.join(folder, name));
}
