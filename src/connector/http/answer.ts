// What an answer means: a body of the expected format, or an error that says what came instead.
import type { z } from 'zod';
import { parseExactly } from '../exact-json.ts';
import { HttpError } from './http-error.ts';
import type { Redact } from './redaction.ts';
import type { HttpAnswer } from './request.ts';
import type { RawAnswer } from './transport.ts';

/** How a source words its answers, where that is not JSON with the statuses of HTTP. */
export interface AnswerFormat {
  /** For messages, such as `XML`. */
  readonly name: string;
  /** @throws Error for a text that is not of this format */
  parse(text: string): unknown;
  /** The reason that the body of an error gives; undefined: it gives none in the source's own form. */
  reasonIn?(body: unknown): string | undefined;
}

/** What an answer means, where its status does not say it. Retries, renewed credentials and gaps follow this status. */
export interface AnswerMeaning {
  readonly status: number;
  /** With 429: how long to wait at least when no header says it, in milliseconds. */
  readonly waitMs?: number;
}

/** The time of the source when it answered, in milliseconds since 1970 (Date, RFC 9110, section 6.6.1); undefined: it does not say. */
export function timeOfAnswer({ headers }: Pick<HttpAnswer, 'headers'>): number | undefined {
  const time = Date.parse(headers.date ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** Numbers that JavaScript would round are given as an ExactNumber. */
export const jsonFormat: AnswerFormat = { name: 'JSON', parse: parseExactly };

const shownCharacters = 300;

/** @throws HttpError when the body is not of the format */
export function parsedBody({ headers, body }: RawAnswer, subject: string, format: AnswerFormat): unknown {
  const text = body.replace(/^\uFEFF/, '');
  if (text.trim() === '') return undefined;
  if (format !== jsonFormat && isHtml(undefined, text)) throw htmlError(subject, text, format);
  try {
    return format.parse(text);
  } catch (error) {
    if (isHtml(headers['content-type'], text)) throw htmlError(subject, text, format);
    const reason = (error as Error).message.slice(0, shownCharacters);
    throw new HttpError(subject, `the answer is not ${format.name}: ${reason}`);
  }
}

function htmlError(subject: string, text: string, { name }: AnswerFormat): HttpError {
  const title = htmlTitle(text);
  return new HttpError(
    subject,
    `the answer is an HTML page${title ? ` (${JSON.stringify(title)})` : ''} instead of ${name}; is the address that of the API, and is no sign-in page or proxy in front of it?`,
  );
}

/** The error of an answer with an error status, with the reason that its body gives. */
export function errorOf(raw: RawAnswer, subject: string, redact: Redact, format: AnswerFormat): HttpError {
  const reason = reasonOfFormat(raw, format) ?? reasonIn(raw);
  return new HttpError(subject, redact(reason ? `${raw.status}: ${reason}` : String(raw.status)), raw.status);
}

function reasonOfFormat({ body }: RawAnswer, format: AnswerFormat): string | undefined {
  if (!format.reasonIn || isHtml(undefined, body)) return undefined;
  try {
    return shorten(format.reasonIn(format.parse(body)) ?? '');
  } catch {
    return undefined;
  }
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
