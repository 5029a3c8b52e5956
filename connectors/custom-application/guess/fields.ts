// Guesses how columns become fields: dates, states, names.
import { type DateGuess, guessDateFormat } from './date-format.ts';
import { plain } from './names.ts';
import type { SampledColumn } from './sample.ts';

export interface GuessedField {
  readonly field: string;
  /** As YAML. */
  readonly mapping: unknown;
  readonly comment?: string;
  /** The column that was chosen by its values, because its name says nothing. */
  readonly byValues?: string;
}

export const field = (name: string, mapping: unknown, comment?: string): GuessedField => ({
  field: name,
  mapping,
  ...(comment !== undefined && { comment }),
});

/** The first column that fits, unless it is used for another field already. */
export type TakeColumn = (names: RegExp, accepts?: (column: SampledColumn) => boolean) => SampledColumn | undefined;

export const isDateField = (name: string) => name.endsWith('Date');

export const holdsDates = ({ texts }: SampledColumn) => texts.length === 0 || guessDateFormat(texts) !== undefined;

export function dateField(name: string, column: SampledColumn): GuessedField {
  const guess: DateGuess = guessDateFormat(column.texts) ?? { format: 'iso', nulls: [] };
  const { format, nulls, alternative } = guess;
  const comment = alternative === undefined ? undefined : `the texts fit ${alternative} as well: check which is right`;
  if (format === 'iso' && nulls.length === 0) return field(name, column.name, comment);
  const settings = { ...(format !== 'iso' && { format }), ...(nulls.length > 0 && { nulls }) };
  return field(name, { column: column.name, ...settings }, comment);
}

/** The name of a person from the columns of its parts. */
export function composedName(take: TakeColumn): GuessedField | undefined {
  const first = take(/^(first|given) ?name$/);
  const last = take(/^(last|family|sur) ?name$|^surname$/);
  if (first && last) return field('name', { template: `{${first.name}} {${last.name}}` });
  const only = first ?? last;
  return only && field('name', only.name);
}

const on = /^(true|yes|y|1|active|enabled|on|ok|current|valid|open|unlocked|employed|activated)$/i;
const off =
  /^(false|no|n|0|inactive|disabled|off|suspended|deactivated|deprovisioned|terminated|deleted|archived|locked|blocked|expired|revoked|left)$/i;

export const isFlag = (values: readonly string[]) =>
  values.every(value => /^(true|false|yes|no|y|n|0|1)$/i.test(value));

/** Whether a text is one of those that say whether an account can be used. */
export const isState = (value: string) => on.test(value) || off.test(value);

/** Whether the account can be used. */
export function stateField({ name, label, values }: SampledColumn): GuessedField {
  const isReversed = /disabled|suspended|locked|blocked/.test(plain(label));
  if (!values) {
    return field('enabled', { constant: true }, `column ${name} has too many values to guess: write a \`map\``);
  }
  if (isFlag(values) && !isReversed) return field('enabled', name);
  const unknown = values.filter(value => !on.test(value) && !off.test(value));
  const map = Object.fromEntries(
    values.map(value => [value, on.test(value) ? !isReversed : off.test(value) ? isReversed : null]),
  );
  const comment = unknown.length > 0 ? 'say true or false where there is null' : undefined;
  return field('enabled', { column: name, map }, comment);
}

const statuses = ['Active', 'Leave', 'Terminated'];

/** Whether somebody is employed. */
export function employmentField({ name, values }: SampledColumn): GuessedField {
  const known = (value: string) => statuses.find(status => status.toLowerCase() === value.toLowerCase());
  if (!values || values.every(known)) return field('employmentStatus', name);
  const map = Object.fromEntries(values.map(value => [value, known(value) ?? (on.test(value) ? 'Active' : null)]));
  return field('employmentStatus', { column: name, map }, 'say Active, Leave or Terminated where there is null');
}

const administers = /(^|[^a-z])(admin(istrator)?s?|owner|superuser)([^a-z]|$)/i;

/**
 * Who administers, by the names of roles; undefined when no role has such a name, or there are too many.
 * @param separator what separates several roles in a cell
 */
export function adminByRole({ name, values }: SampledColumn, separator?: string): GuessedField | undefined {
  const roles = new Set(values?.flatMap(value => (separator === undefined ? [value] : value.split(separator))));
  const admins = [...roles].map(role => role.trim()).filter(role => administers.test(role));
  if (admins.length === 0) return undefined;
  const comment = 'by the names of the roles: check which of them administer';
  if (separator === undefined) {
    const map = Object.fromEntries(admins.map(role => [role, true]));
    return field('isAdmin', { column: name, map, default: false }, comment);
  }
  const contains = [...new Set(admins)];
  const cases = [{ where: { [name]: { contains } }, constant: true }, { constant: false }];
  return field('isAdmin', { cases }, comment);
}
