// How AWS words its answers: XML of the query protocol for IAM and STS, JSON 1.1 for the other services, and errors of both.
import type { Answer } from '../simulator.ts';

export type Json = Readonly<Record<string, unknown>>;

/** An error that an operation throws. */
export class AwsError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const noSuchEntity = (message: string) => new AwsError(404, 'NoSuchEntity', message);

export const accessDenied = (operation: string) =>
  new AwsError(
    403,
    'AccessDenied',
    `User: arn:aws:iam::111111111111:user/reader is not authorized to perform: ${operation}`,
  );

export const throttled = () => new AwsError(400, 'Throttling', 'Rate exceeded');

/** @param result undefined: the operation answers nothing */
export function xmlAnswer(action: string, result: Json | undefined): Answer {
  const content = result === undefined ? '' : `<${action}Result>${members(result)}</${action}Result>`;
  return xml(
    `<${action}Response xmlns="https://iam.amazonaws.com/doc/2010-05-08/">${content}<ResponseMetadata><RequestId>r-1</RequestId></ResponseMetadata></${action}Response>`,
  );
}

const xml = (body: string, status = 200): Answer => ({ status, body, headers: { 'content-type': 'text/xml' } });

function members(object: Json): string {
  return Object.entries(object)
    .map(([name, value]) => (value === undefined ? '' : `<${name}>${xmlOf(value)}</${name}>`))
    .join('\n');
}

function xmlOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(item => `<member>${xmlOf(item)}</member>`).join('');
  if (typeof value === 'object' && value !== null) return members(value as Json);
  return String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;');
}

export const jsonAnswer = (result: Json): Answer => ({
  body: JSON.stringify(result),
  headers: { 'content-type': 'application/x-amz-json-1.1' },
});

export function errorAnswer({ status, code, message }: AwsError, isQuery: boolean): Answer {
  const type = status >= 500 ? 'Receiver' : 'Sender';
  if (isQuery)
    return xml(
      `<ErrorResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/"><Error><Type>${type}</Type><Code>${code}</Code><Message>${xmlOf(message)}</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`,
      status,
    );
  // The JSON services refuse and limit with 400.
  return {
    ...jsonAnswer({ __type: code.endsWith('Exception') ? code : `${code}Exception`, Message: message }),
    status: status < 500 ? 400 : status,
  };
}

/** A page of a list, with a marker or token that is the number of the first item of the next page. */
export function pageOf<Item>(
  items: readonly Item[],
  from: unknown,
  size: number,
): { page: Item[]; next: string | undefined } {
  const start = from === undefined ? 0 : Number(from);
  if (!Number.isInteger(start) || start < 0) throw new AwsError(400, 'ValidationError', 'Invalid Marker.');
  const end = start + size;
  return { page: items.slice(start, end), next: end < items.length ? String(end) : undefined };
}
