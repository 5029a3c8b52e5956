// Lookups: the key and value columns of some rows, held in memory while other rows are read.
import { SourceError } from '../../../src/connector/contract.ts';
import { notText, textOfCell } from '../mapping/cell.ts';
import type { LookupResult, LookupUse } from '../mapping/mapping.ts';
import type { Row, RowTable } from './row-table.ts';

/** The most keys that a lookup holds. */
const lookupLimitKeys = 5_000_000;

const ambiguous = Symbol('ambiguous');

export type Finder = (key: string) => LookupResult;

export interface Lookup {
  readonly find: Finder;
  /** Names the first row that cannot be read, and counts the others. The keys of these rows are not found. */
  readonly fault?: string;
}

/** Read the rows once. @param table has the columns of `use` */
export async function loadLookup(table: RowTable, use: LookupUse, signal: AbortSignal): Promise<Lookup> {
  const [keyIndex, valueIndex] = [table.column(use.key), table.column(use.value)];
  const texts = new Map<string, string | typeof ambiguous>();
  const faults: string[] = [];
  let faulty = 0;
  const note = (fault: string) => {
    faulty += 1;
    if (faults.length === 0) faults.push(fault);
  };
  for await (const { rows, gaps = [] } of table.rows()) {
    signal.throwIfAborted();
    for (const gap of gaps) note(`${gap.subject}: ${gap.message}`);
    for (const row of rows) {
      const found = row.fault ?? pairOf(row, keyIndex, valueIndex, use);
      if (typeof found === 'string') {
        note(`${row.place}: ${found}`);
        continue;
      }
      const { key, value } = found;
      texts.set(key, texts.has(key) && texts.get(key) !== value ? ambiguous : value);
    }
    if (texts.size > lookupLimitKeys) {
      const message = `a lookup in ${table.name} would hold more than the limit of ${lookupLimitKeys} keys`;
      const fix = 'write the value into the rows themselves';
      throw new SourceError([{ severity: 'error', place: use.place, message, fix }]);
    }
  }
  const find: Finder = key => {
    const text = texts.get(key);
    if (text === undefined) return 'none';
    return text === ambiguous ? 'ambiguous' : { text };
  };
  for (const { place, message } of table.unmatched?.() ?? []) note(`${place}: ${message}`);
  if (faulty === 0) return { find };
  const others = faulty > 1 ? `, and ${faulty - 1} more rows` : '';
  return { find, fault: `what was looked up in ${use.rows.name} may be missing: ${faults[0]}${others}` };
}

function pairOf({ cells }: Row, keyIndex: number, valueIndex: number, use: LookupUse) {
  const [key, value] = [textOfCell(cells[keyIndex]), textOfCell(cells[valueIndex])];
  if (key === undefined) return `column \`${use.key}\` ${notText(cells[keyIndex])}`;
  if (value === undefined) return `column \`${use.value}\` ${notText(cells[valueIndex])}`;
  return { key, value };
}
