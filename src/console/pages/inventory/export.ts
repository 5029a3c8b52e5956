// Exports of a list.

import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api, authenticatedFetch } from '../../api/api.ts';
import { saveRows } from '../../api/save-rows.ts';
import { csvFile, withEmptiedCells } from '../../components/files/csv.ts';
import { fileNameOf } from '../../components/files/file-name.ts';
import { openFile, saveFile } from '../../components/files/save-file.ts';
import { savedValue } from '../../components/text/value.tsx';
import { fetchAssumed } from '../../objects/assumed-fields.ts';
import type { ListSearch } from '../../objects/list-filter.ts';
import type { CollectionPath } from '../../objects/object-types.ts';
import { type Collection, fetchListPage, listQuery } from './collection.ts';
import { fieldsOf, type ListColumn } from './list-table.tsx';

type DownloadContext = Schemas['DownloadCreation']['context'];

/** Contexts with one row for each object of a collection. The fields of their filters have the names of the list. */
const contexts: Partial<Record<CollectionPath, DownloadContext>> = {
  '/v1/accounts': 'accessInventoryAccounts',
};

export function exportContext(path: CollectionPath): DownloadContext | undefined {
  return contexts[path];
}

const pollMs = 700;

/** Every column of the rows, written by the service. @throws ApiError when the export has no column for a filter */
export async function exportList(collection: Collection, search: ListSearch, signal: AbortSignal): Promise<void> {
  const { filter = [], sort, source } = search;
  const filterBy = filter.map(each => {
    const field = collection.fields.find(({ name }) => name === each.field);
    return { ...each, dataType: field?.dataType ?? 'string' };
  });
  const ofSource = { field: 'applicationInstanceId', filterType: 'eq', dataType: 'string', values: [source] };
  const sortBy = sort === undefined ? [] : [sorting(sort)];
  const body = {
    context: contexts[collection.path],
    params: { filterBy: [...filterBy, ...(source === undefined ? [] : [ofSource])], sortBy, format: 'csv' },
  } as Schemas['DownloadCreation'];
  const { data: request } = await api.POST('/v1/downloads', {
    body,
    headers: { 'idempotency-key': crypto.randomUUID() },
    signal,
  });
  const { id } = request as Schemas['DownloadRequest'];
  for (;;) {
    const { data } = await api.GET('/v1/downloads/{id}', { params: { path: { id } }, signal });
    if (data!.status === 'completed') {
      const { pathname, search: query } = new URL(data!.url!);
      await openExport(pathname + query, collection, signal);
      return;
    }
    if (data!.error) throw new Error(`${data!.error.code}: ${data!.error.message}`);
    await new Promise(resolve => setTimeout(resolve, pollMs));
    signal.throwIfAborted();
  }
}

/** The service writes the defaults of the interface where a source does not say something; in the file of a reader, these cells are empty. */
async function openExport(address: string, { title, type }: Collection, signal: AbortSignal): Promise<void> {
  const name = fileNameOf(title, 'csv');
  const assumed = await fetchAssumed(type.type);
  if (assumed.size === 0) {
    openFile(address, name);
    return;
  }
  const { body } = await authenticatedFetch(new Request(address, { signal }));
  // The types of the two streams differ in the kind of buffer only.
  const text = body!.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>);
  saveFile(name, await withEmptiedCells(text, row => assumed.get(row.get('applicationInstanceId') ?? '') ?? []));
}

function sorting(sort: string) {
  return sort.startsWith('-')
    ? ({ field: sort.slice(1), sortType: 'desc' } as const)
    : ({ field: sort, sortType: 'asc' } as const);
}

/** The table that the reader sees, page by page from the list: name and source, and the chosen columns. @param onRows how many rows have been read */
export async function saveTable(
  collection: Collection,
  columns: readonly ListColumn[],
  search: ListSearch,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<void> {
  const query = listQuery(collection, search, fieldsOf(columns));
  async function* lines() {
    let rows = 0;
    for (let token: string | undefined; ; ) {
      const { items, nextPageToken } = await fetchListPage(
        collection,
        query,
        fieldsOf(columns),
        { pageToken: token },
        signal,
      );
      yield items.map(row => columns.map(({ csv }) => savedValue(csv(row))));
      rows += items.length;
      onRows(rows);
      if (nextPageToken === undefined) return;
      token = nextPageToken;
    }
  }
  const header = columns.map(({ header: name }) => name);
  await saveRows(`${collection.title}.csv`, await csvFile(header, lines()));
}
