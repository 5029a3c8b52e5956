// rolecall diff: who gained and lost what between two versions. The rows are those of the export `accessChanges`.
import process from 'node:process';
import readline from 'node:readline';
import { exportContext } from '../../exports/contexts.ts';
import { connectApi } from '../api/api-client.ts';
import type { CommonOptions } from '../deployment.ts';
import { completedExport } from '../exports/completed-export.ts';
import { parseFilter } from '../exports/export-params.ts';
import type { Format } from '../format.ts';
import { grouped, isTerminal, printJson, printLine, printRows } from '../output.ts';
import { progressOn } from '../progress-line.ts';

export interface DiffOptions {
  readonly filter: readonly string[];
  readonly format?: Format;
  readonly limit?: number;
}

/** A row of the export. Absent values are null. */
interface AccessChange {
  readonly personName: string | null;
  readonly sourceId: string;
  readonly accountAlias: string;
  readonly change: string;
  readonly objectType: string;
  readonly objectName: string | null;
  readonly objectId: string;
  readonly gained: string | null;
  readonly lost: string | null;
}

const context = 'accessChanges';
/** Persons first, so that what one person gained and lost is together. */
const order = ['personName', 'personId', 'accountAlias'].map(field => ({ field, sortType: 'asc' }));
const tableRows = 1000;

/** @param since, until as `namedVersion` returns them; without `until`: the version in service */
export async function diff(
  common: CommonOptions,
  since: string,
  until: string | undefined,
  { filter, format = isTerminal() ? 'table' : 'ndjson', limit }: DiffOptions,
): Promise<void> {
  const filterBy = filter.map(text => parseFilter(exportContext(context)!, text));
  const api = await connectApi(common);
  const progress = progressOn(process.stderr);
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  try {
    const params = { filterBy, sortBy: order, format: 'jsonl' };
    const request = { context, since, params, ...(until !== undefined && { asOf: until }) };
    const { manifest, content } = await completedExport(api, request, cancel.signal, progress);
    progress.end();
    const most = limit ?? (format === 'table' || format === 'markdown' ? tableRows : undefined);
    const rows: AccessChange[] = [];
    let printed = 0;
    for await (const line of readline.createInterface({ input: content })) {
      if (printed === most) break;
      printed += 1;
      const row = JSON.parse(line) as AccessChange;
      // Lines need not wait for each other, however many there are.
      if (format === 'ndjson') printJson(row);
      else rows.push(row);
    }
    if (format !== 'ndjson')
      printRows(rows, view, { format, essential: ['person', 'object', 'change'], main: ['source', 'gained', 'lost'] });
    const count = printed < manifest.rows ? `${grouped(printed)} of ${grouped(manifest.rows)}` : grouped(manifest.rows);
    const noun = count === '1' ? 'change' : 'changes';
    printLine(`${count} ${noun} of access from version ${manifest.since} to ${manifest.version}`, process.stderr);
  } catch (error) {
    progress.end();
    if (!cancel.signal.aborted) throw error;
    process.stderr.write('cancelled\n');
    process.exitCode = 130;
  }
}

function view(row: AccessChange): Record<string, unknown> {
  return {
    person: row.personName,
    account: row.accountAlias,
    source: row.sourceId,
    change: row.change,
    object: row.objectName ?? row.objectId,
    type: row.objectType,
    gained: row.gained,
    lost: row.lost,
  };
}
