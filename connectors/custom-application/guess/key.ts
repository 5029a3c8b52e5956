// Finds the column by which the rows of a file belong to one account.
import { guessDateFormat } from './date-format.ts';
import { accountFields, fitsNumber, hasHolder, idNames, isOfHolder, plain } from './names.ts';
import type { Sample, SampledColumn } from './sample.ts';
import { kindOfValues } from './values.ts';

export interface Key {
  readonly column: SampledColumn;
  /** Several rows have the same text in it. */
  readonly repeats: boolean;
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

/** A column that is called like an id, otherwise one with a different text in every row; undefined when there is none. */
export function accountKey(sample: Sample): Key | undefined {
  const columns = columnsOfAccounts(sample);
  const named = idNames.map(pattern =>
    columns.filter(column => column.isFilled && column.texts.length > 0 && pattern.test(plain(column.label))),
  );
  const repeated = named
    .slice(1)
    .flat()
    .find(column => new Set(column.texts).size < leastDistinct * sample.rows);
  const ids = named[0]!;
  const isOfRow = ({ label }: SampledColumn) => /^(id|guid|uuid)$/.test(plain(label)) && !isOfHolder(label);
  // Where user names repeat, a column `ID` numbers the rows: memberships or assignments.
  const candidates = repeated ? [...ids.filter(column => !isOfRow(column)), ...named.slice(1).flat()] : named.flat();
  // A number of a person never changes, a user name may.
  const number = columns.find(
    ({ name, texts, isUnique }) => isUnique && numberNames.test(plain(name)) && fitsNumber(name, texts),
  );
  const best = [...ids, ...(number ? [number] : []), ...candidates];
  const found = (repeated ? undefined : best.find(column => column.isUnique)) ?? candidates[0];
  if (found) return { column: found, repeats: !found.isUnique, isByValues: false };
  const unique = columns.filter(column => column.isUnique && guessDateFormat(column.texts) === undefined);
  const ofKind = (kind: ReturnType<typeof kindOfValues>) => unique.find(column => kindOfValues(column) === kind);
  // Names of people change, and two people may have the same.
  const column = ofKind('id') ?? ofKind('address') ?? unique[0];
  return column && { column, repeats: false, isByValues: true };
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
