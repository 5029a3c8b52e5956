// Requests with the ids of a target in their placeholders. An id never adds a segment, a parameter or a member of JSON.
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { ExactNumber, isExact, parseExactly } from '../../../src/connector/exact-json.ts';
import type { HttpRequest } from '../../../src/connector/http/request.ts';
import { isJsonObject } from '../../../src/connector/json-values.ts';
import { filledPath } from '../rows/http/requests.ts';

/** Name of a placeholder → its text. */
export type TargetValues = Readonly<Record<string, string>>;

const placeholder = /\{([A-Za-z]+)(\|number)?\}/g;

/** The names of the placeholders in a text. */
export const namesIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name]) => name!);

export const filledText = (text: string, values: TargetValues): string =>
  text.replace(placeholder, (_, name: string) => values[name]!);

/** @throws ChangeRefused for an id that would lead to another address */
export function filledUrl(path: string, values: TargetValues, base: string): string {
  for (const name of namesIn(path)) {
    // Segments of dots lead out of the path, however they are encoded (WHATWG URL).
    if (!/^(|\.{1,2})$/.test(values[name]!)) continue;
    throw new ChangeRefused(`${name} is ${JSON.stringify(values[name])}, which cannot be part of an address`);
  }
  const url = new URL(
    filledPath(path, name => values[name]!),
    base,
  ).href;
  if (!url.startsWith(base)) throw new ChangeRefused(`\`${path}\` leaves the base address`);
  return url;
}

export function filledQuery(query: Readonly<Record<string, string>> | undefined, values: TargetValues) {
  return Object.fromEntries(Object.entries(query ?? {}).map(([name, text]) => [name, filledText(text, values)]));
}

/** @param body a text of JSON @throws ChangeRefused when an id that is to be a number is none */
function filledBody(body: string, values: TargetValues): unknown {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return jsonOf(value, values);
    if (Array.isArray(value)) return value.map(fill);
    if (!isJsonObject(value) || value instanceof ExactNumber) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member)]));
  };
  return fill(parseExactly(body));
}

function jsonOf(text: string, values: TargetValues): unknown {
  const [, name] = /^\{([A-Za-z]+)\|number\}$/.exec(text) ?? [];
  if (name === undefined) return filledText(text, values);
  const digits = values[name]!;
  if (!/^-?(0|[1-9]\d{0,99})$/.test(digits)) throw new ChangeRefused(`${name} ${JSON.stringify(digits)} is no number`);
  return isExact(digits) ? Number(digits) : new ExactNumber(digits);
}

/** Requests of a description, as they are sent. */
export interface DescribedRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly already?: readonly string[] | undefined;
}

export function filledRequest(request: DescribedRequest, values: TargetValues, base: string): HttpRequest {
  const { method, path, query, body, already } = request;
  return {
    method,
    url: filledUrl(path, values, base),
    query: filledQuery(query, values),
    ...(body !== undefined && { json: filledBody(body, values) }),
    ...(already && { accepts: already.map(Number) }),
  };
}
