// Checks a JSON body against its schema. Reports all problems at once, each with its place and what would be right.
import type { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import { knownKeys } from '../../known-keys.ts';
import { knownHint } from '../../nearest.ts';

export interface BodyProblem {
  /** Members and indexes from the body's root: `params.filterBy[0].field`; empty for the body itself. */
  readonly path: string;
  readonly message: string;
}

/** Limit for reported problems; a body may have a million. */
const problemsShown = 20;
const lettersShown = 60;

/**
 * The body as its schema parses it, with defaults filled in.
 * @throws ServiceError BAD_REQUEST: the message and `details.problems` ({path, message}) list the problems
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (body === undefined) {
    throw new ServiceError('BAD_REQUEST', 'the body is missing; send a JSON object as application/json');
  }
  const parsed = checked(schema, body);
  if (parsed.success) return parsed.data;
  throw badBody(parsed.error.issues.flatMap(issue => problemsOf(schema, issue)));
}

/** zod compares the `length` of any value with a limit. It throws when an object of the client has a `length` that cannot be compared. */
function checked<Schema extends z.ZodType>(schema: Schema, body: unknown): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(body, { reportInput: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw badBody([{ path: '', message: 'an object is given where a string or a list is required' }]);
  }
}

/** @throws ServiceError BAD_REQUEST when there is a body and the operation takes none */
export function refuseBody(body: unknown): void {
  if (body !== undefined) throw new ServiceError('BAD_REQUEST', 'this operation takes no body');
}

/** One error that lists problems, each with its place. */
export function badBody(problems: readonly BodyProblem[]): ServiceError {
  const shown = problems.slice(0, problemsShown);
  const rest = problems.length - shown.length;
  const lines = shown.map(({ path, message }) => `${path || 'the body'}: ${message}`);
  if (rest > 0) lines.push(`and ${rest} more`);
  return new ServiceError('BAD_REQUEST', lines.join('; '), { details: { problems: shown } });
}

function problemsOf(schema: z.ZodType, issue: z.core.$ZodIssue): BodyProblem[] {
  const path = pathOf(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = knownKeys(schema, issue.path);
      return issue.keys.map(key => ({
        path: pathOf([...issue.path, key]),
        message: `unknown field; ${knownHint(key, known)}`,
      }));
    }
    case 'invalid_type':
      return [{ path, message: wrongKind([issue.expected], issue.input) }];
    case 'invalid_union': {
      const kindsOf = issue.errors.flat().flatMap(part => (part.code === 'invalid_type' ? [part.expected] : []));
      return [{ path, message: kindsOf.length > 0 ? wrongKind(kindsOf, issue.input) : issue.message }];
    }
    case 'invalid_value': {
      const values = issue.values.map(String);
      if (issue.input === undefined) return [{ path, message: `is missing; known are ${values.join(', ')}` }];
      // Suggest similar values for texts only: an object from the client may hold a `toString` of its own.
      if (typeof issue.input !== 'string') {
        return [{ path, message: `must be one of ${values.join(', ')}, not ${kindOf(issue.input)}` }];
      }
      const value = shortened(JSON.stringify(issue.input));
      return [{ path, message: `${value} is not known; ${knownHint(issue.input, values)}` }];
    }
    default:
      return [{ path, message: issue.message }];
  }
}

function wrongKind(expected: readonly string[], input: unknown): string {
  const wanted = expected.map(kind => kinds[kind] ?? kind).join(' or ');
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
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kinds[typeof value]!;
}

function pathOf(steps: readonly PropertyKey[]): string {
  return steps.reduce<string>(
    (path, step) =>
      typeof step === 'number' ? `${path}[${step}]` : `${path}${path === '' ? '' : '.'}${shortened(String(step))}`,
    '',
  );
}

function shortened(text: string): string {
  return text.length > lettersShown ? `${text.slice(0, lettersShown - 1)}…` : text;
}
