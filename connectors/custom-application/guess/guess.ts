// Guesses a mapping from the columns of a CSV file, and writes it with comments that say what was guessed and why.
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
import { accountKey, columnsOfAccounts, differsWithin, type Key } from './key.ts';
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

/** Objects of one type, each from the rows with one key. */
interface Guess {
  readonly type: 'Account' | 'Employee';
  readonly key: Key | undefined;
  readonly fields: readonly GuessedField[];
  readonly containers: readonly Container[];
  readonly used: ReadonlySet<string>;
}

/** The text of a mapping that reads `file` as accounts, or as employees. @param name what to call the application */
export function guessMapping(name: string, file: string, options: FileOptions, sample: Sample): string {
  const described = fileSettings(options, sample.nulls);
  const section = Object.keys(described).length > 0 ? ['files:', `  ${flow(file)}: ${flow(described)}`, ''] : [];
  return guessDescription({ name, origin: oneLine(file), from: `file: ${flow(file)}`, section, sample });
}

/** The text of a description that reads rows as accounts, or as employees. */
export function guessDescription(from: From): string {
  const { sample } = from;
  return text(from, isOfEmployees(sample) ? guessEmployees(sample) : guessAccounts(sample));
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
  const key = numbered ? { column: numbered, repeats: false } : accountKey(sample);
  if (key) used.add(key.column.name);
  const hasName = fields.some(each => each.field === 'name');
  const parts = ['firstName', 'lastName'].map(part => fields.find(each => each.field === part)?.mapping);
  const name = hasName || parts.includes(undefined) ? [] : [field('name', { template: `{${parts[0]}} {${parts[1]}}` })];
  return { type: 'Employee', key, fields: [idField(key, sample), ...name, ...fields], containers: [], used };
}

function guessAccounts(sample: Sample): Guess {
  const key = accountKey(sample);
  const used = new Set<string>();
  const describing = columnsOfAccounts(sample).filter(column => !differsWithin(key, column));
  const take = taker(describing, used);
  const fields = [idField(key, sample), ...describedFields(take, key, sample)];
  fields.push(field('type', { constant: 'User' }, 'or Machine, Token; with `cases` when the file has several'));
  const state = take(stateNames);
  if (state) fields.push(stateField(state));
  const takeAny = taker(sample.columns, used);
  const admin = take(adminNames, ({ values }) => values !== undefined && isFlag(values));
  // Slack's column `status` holds roles, too.
  const role = takeAny(roleNames) ?? (state && adminByRole(state) && state);
  const byRole = role && describing.includes(role) ? adminByRole(role, separatorOf(role)) : undefined;
  if (admin) fields.push(field('isAdmin', admin.name));
  else if (byRole) fields.push(byRole);
  if (role && describing.includes(role)) fields.push(field('accountRole', role.name));
  const permissionSets = permissionSetNames.map(names => takeAny(names)).find(column => column !== undefined);
  const group = takeAny(groupNames);
  if (key) used.add(key.column.name);
  const containers = [
    ...[role, permissionSets].flatMap(column => (column ? [{ type: 'Role', column } as const] : [])),
    ...(group ? [{ type: 'UserGroup', column: group } as const] : []),
  ];
  return { type: 'Account', key, fields, containers, used };
}

const isNumber = ({ name, texts }: SampledColumn) => fitsNumber(name, texts);

/** The fields of {@link accountFields} that the file has columns for. */
function describedFields(take: TakeColumn, key: Key | undefined, sample: Sample): GuessedField[] {
  return accountFields.flatMap(([name, names]) => {
    // A column `User name` may hold `Ada Lovelace`, which is no user name.
    const isAlias = ({ texts, isFilled }: SampledColumn) => isFilled && !texts.some(cell => /\s/.test(cell));
    const accepts = { alias: isAlias, employeeNumber: isNumber }[name];
    const column = take(names, isDateField(name) ? holdsDates : accepts);
    if (column) return [isDateField(name) ? dateField(name, column) : field(name, column.name)];
    if (name === 'alias') return [aliasField(key, sample)];
    return name === 'name' ? (composedName(take) ?? []) : [];
  });
}

/** An account needs a user name. Many applications use the e-mail address. */
function aliasField(key: Key | undefined, sample: Sample): GuessedField {
  const mail = columnsOfAccounts(sample).find(column => column.isFilled && idNames.at(-1)!.test(plain(column.label)));
  const column = mail ?? key?.column ?? sample.columns[0];
  return field('alias', column?.name ?? '', 'no column looks like a user name');
}

function idField(key: Key | undefined, sample: Sample): GuessedField {
  if (key?.repeats) {
    const comment = 'must never change. Rows with the same text are one account, made of the first of them';
    return field('id', key.column.name, comment);
  }
  if (key) return field('id', key.column.name, 'must never change, and be different in every row');
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
