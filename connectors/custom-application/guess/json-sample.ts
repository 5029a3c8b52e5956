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
  const paths = [...new Set(values.flatMap(value => pathsOf(value)))];
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

/** Names that say which of several values it is: `mail.primary`, `email.value`. */
const choices = /^(primary|work|business|main|default|current|value|text|address)$/i;
/** Names that need the one above to say what they are about: `name.first`, `name.full`. */
const parts = /^(first|given|last|family|full|display|legal)$/i;
/** Objects that a row is not about: their name or address is none of the row. */
const others =
  /^(manager|supervisor|department|dept|division|company|organi[sz]ation|team|role|group|country|location|office|site)$/i;

/** What a path is about, as a column would be named: `email` of `profile.email`, `mail` of `mail.primary`, `manager email` of `manager.email`. */
function labelOf(steps: readonly PathStep[], name: string): string {
  const [above, last] = [steps.at(-2), steps.at(-1)].map(step =>
    typeof step === 'object' && 'name' in step ? step.name : undefined,
  );
  if (last === undefined) return name;
  if (above === undefined) return last;
  if (choices.test(last)) return above;
  if (parts.test(last)) return `${last} ${above}`;
  return others.test(above) ? `${above} ${last}` : last;
}
