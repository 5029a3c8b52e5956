// Guesses a mapping from the columns of a CSV file, and writes it with comments that say what was guessed and why.
import type { FieldByValues } from '../../../src/connector/contract.ts';
import type { FileOptions } from '../description/config.ts';
import { type Container, objectItemLines, objectLines, relationLines, separatorOf } from './containers.ts';
import {
  adminByRole,
  composedName,
  dateField,
  employmentField,
  field,
  type GuessedField,
  holdsDates,
  isDateField,
  isFlag,
  stateField,
  type TakeColumn,
} from './fields.ts';
import { accountKey, columnsOfAccounts, differsWithin, type Key, keyOfColumn } from './key.ts';
import {
  accountFields,
  adminNames,
  employeeFields,
  fitsNumber,
  groupNames,
  idNames,
  permissionSetNames,
  plain,
  roleNames,
  stateNames,
} from './names.ts';
import type { Sample, SampledColumn } from './sample.ts';
import { flow, oneLine } from './text.ts';
import { type ColumnsByValues, columnsByValues } from './values.ts';

/** Objects of one type, each from the rows with one key. */
interface Guess {
  readonly type: 'Account' | 'Employee';
  readonly key: Key | undefined;
  readonly fields: readonly GuessedField[];
  readonly containers: readonly Container[];
  readonly used: ReadonlySet<string>;
}

/** A guessed description. */
export interface GuessedDescription {
  /** In YAML. */
  readonly text: string;
  readonly chosenByValues: readonly FieldByValues[];
}

/** A mapping that reads `file` as accounts, or as employees. @param name what to call the application */
export function guessMapping(name: string, file: string, options: FileOptions, sample: Sample): GuessedDescription {
  const described = fileSettings(options, sample.nulls);
  const section = Object.keys(described).length > 0 ? ['files:', `  ${flow(file)}: ${flow(described)}`, ''] : [];
  return guessDescription({ name, origin: oneLine(file), from: `file: ${flow(file)}`, section, sample });
}

/** A description that reads rows as accounts, or as employees. */
export function guessDescription(from: From): GuessedDescription {
  const { sample } = from;
  const guess = isOfEmployees(sample) ? guessEmployees(sample) : guessAccounts(sample);
  const chosenByValues = guess.fields.flatMap(({ field, byValues }) =>
    byValues === undefined ? [] : [{ field, column: byValues }],
  );
  return { text: text(from, guess), chosenByValues };
}

/** Only lists of staff have the days on which people came and left, and no last sign-in. */
function isOfEmployees({ columns }: Sample): boolean {
  const has = (wanted: string) => {
    const [, names] = [...employeeFields, ...accountFields].find(([name]) => name === wanted)!;
    return columns.some(column => names.test(plain(column.label)));
  };
  return (has('hireDate') || has('terminationDate')) && !has('lastActivityDate');
}

/** Takes columns for fields, each once. */
function taker(columns: readonly SampledColumn[], used: Set<string>): TakeColumn {
  return (names, accepts = () => true) => {
    const found = columns.find(column => !used.has(column.name) && names.test(plain(column.label)) && accepts(column));
    if (found) used.add(found.name);
    return found;
  };
}

function guessEmployees(sample: Sample): Guess {
  const used = new Set<string>();
  const take = taker(sample.columns, used);
  const fields = employeeFields.flatMap(([name, names]) => {
    const column = take(names, isDateField(name) ? holdsDates : name === 'employeeNumber' ? isNumber : undefined);
    if (!column) return [];
    if (name === 'employmentStatus') return [employmentField(column)];
    return [isDateField(name) ? dateField(name, column) : field(name, column.name)];
  });
  const number = fields.find(each => each.field === 'employeeNumber')?.mapping;
  const numbered = sample.columns.find(column => column.name === number && column.isUnique);
  const key = numbered ? keyOfColumn(numbered) : accountKey(sample);
  if (key) used.add(key.column.name);
  const hasName = fields.some(each => each.field === 'name');
  const parts = ['firstName', 'lastName'].map(part => fields.find(each => each.field === part)?.mapping);
  const name = hasName || parts.includes(undefined) ? [] : [field('name', { template: `{${parts[0]}} {${parts[1]}}` })];
  const named = [...name, ...fields];
  const byValues = columnsByValues(unusedOf(sample.columns, used), undefined);
  const chosen = personByValues(named, sample.columns, byValues, used);
  return { type: 'Employee', key, fields: [idField(key, sample), ...named, ...chosen], containers: [], used };
}

