// Guesses a mapping of accounts from the columns of a CSV file, and writes it with comments that say what was guessed and why.
import { stringify } from 'yaml';
import type { FileOptions } from '../config.ts';
import { type DateGuess, guessDateFormat } from './date-format.ts';
import type { Sample, SampledColumn } from './sample.ts';

/** A column for a field: the field, and the names that such columns have, the most certain first. */
const names: readonly (readonly [field: string, patterns: RegExp])[] = [
  [
    'alias',
    /^(user ?principal ?name|user ?name|login( name| id)?|sam ?account ?name|user ?login|account( name)?|alias|user)$/,
  ],
  ['email', /^(primary |work )?e-?mail( address)?$|^mail$/],
  ['name', /^(user ?)?(full ?name|display ?name|name)$/],
  ['title', /^(job ?|employee )?title$|^position$/],
  ['department', /^(department|dept|team|division)( name)?$/],
  ['companyName', /^company( ?name)?$|^organi[sz]ation$/],
  ['costCenter', /^cost ?cent(er|re)$/],
  ['employeeNumber', /^(employee|staff|personnel) ?(id|number|no)$/],
  ['countryCode', /^country ?code$|^usage ?location$/],
  ['managerEmails', /^manager('s)? e?-?mail( address)?$/],
  ['licenseType', /^licen[cs]e( ?type)?$|^plan$/],
  [
    'createdDate',
    /^(account |user )?creat(ed|ion)( ?(date|time|on|at|date ?time))?$|^(date )?(joined|added|registered)( (on|at|date|to .*))?$/,
  ],
  ['lastActivityDate', /^last ?(log[io]n|sign ?-?in|active|activity|seen|used|access(ed)?)( .*|date|time)?$/],
  ['lastPasswordChangedDate', /^(last )?password ?(last )?(change[d]?|set)( ?(date|time|at))?$/],
  ['lastModifiedDate', /^(last ?)?(modified|updated|changed)( ?(date|time|at|on))?$/],
  ['expirationDate', /^(account )?(expir(es|y|ation)|valid ?(to|until))( ?(date|time|on|at))?$/],
];
const idNames = [/^(user|account|object)? ?(id|guid|uuid)$/, /^(login|user ?name|user ?principal ?name|user)$/, /mail/];
const stateNames =
  /^((account|user|employee) )?(status|state|enabled|active|is ?(active|enabled)|disabled|is ?disabled|suspended|locked|blocked)$/;
const adminNames = /^(is ?)?(admin|administrator|owner|super ?user|super ?admin)$/;
const roleNames = /^((user|account|org|organi[sz]ation|site) ?)?(role|profile)s?( ?name)?$/;
const groupNames = /^(groups?|teams?|member ?of)$/;

/** `Last Sign In [READ ONLY]` → `last sign in`; `lastLoginDate` → `last login date`. */
function plain(name: string): string {
  return name
    .replace(/\[.*?\]|\(.*?\)/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-.:]+/g, ' ')
    .trim()
    .toLowerCase();
}

interface GuessedField {
  readonly field: string;
  /** As YAML. */
  readonly mapping: unknown;
  readonly comment?: string;
}

/** The text of a mapping that reads `file` as accounts. @param name what to call the application */
export function guessMapping(name: string, file: string, options: FileOptions, sample: Sample): string {
  const used = new Set<string>();
  const take = (pattern: RegExp, accepts: (column: SampledColumn) => boolean = () => true) => {
    const found = sample.columns.find(
      column => !used.has(column.name) && pattern.test(plain(column.name)) && accepts(column),
    );
    if (found) used.add(found.name);
    return found;
  };
  const fields: GuessedField[] = [];
  const add = (field: string, mapping: unknown, comment?: string) =>
    fields.push({ field, mapping, ...(comment !== undefined && { comment }) });
  const id = idColumn(sample);
  add('id', id?.name ?? sample.columns[0]?.name ?? '', idComment(id));
  for (const [field, pattern] of names) {
    const isDate = field.endsWith('Date');
    const column = take(pattern, ({ texts }) => {
      if (isDate) return texts.length === 0 || guessDateFormat(texts) !== undefined;
      // A column `User name` may hold `Ada Lovelace`, which is no user name.
      return field !== 'alias' || !texts.some(cell => /\s/.test(cell));
    });
    if (!column) {
      if (field === 'alias') add('alias', id?.name ?? '', 'no column looks like a sign-in name');
      if (field === 'name') addNames(take, add);
      continue;
    }
    if (isDate) addDate(field, column, add);
    else add(field, column.name);
  }
  add('type', { constant: 'User' }, 'or Machine, Token; with `cases` when the file has several');
  const state = take(stateNames);
  if (state) addState(state, add);
  const admin = take(
    adminNames,
    ({ values }) => values?.every(value => /^(true|false|yes|no|y|n|0|1)$/i.test(value)) ?? false,
  );
  if (admin) add('isAdmin', admin.name);
  const role = take(roleNames);
  if (role) add('accountRole', role.name);
  const group = take(groupNames);
  if (id) used.add(id.name);
  return text({ name, file, options, sample, fields, role, group, id: id?.name, used });
}

type Take = (pattern: RegExp) => SampledColumn | undefined;
type Add = (field: string, mapping: unknown, comment?: string) => void;

function idColumn({ columns }: Sample): SampledColumn | undefined {
  for (const pattern of idNames) {
    const found = columns.find(column => column.isUnique && pattern.test(plain(column.name)));
    if (found) return found;
  }
  return columns.find(column => column.isUnique);
}

function idComment(id: SampledColumn | undefined): string {
  if (!id) return 'no column has a different text in every row: choose columns that tell the rows apart';
  return 'must never change, and be different in every row';
}

function addNames(take: Take, add: Add): void {
  const first = take(/^(first|given) ?name$/);
  const last = take(/^(last|family|sur) ?name$|^surname$/);
  if (first && last) add('name', { template: `{${first.name}} {${last.name}}` });
  else if (first ?? last) add('name', (first ?? last)!.name);
}

function addDate(field: string, { name, texts }: SampledColumn, add: Add): void {
  const guess: DateGuess = guessDateFormat(texts) ?? { format: 'iso', nulls: [] };
  const { format, nulls, alternative } = guess;
  const comment = alternative === undefined ? undefined : `the texts fit ${alternative} as well: look which is right`;
  if (format === 'iso' && nulls.length === 0) add(field, name, comment);
  else add(field, { column: name, ...(format !== 'iso' && { format }), ...(nulls.length > 0 && { nulls }) }, comment);
}

const on = /^(true|yes|y|1|active|enabled|on|ok|current|valid|open|unlocked|employed)$/i;
const off =
  /^(false|no|n|0|inactive|disabled|off|suspended|deactivated|deprovisioned|terminated|deleted|archived|locked|blocked|expired|revoked|left)$/i;

function addState({ name, values }: SampledColumn, add: Add): void {
  const isReversed = /disabled|suspended|locked|blocked/.test(plain(name));
  if (!values) {
    add('enabled', { constant: true }, `column ${name} has too many values to guess: write a \`map\``);
    return;
  }
  const isFlag = values.every(value => /^(true|false|yes|no|y|n|0|1)$/i.test(value));
  if (isFlag && !isReversed) {
    add('enabled', name);
    return;
  }
  const unknown = values.filter(value => !on.test(value) && !off.test(value));
  const map = Object.fromEntries(
    values.map(value => [value, on.test(value) ? !isReversed : off.test(value) ? isReversed : null]),
  );
  const comment = unknown.length > 0 ? 'say true or false where there is null' : undefined;
  add('enabled', { column: name, map }, comment);
}

interface Written {
  readonly name: string;
  readonly file: string;
  readonly options: FileOptions;
  readonly sample: Sample;
  readonly fields: readonly GuessedField[];
  readonly role: SampledColumn | undefined;
  readonly group: SampledColumn | undefined;
  readonly id: string | undefined;
  readonly used: ReadonlySet<string>;
}

function text({ name, file, options, sample, fields, role, group, id, used }: Written): string {
  const lines = [
    `# Guessed from the columns of ${oneLine(file)} and its first ${sample.rows} rows. Look through it, and run \`rolecall sources check\`.`,
    `# What a mapping can say: connectors/custom-application/README.md. Fields: docs/reference/resources.md.`,
    `application: ${flow({ name })}`,
    '',
  ];
  const described = fileSettings(options, sample.nulls);
  if (Object.keys(described).length > 0) lines.push('files:', `  ${flow(file)}: ${flow(described)}`, '');
  lines.push('objects:', '  Account:', `    file: ${flow(file)}`, '    fields:');
  for (const { field, mapping, comment } of fields) {
    lines.push(`      ${field}: ${flow(mapping)}${comment === undefined ? '' : ` # ${oneLine(comment)}`}`);
  }
  const unused = sample.columns.filter(column => !used.has(column.name) && column.name !== '');
  if (unused.length > 0) lines.push('      # Columns that are not used:');
  for (const column of unused) lines.push(`      #   ${oneLine(column.name)}${seen(column)}`);
  const containers = [
    ...(role ? [containerOf('Role', role, file)] : []),
    ...(group ? [containerOf('UserGroup', group, file)] : []),
  ];
  for (const { object } of containers) lines.push('', ...object);
  if (containers.length > 0 && id !== undefined) {
    lines.push(
      '',
      'relationships:',
      '  EntityManagedViaObject:',
      ...containers.flatMap(({ relation }) => relation(id)),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Each value of the column, or each piece of its cells, as an object; and who belongs to it. */
function containerOf(type: 'Role' | 'UserGroup', { name, texts }: SampledColumn, file: string) {
  const separator = [';', '|', ','].find(each => texts.some(cell => cell.includes(each)));
  const value = separator === undefined ? name : '$item';
  const rows = [
    ...(separator === undefined
      ? [`where: ${flow({ [name]: { not: '' } })}`]
      : [`split: ${flow({ column: name, separator })}`]),
  ];
  const kind = type === 'Role' ? 'Custom' : 'Security';
  return {
    object: [
      `  ${type}: # one for each value in the column ${oneLine(name)}`,
      `    file: ${flow(file)}`,
      ...rows.map(row => `    ${row}`),
      '    distinct: true',
      `    fields: ${flow({ id: value, name: value, type: { constant: kind } })}`,
    ],
    relation: (id: string) => [
      `    - file: ${flow(file)}`,
      ...rows.map(row => `      ${row}`),
      `      fields: ${flow({
        entityId: id,
        entityType: { constant: 'Account' },
        managedViaObjectId: value,
        managedViaObjectType: { constant: type },
      })}`,
    ],
  };
}

function fileSettings({ delimiter, encoding, finalLineBreak }: FileOptions, nulls: readonly string[]) {
  return {
    ...(delimiter !== ',' && { delimiter: delimiter === '\t' ? 'tab' : delimiter }),
    ...(encoding !== 'utf-8' && { encoding }),
    ...(finalLineBreak === false && { finalLineBreak }),
    ...(nulls.length > 0 && { nulls }),
  };
}

function seen({ texts, values }: SampledColumn): string {
  if (texts.length === 0) return ' (empty)';
  const shown = (values ?? texts.slice(0, 2)).slice(0, 5).map(value => oneLine(value.slice(0, 40)));
  return `: ${shown.join(', ')}${values && values.length <= 5 ? '' : ', …'}`;
}

/** Text of the file in a comment must not end the comment. */
const oneLine = (value: string) => value.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');

/** A value as YAML on one line. */
function flow(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: true }).trimEnd();
}
