// The rows of a JSON file: the elements of a list in it. The file is read as a whole.
import { readFile, stat } from 'node:fs/promises';
import { SourceError } from '../../../../src/connector/contract.ts';
import { parseExactly } from '../../../../src/connector/exact-json.ts';
import type { FileOptions } from '../../description/config.ts';
import type { ColumnUse } from '../../mapping/mapping.ts';
import type { RowTable } from '../row-table.ts';
import { itemsOf } from './item-list.ts';
import { jsonColumns } from './json-columns.ts';
import { valueRows } from './value-rows.ts';

/** The largest JSON file: all of it is in memory while it is read. */
const jsonLimitBytes = 256 * 1024 * 1024;

/** @throws SourceError for a file that is no JSON, or has no list there */
export async function openJsonTable(
  path: string,
  name: string,
  options: FileOptions,
  uses: readonly ColumnUse[],
): Promise<RowTable> {
  const { size, mtimeMs } = await stat(path);
  const items = itemsOf(await parsedJsonFile(path, name), options.items);
  if (typeof items === 'string') {
    return refuse(name, items, 'set `items` of the file under `files` to the path of its list');
  }
  const columns = jsonColumns(uses, options.nulls);
  return {
    name,
    fingerprint: `${size}-${Math.round(mtimeMs)}`,
    column: columns.column,
    async *rows(from) {
      yield* valueRows(items, columns, index => `${name}[${index}]`, from);
    },
    unmatched: () => columns.unmatched(name),
  };
}

/** The document of a file. @param name for messages @throws SourceError when it is too large, or no JSON */
export async function parsedJsonFile(path: string, name: string): Promise<unknown> {
  const { size } = await stat(path);
  if (size > jsonLimitBytes) {
    const fix = 'write it as JSON lines, with one object on each line: these are read as a stream';
    refuse(name, `has ${size} bytes, and the limit of a JSON file is ${jsonLimitBytes}`, fix);
  }
  const bytes = await readFile(path);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(name, 'is not UTF-8', 'save it as UTF-8');
  }
  try {
    return parseExactly(text);
  } catch (error) {
    const message = `is not JSON: ${(error as Error).message.slice(0, 200)}`;
    const fix = 'export it again: it may have been cut off; for one object on each line, set `format: json-lines`';
    return refuse(name, message, fix);
  }
}

function refuse(place: string, message: string, fix: string): never {
  throw new SourceError([{ severity: 'error', place, message, fix }]);
}