function guessAccounts(sample: Sample): Guess {
  const key = accountKey(sample);
  const used = new Set<string>();
  const describing = columnsOfAccounts(sample).filter(column => !differsWithin(key, column));
  const take = taker(describing, used);
  const named = describedFields(take, key);
  const state = take(stateNames);
  const takeAny = taker(sample.columns, used);
  const admin = take(adminNames, ({ values }) => values !== undefined && isFlag(values));
  // Slack's column `status` holds roles, too.
  const role = takeAny(roleNames) ?? (state && adminByRole(state) && state);
  const byRole = role && describing.includes(role) ? adminByRole(role, separatorOf(role)) : undefined;
  const permissionSets = permissionSetNames.map(names => takeAny(names)).find(column => column !== undefined);
  const group = takeAny(groupNames);
  const accounts = key?.repeats ? key.column.cells : undefined;
  const byValues = columnsByValues(unusedOf(describing, used), accounts);
  const chosen = accountByValues(named, { sample, key, byValues, used });
  const stateByValues = state ? undefined : byValues.enabled();
  if (stateByValues) used.add(stateByValues.name);
  const fields = [
    idField(key, sample),
    ...[...named, ...chosen].toSorted((one, other) => placeOf(one) - placeOf(other)),
    field('type', { constant: 'User' }, 'or Machine, Token; with `cases` when the file has several'),
    ...(state ? [stateField(state)] : []),
    ...(stateByValues ? [markedAsByValues(stateField(stateByValues), stateByValues)] : []),
    ...(admin ? [field('isAdmin', admin.name)] : byRole ? [byRole] : []),
    ...(role && describing.includes(role) ? [field('accountRole', role.name)] : []),
  ];
  if (key) used.add(key.column.name);
  const containers = [
    ...[role, permissionSets].flatMap(column => (column ? [{ type: 'Role', column } as const] : [])),
    ...(group ? [{ type: 'UserGroup', column: group } as const] : []),
  ];
  return { type: 'Account', key, fields, containers, used };
}

const isNumber = ({ name, texts }: SampledColumn) => fitsNumber(name, texts);

/** Fields of accounts are written in the order of {@link accountFields}. */
const placeOf = (guessed: GuessedField) => accountFields.findIndex(([name]) => name === guessed.field);

/** The fields of {@link accountFields} that the file has columns for. */
function describedFields(take: TakeColumn, key: Key | undefined): GuessedField[] {
  return accountFields.flatMap(([name, names]) => {
    // A column `User name` may hold `Ada Lovelace`, which is no user name. A row without an id is rejected in any case.
    const isAlias = (column: SampledColumn) =>
      (column.isFilled || column === key?.column) && !column.texts.some(cell => /\s/.test(cell));
    const accepts = { alias: isAlias, employeeNumber: isNumber }[name];
    const column = take(names, isDateField(name) ? holdsDates : accepts);
    if (column) return [isDateField(name) ? dateField(name, column) : field(name, column.name)];
    return name === 'name' ? (composedName(take) ?? []) : [];
  });
}

const unusedOf = (columns: readonly SampledColumn[], used: ReadonlySet<string>) =>
  columns.filter(({ name }) => name !== '' && !used.has(name));

/** The column that a field is taken from as it is. */
const columnOf = (fields: readonly GuessedField[], name: string, columns: readonly SampledColumn[]) => {
  const mapping = fields.find(each => each.field === name)?.mapping;
  return columns.find(column => column.name === mapping);
};

function markedAsByValues(guessed: GuessedField, { name }: SampledColumn): GuessedField {
  const comment = ['from its values: confirm it', guessed.comment].filter(text => text !== undefined).join('; ');
  return { ...guessed, comment, byValues: name };
}

/** Address and name, where no column is called so and the values of one column fit. */
function personByValues(
  named: readonly GuessedField[],
  columns: readonly SampledColumn[],
  byValues: ColumnsByValues,
  used: Set<string>,
): GuessedField[] {
  const has = (name: string) => named.some(each => each.field === name);
  const email = has('email') ? undefined : byValues.email();
  const logins = ['email', 'alias'].map(name => columnOf(named, name, columns));
  const known = [email, ...logins].filter(column => column !== undefined);
  const name = has('name') ? undefined : byValues.name(known);
  return Object.entries({ email, name }).flatMap(([target, column]) => {
    if (!column) return [];
    used.add(column.name);
    return [markedAsByValues(field(target, column.name), column)];
  });
}

interface AccountColumns {
  readonly sample: Sample;
  readonly key: Key | undefined;
  readonly byValues: ColumnsByValues;
  readonly used: Set<string>;
}

/** Fields of an account that no column is called like. It always gets a user name. */
function accountByValues(
  named: readonly GuessedField[],
  { sample, key, byValues, used }: AccountColumns,
): GuessedField[] {
  const has = (name: string) => named.some(each => each.field === name);
  const person = personByValues(named, sample.columns, byValues, used);
  const email = columnOf([...named, ...person], 'email', sample.columns);
  const alias = has('alias') ? undefined : byValues.alias(email);
  if (alias) used.add(alias.name);
  const dates = accountFields.flatMap(([name]) => {
    const column = isDateField(name) && !has(name) ? byValues.date(name) : undefined;
    if (!column) return [];
    used.add(column.name);
    return [markedAsByValues(dateField(name, column), column)];
  });
  const user = alias ? markedAsByValues(field('alias', alias.name), alias) : aliasField(email, key, sample);
  return [...person, ...dates, ...(has('alias') ? [] : [user])];
}

