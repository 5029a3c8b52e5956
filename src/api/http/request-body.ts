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
  if (issue.code !== 'unrecognized_keys') return [{ path: pathOf(issue.path), message: issue.message }];
  const known = knownKeys(schema, issue.path);
  return issue.keys.map(key => ({
    path: pathOf([...issue.path, key]),
    message: `unknown field; ${knownHint(key, known)}`,
  }));
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
