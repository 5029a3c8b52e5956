// The first rows of a list of JSON, path by path: what a guess is made of.
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { SourceError } from '../../../src/connector/contract.ts';
import { parseExactly } from '../../../src/connector/exact-json.ts';
import { textOfCell } from '../mapping/cell.ts';
import { type PathStep, parsePath, valueAtPath } from '../mapping/json-path.ts';
import { itemsOf, listsIn } from '../rows/json/item-list.ts';
import { pathsOf } from '../rows/json/json-columns.ts';
import { parsedJsonFile } from '../rows/json/json-table.ts';
import { type Sample, sampleOfRows } from './sample.ts';

/** @returns the paths to single values as columns, and the paths to lists beside them */
export function sampleOfValues(values: readonly unknown[]): {
  readonly sample: Sample;
  readonly lists: readonly string[];
} {
  const paths = [...new Set(values.flatMap(pathsOf))];
  const single = paths.filter(path => !path.includes('[]'));
  const steps = single.map(path => parsePath(path) as readonly PathStep[]);
  const rows = values.map(value => steps.map(each => textOfCell(valueAtPath(value, each)) ?? ''));
  const header = single.map((name, index) => ({ name, label: labelOf(steps[index]!, name) }));
  return { sample: sampleOfRows(header, rows), lists: paths.filter(path => path.includes('[]')) };
}

/** Rows of a file that are looked at, and the bytes of JSON lines that are read for them. */
const looked = 2_000;
const lookedBytes = 16 * 1024 * 1024;

/** The list of a file with most rows, and its path. @throws SourceError, or the error of the system with its `code` */
export async function listOfFile(
  file: string,
  format: 'json' | 'json-lines',
): Promise<{ readonly rows: readonly unknown[]; readonly items: string | undefined }> {
  if (format === 'json') {
    const document = await parsedJsonFile(file, basename(file));
    const items = Array.isArray(document) ? undefined : largestList(document);
    const rows = itemsOf(document, items);
    if (typeof rows !== 'string') return { rows: rows.slice(0, looked), items };
    throw new SourceError([{ severity: 'error', place: file, message: rows, fix: 'name a file with a list' }]);
  }
  const rows: unknown[] = [];
  const lines = createInterface({
    input: createReadStream(file, { end: lookedBytes }),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) {
    try {
      if (line.trim() !== '') rows.push(parseExactly(line));
    } catch {
      // The check names lines that are no JSON. The last one may be cut off here.
    }
    if (rows.length >= looked) break;
  }
  return { rows, items: undefined };
}

/** The path of the list with most rows. */
export function largestList(document: unknown): string | undefined {
  const sizes = listsIn(document).flatMap(path => {
    const rows = itemsOf(document, path);
    return typeof rows === 'string' ? [] : [{ path, size: rows.length }];
  });
  return sizes.toSorted((one, other) => other.size - one.size)[0]?.path;
}

/** The last member of a path: that of `profile.email` is `email`. */
function labelOf(steps: readonly PathStep[], name: string): string {
  const last = steps.at(-1);
  return typeof last === 'object' && 'name' in last ? last.name : name;
}
