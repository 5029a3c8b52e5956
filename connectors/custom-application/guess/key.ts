// Finds the column by which the rows of a file belong to one account.
import { guessDateFormat } from './date-format.ts';
import { accountFields, fitsNumber, hasHolder, idNames, isOfHolder, isOfSomeoneElse, plain } from './names.ts';
import type { Sample, SampledColumn } from './sample.ts';
import { kindOfValues } from './values.ts';

export interface Key {
  readonly column: SampledColumn;
  /** Several rows have the same text in it. */
  readonly repeats: boolean;
  /** Rows that have nothing in it: a read rejects them. */
  readonly rowsWithout: number;
  /** No column is called like an id. This one is different in every row. */
  readonly isByValues: boolean;
}

const [, numberNames] = accountFields.find(([field]) => field === 'employeeNumber')!;

/** With fewer distinct texts than this share of the rows, the rows are not accounts, but memberships or other things of accounts. */
const leastDistinct = 0.9;

/** The columns that may describe an account: all, or those of the holder where the file names one. */
export function columnsOfAccounts({ columns }: Sample): readonly SampledColumn[] {
  return hasHolder(columns.map(({ name }) => name)) ? columns.filter(({ name }) => isOfHolder(name)) : columns;
}

/**
 * Whether rows that lack something are exceptions: at most one row in ten, or a single one of at least four. In a short list a single row
 * is more than a tenth; in a list of three it would be a third, and a sync holds a source back of which that many records are rejected.
 */
export function areExceptions(without: number, rows: number): boolean {
  return without * 10 <= rows || (without === 1 && rows >= 4);
}

/** Different in every row that has it, and few rows lack it. */
const tellsMostApart = ({ label, cells, texts }: SampledColumn) =>
  !isOfSomeoneElse(label) &&
  new Set(texts).size === texts.length &&
  areExceptions(cells.length - texts.length, cells.length);

/**
 * A column that is called like an id, otherwise one with a different text in every row; undefined when there is none. A column that is
 * called like an id and that few rows lack is better than one without such a name that all rows have: a display name changes, and two
 * people may have the same, whereas a row that is rejected is seen, and can be mended in the file.
 */
export function accountKey(sample: Sample): Key | undefined {
  const columns = columnsOfAccounts(sample);
  const alike = idNames.map(pattern =>
    columns.filter(column => column.texts.length > 0 && pattern.test(plain(column.label))),
  );
  const named = alike.map(each => each.filter(column => column.isFilled));
  const repeated = named
    .slice(1)
    .flat()
    .find(column => new Set(column.texts).size < leastDistinct * sample.rows);
  const ids = named[0]!;
  const isOfRow = ({ label }: SampledColumn) => /^(id|guid|uuid)$/.test(plain(label)) && !isOfHolder(label);
  // Where user names repeat, a column `ID` numbers the rows: memberships or assignments.
  const candidates = repeated ? [...ids.filter(column => !isOfRow(column)), ...named.slice(1).flat()] : named.flat();
  // A number of a person never changes, a user name may.
  const numbers = columns.filter(({ name, texts }) => numberNames.test(plain(name)) && fitsNumber(name, texts));
  const best = [...ids, ...numbers, ...candidates];
  const ofMost = [...alike[0]!, ...numbers, ...alike.slice(1).flat()];
  const single = repeated ? undefined : (best.find(column => column.isUnique) ?? ofMost.find(tellsMostApart));
  const found = single ?? candidates[0];
  if (found) return keyOfColumn(found, !single);
  const unique = columns.filter(column => column.isUnique && guessDateFormat(column.texts) === undefined);
  const ofKind = (kind: ReturnType<typeof kindOfValues>) => unique.find(column => kindOfValues(column) === kind);
  // Names of people change, and two people may have the same.
  const column = ofKind('id') ?? ofKind('address') ?? unique[0];
  return column && { ...keyOfColumn(column), isByValues: true };
}

export function keyOfColumn(column: SampledColumn, repeats = false): Key {
  return { column, repeats, rowsWithout: column.cells.length - column.texts.length, isByValues: false };
}

/** Whether rows with the same key have different texts in a column, so that it does not describe the account. Case does not count. */
export function differsWithin(key: Key | undefined, column: SampledColumn): boolean {
  if (!key?.repeats) return false;
  const first = new Map<string, string>();
  return column.cells.some((text, row) => {
    const cell = text.toLowerCase();
    const account = key.column.cells[row]!;
    const former = first.get(account);
    if (former === undefined) first.set(account, cell);
    return former !== undefined && former !== cell;
  });
}