/** An account needs a user name. Many applications use the e-mail address. */
function aliasField(email: SampledColumn | undefined, key: Key | undefined, sample: Sample): GuessedField {
  const mails = columnsOfAccounts(sample).filter(({ label }) => idNames.at(-1)!.test(plain(label)));
  const mail = [...mails, ...(email ? [email] : [])].find(({ isFilled }) => isFilled);
  const column = mail ?? key?.column ?? sample.columns[0];
  return field('alias', column?.name ?? '', 'no column looks like a user name');
}

function idField(key: Key | undefined, sample: Sample): GuessedField {
  if (key?.repeats) {
    const comment = 'must never change. Rows with the same text are one account, made of the first of them';
    return field('id', key.column.name, comment);
  }
  const rows = key?.rowsWithout === 1 ? 'row has' : 'rows have';
  const without = key && key.rowsWithout > 0 ? `. ${key.rowsWithout} ${rows} none, and would be rejected` : '';
  const unlike = `must never change, and be different in every row${without}`;
  if (key?.isByValues) return markedAsByValues(field('id', key.column.name, unlike), key.column);
  if (key) return field('id', key.column.name, unlike);
  const comment = 'no column has a different text in every row: choose columns that tell the rows apart';
  return field('id', sample.columns[0]?.name ?? '', comment);
}

interface From {
  /** What to call the application. */
  readonly name: string;
  /** For the first line, on one line. */
  readonly origin: string;
  /** `file: users.csv` or `request: users`, as YAML. */
  readonly from: string;
  /** Lines that say how the rows are read. */
  readonly section: readonly string[];
  readonly sample: Sample;
}

function text({ name, origin, from, section, sample }: From, { type, key, fields, containers, used }: Guess): string {
  const lines = [
    `# Guessed from the columns of ${origin} and its first ${sample.rows} rows. Look through it, and run \`rolecall sources check\`.`,
    `# What a mapping can say: connectors/custom-application/README.md. Fields: docs/reference/resources.md.`,
    `application: ${flow({ name })}`,
    '',
    ...section,
  ];
  lines.push('objects:', `  ${type}:`, `    ${from}`);
  const distinct = sample.repeated > 0 || key?.repeats === true;
  if (distinct) lines.push(`    distinct: true${whyDistinct(sample, key)}`);
  lines.push('    fields:');
  for (const { field: target, mapping, comment } of fields) {
    lines.push(`      ${target}: ${flow(mapping)}${comment === undefined ? '' : ` # ${oneLine(comment)}`}`);
  }
  const unused = sample.columns.filter(column => !used.has(column.name) && column.name !== '');
  if (unused.length > 0) lines.push('      # Columns that are not used:');
  for (const column of unused) lines.push(`      #   ${oneLine(column.name)}${seen(column)}`);
  lines.push(...containerLines(containers, { from, id: key?.column.name, distinct }));
  return `${lines.join('\n')}\n`;
}

function whyDistinct({ repeated }: Sample, key: Key | undefined): string {
  if (key?.repeats) return ` # several rows have the same ${oneLine(key.column.name)}`;
  return ` # ${repeated} row${repeated === 1 ? ' repeats an earlier one' : 's repeat earlier ones'}`;
}

function containerLines(containers: readonly Container[], rows: Parameters<typeof objectLines>[1]): string[] {
  const lines: string[] = [];
  for (const type of ['Role', 'UserGroup'] as const) {
    const ofType = containers.filter(container => container.type === type);
    if (ofType.length === 1) lines.push('', ...objectLines(ofType[0]!, rows));
    else if (ofType.length > 1) {
      lines.push('', `  ${type}:`, ...ofType.flatMap(container => objectItemLines(container, rows)));
    }
  }
  if (containers.length === 0 || rows.id === undefined) return lines;
  const members = containers.flatMap(container => relationLines(container, rows));
  return [...lines, '', 'relationships:', '  EntityManagedViaObject:', ...members];
}

function fileSettings({ delimiter, encoding, ...others }: FileOptions, nulls: readonly string[]) {
  const { finalLineBreak, escape: escaping, skipLines, footer, spreadsheetTexts } = others;
  return {
    ...(delimiter !== ',' && { delimiter: delimiter === '\t' ? 'tab' : delimiter }),
    ...(encoding !== 'utf-8' && { encoding }),
    ...(finalLineBreak === false && { finalLineBreak }),
    ...(escaping !== undefined && { escape: escaping }),
    ...(skipLines !== undefined && { skipLines }),
    ...(footer !== undefined && { footer }),
    ...(spreadsheetTexts === true && { spreadsheetTexts }),
    ...(nulls.length > 0 && { nulls }),
  };
}

/** The first values of a column. Quotes tell values with commas apart. */
function seen({ texts, values }: SampledColumn): string {
  if (texts.length === 0) return ' (empty)';
  const shown = (values ?? texts.slice(0, 2)).slice(0, 5).map(value => {
    const start = oneLine(value.slice(0, 40));
    return value.includes(',') ? `"${start}"` : start;
  });
  return `: ${shown.join(', ')}${values && values.length <= 5 ? '' : ', …'}`;
}
