// What is wrong with a value, in plain words: the messages of all zod schemas. Importing this file sets them.
import { z } from 'zod';
import { knownHint } from './nearest.ts';

type Issue = z.core.$ZodIssue | z.core.$ZodRawIssue;

const mostLetters = 60;

/** What is wrong; undefined when the issue has a message of its own. The place of the value is not part of it. */
function problemOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return wrongKind([issue.expected], issue.input);
    case 'invalid_union': {
      const kindsOf = issue.errors.flat().flatMap(part => (part.code === 'invalid_type' ? [part.expected] : []));
      return kindsOf.length > 0 ? wrongKind(kindsOf, issue.input) : 'has none of the possible forms';
    }
    case 'invalid_value':
      return notListed(issue.values.map(String), issue.input);
    case 'too_small':
      return `must ${verbOf(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `must ${verbOf(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `${shownValue(issue.input)} is not ${formats[issue.format] ?? `of the form that is needed`}`;
    case 'unrecognized_keys':
      return `unknown ${issue.keys.length === 1 ? 'field' : 'fields'} ${issue.keys.map(shownValue).join(', ')}`;
    case 'invalid_key':
      return 'has a name that is not possible';
    default:
      return undefined;
  }
}

z.config({ localeError: problemOf });

function notListed(values: readonly string[], input: unknown): string {
  if (input === undefined) return `is missing; known are ${values.join(', ')}`;
  // Suggest similar values for texts only: an object from outside may hold a `toString` of its own.
  if (typeof input !== 'string') return `must be one of ${values.join(', ')}, not ${kindOf(input)}`;
  return `${shownValue(input)} is not known; ${knownHint(input, values)}`;
}

function wrongKind(expected: readonly string[], input: unknown): string {
  const wanted = [...new Set(expected.map(kind => kinds[kind] ?? kind))].join(' or ');
  return input === undefined ? `is missing; ${wanted} is required` : `must be ${wanted}, not ${kindOf(input)}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
};

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : (kinds[typeof value] ?? typeof value);
}

/** A list or a text has a size; a number is one. */
const verbOf = (origin: string): string => (origin in units ? 'have' : 'be');

const units: Readonly<Record<string, string>> = { array: 'element', set: 'element', map: 'entry', string: 'character' };

function unitOf(origin: string, count: number | bigint): string {
  const unit = units[origin];
  return unit === undefined ? '' : ` ${unit}${Number(count) === 1 ? '' : 's'}`;
}

/** Formats of texts, by zod's name. */
const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  guid: 'a UUID',
  email: 'an e-mail address',
  url: 'an address with scheme and host',
  datetime: 'a time in ISO 8601 with a zone, such as 2026-11-21T13:45:00Z',
  date: 'a date such as 2026-11-21',
};

function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > mostLetters ? `${text.slice(0, mostLetters - 1)}…` : text;
}
