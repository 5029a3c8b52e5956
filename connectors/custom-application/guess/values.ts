// What the texts of a column look like, and which fields they can fill where the name of the column says nothing.
import type { FileColumn } from '../../../src/connector/contract.ts';
import { guessDateFormat } from './date-format.ts';
import { isFlag, isState } from './fields.ts';
import { dateWords, isOfSomeoneElse, saysNothing } from './names.ts';
import type { SampledColumn } from './sample.ts';

type ValueKind = NonNullable<FileColumn['looksLike']>;

/** One text proves little: a column needs two texts that differ. */
const leastTexts = 2;

const address = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/;
/** Two to five words of letters: `Ada Lovelace`, `Lovelace, Ada`. */
const personName = /^\p{L}[\p{L}\p{M}'’.-]*(,? \p{L}[\p{L}\p{M}'’.-]*){1,4}$/u;

/** What all texts of a column are; undefined when they are of no kind that is known, or too few. */
export function kindOfValues(column: SampledColumn): ValueKind | undefined {
  const { texts, values, isUnique } = column;
  if (new Set(texts).size < leastTexts) return undefined;
  if (values && isFlag(values)) return 'flag';
  if (values?.every(isState)) return 'state';
  if (texts.every(text => address.test(text))) return 'address';
  if (holdsOnlyDates(texts)) return 'date';
  if (texts.every(text => personName.test(text))) return 'name';
  return isUnique && texts.every(text => text.length <= 64 && !/\s/.test(text)) ? 'id' : undefined;
}

/** Numbers may be seconds since 1970 as well as ids, so they count as no dates. */
function holdsOnlyDates(texts: readonly string[]): boolean {
  // Trying all formats is expensive, and most columns have no digits and separators in all texts.
  if (!texts.every(text => /\d\D+\d/.test(text) && text.length <= 40)) return false;
  return guessDateFormat(texts)?.nulls.length === 0;
}

/** The one column of several that fits. Where two fit, the values do not say which is right: none. */
function only(columns: readonly SampledColumn[]): SampledColumn | undefined {
  return columns.length === 1 ? columns[0] : undefined;
}

/** The columns that values may choose for each field of a person. */
export interface ColumnsByValues {
  email(): SampledColumn | undefined;
  /** @param known columns with the user names and addresses of the same rows */
  name(known: readonly SampledColumn[]): SampledColumn | undefined;
  /** @param known the column with the addresses of the same rows */
  alias(known: SampledColumn | undefined): SampledColumn | undefined;
  enabled(): SampledColumn | undefined;
  date(field: string): SampledColumn | undefined;
}

/**
 * @param columns that no name has chosen for a field
 * @param accounts the id of the account of each row; undefined when each row is an account
 */
export function columnsByValues(
  columns: readonly SampledColumn[],
  accounts: readonly string[] | undefined,
): ColumnsByValues {
  const ofKind = (kind: ValueKind) =>
    columns.filter(column => !isOfSomeoneElse(column.label) && kindOfValues(column) === kind);
  const tellsApart = (column: SampledColumn) => isDistinct(column, accounts);
  return {
    email: () => only(ofKind('address').filter(tellsApart)),
    name: known =>
      only(ofKind('name').filter(column => tellsApart(column) && known.some(other => agree(column, other, hasWord)))),
    alias: known =>
      known && only(ofKind('id').filter(column => agree(column, known, (text, mail) => text === localPart(mail)))),
    enabled: () => only(ofKind('state')) ?? only(ofKind('flag').filter(isMostlyOn)),
    date: field => {
      const fitting = (label: string) => dateWords.filter(([, words]) => words.test(label)).map(([name]) => name);
      return only(ofKind('date').filter(({ label }) => fitting(label).join() === field));
    },
  };
}

/** A person has an address and a name of their own. Managers, departments and companies repeat. */
function isDistinct({ cells, texts }: SampledColumn, accounts: readonly string[] | undefined): boolean {
  if (!accounts) return new Set(texts).size === texts.length;
  const byAccount = new Map(cells.flatMap((cell, row) => (cell === '' ? [] : [[accounts[row]!, cell]])));
  return new Set(byAccount.values()).size === byAccount.size;
}

/** Most accounts can be used. The name has to say nothing: a column `2FA` with `true` says nothing about that. */
function isMostlyOn({ label, texts }: SampledColumn): boolean {
  const on = texts.filter(text => /^(true|yes|y|1)$/i.test(text)).length;
  return saysNothing(label) && on * 2 > texts.length;
}

/** Whether most rows have a pair of texts that belong together. */
function agree(
  one: SampledColumn,
  other: SampledColumn,
  belong: (text: string, otherText: string) => boolean,
): boolean {
  const pairs = one.cells.flatMap((cell, row) => {
    const beside = other.cells[row]!;
    return cell === '' || beside === '' ? [] : [[folded(cell), folded(beside)] as const];
  });
  return pairs.length >= leastTexts && pairs.filter(pair => belong(...pair)).length * 2 > pairs.length;
}

const localPart = (text: string) => text.replace(/@.*$/, '');

/** Whether a word of a person's name is in the user name or in the address of the same row. */
const hasWord = (name: string, login: string) =>
  name.split(/[\s,.]+/).some(word => word.length > 1 && localPart(login).includes(word));

/** `Noë` → `noe`: addresses are written without marks. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
