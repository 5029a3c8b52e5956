// What an answer means: JSON, or an error that says what came instead.
import type { z } from 'zod';
import { parseExactly } from '../exact-json.ts';
import { HttpError } from './http-error.ts';
import type { Redact } from './redaction.ts';
import type { HttpAnswer } from './request.ts';
import type { RawAnswer } from './transport.ts';

const shownCharacters = 300;

/**
 * Numbers that JavaScript would round are given as an ExactNumber.
 * @throws HttpError when the body is not JSON
 */
export function jsonOf({ headers, body }: RawAnswer, subject: string): unknown {
  const text = body.replace(/^\uFEFF/, '');
  if (text.trim() === '') return undefined;
  try {
    return parseExactly(text);
  } catch (error) {
    if (isHtml(headers['content-type'], text)) {
      const title = htmlTitle(text);
      throw new HttpError(
        subject,
        `the answer is an HTML page${title ? ` (${JSON.stringify(title)})` : ''} instead of JSON; is the address that of the API, and is no sign-in page or proxy in front of it?`,
      );
    }
    throw new HttpError(subject, `the answer is not JSON: ${(error as Error).message.slice(0, shownCharacters)}`);
  }
}

/** The error of an answer with an error status, with the reason that its body gives. */
export function errorOf(raw: RawAnswer, subject: string, redact: Redact): HttpError {
  const reason = reasonIn(raw);
  return new HttpError(subject, redact(reason ? `${raw.status}: ${reason}` : String(raw.status)), raw.status);
}

/** RFC 9457, RFC 7644 section 3.12, RFC 6749 section 5.2, and what others commonly send. */
function reasonIn({ headers, body }: RawAnswer): string | undefined {
  if (isHtml(headers['content-type'], body)) return htmlTitle(body) ?? 'an HTML page';
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return shorten(body);
  }
  if (typeof json !== 'object' || json === null) return shorten(body);
  const members = json as Record<string, unknown>;
  const nested = typeof members.error === 'object' && members.error !== null ? (members.error as typeof members) : {};
  const found = [
    members.error_description,
    members.detail,
    members.message,
    members.errorSummary,
    nestedReason(nested),
    members.error,
    members.title,
  ].find(value => typeof value === 'string' && value !== '');
  return shorten((found as string | undefined) ?? body);
}

/** Microsoft, Google and others answer `{error: {code, message}}`. A code that is a word is what their documentation explains. */
function nestedReason({ code, message }: Record<string, unknown>): string | undefined {
  const parts = [code, message].filter(part => typeof part === 'string' && part !== '');
  return parts.length > 0 ? parts.join(': ') : undefined;
}

function shorten(text: string): string | undefined {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return undefined;
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line;
}

function isHtml(contentType: string | undefined, body: string): boolean {
  return /^\s*(text\/html|application\/xhtml)/i.test(contentType ?? '') || /^\s*<(!doctype html|html)/i.test(body);
}

function htmlTitle(body: string): string | undefined {
  return shorten(/<title[^>]*>([^<]{1,200})/i.exec(body.slice(0, 20_000))?.[1] ?? '');
}

/**
 * The body of an answer in the form that a schema describes.
 * @throws HttpError that names the first members that differ
 */
export function bodyAs<Schema extends z.ZodType>({ body, subject }: HttpAnswer, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const differences = parsed.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`);
  throw new HttpError(subject, `the answer is not of the expected form: ${differences.join('; ')}`);
}
