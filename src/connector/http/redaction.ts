// Removes secrets from requests and answers, so that these can be recorded and shown.

import type { HttpExchange } from '../contract.ts';
import { parseExactly } from '../exact-json.ts';

export type Redact = (text: string) => string;

const hidden = '[secret]';

/** Shorter values would match parts of ordinary words, and are no real secrets. */
const shortestSecret = 4;

/** Headers, query parameters and members of bodies whose values are secret, in requests and in answers. */
const secretNames =
  /^(authorization|proxy-authorization|www-authenticate|cookie|set-cookie)$|token|secret|passw(or)?d|passphrase|api[-_]?key|private[-_]?key|credential|assertion|signature|^x-amz-security/i;
/** Names that match, but whose values are needed to understand an exchange. */
const plainNames =
  /^(token_type|next_?page_?token|page_?token|continuation_?token|token_endpoint|token_url|sync_?token|delta_?token)$/i;

/** Whether what has this name is a secret. */
export const isSecretName = (name: string) => secretNames.test(name) && !plainNames.test(name);

/** Replace these values wherever they occur, in each form that they take in addresses, headers and JSON. Longer ones first. */
export function redactor(secrets: Iterable<string>): Redact {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    const base64 = Buffer.from(secret).toString('base64');
    const encoded = encodeURIComponent(secret);
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encoded, encoded.replaceAll('%20', '+'), base64]) {
      forms.add(form);
    }
  }
  const ordered = [...forms].toSorted((one, other) => other.length - one.length);
  return text => ordered.reduce((cleared, form) => cleared.replaceAll(form, hidden), text);
}

/** An exchange without credentials: those of the headers, the address, the bodies, and the given values anywhere. */
export function redactExchange(exchange: HttpExchange, redact: Redact): HttpExchange {
  const { requestHeaders, headers, requestBody, body, error } = exchange;
  return {
    ...exchange,
    url: redact(redactUrl(exchange.url)),
    requestHeaders: redactHeaders(requestHeaders, redact),
    ...(requestBody !== undefined && { requestBody: redact(hideInAddresses(redactBody(requestBody))) }),
    ...(headers && { headers: redactHeaders(headers, redact) }),
    ...(body !== undefined && { body: redact(hideInAddresses(redactBody(body))) }),
    ...(error !== undefined && { error: redact(error) }),
  };
}

/** An address without user, password and the values of secret parameters. */
export function redactUrl(address: string | URL): string {
  return hideInAddresses(String(address));
}

/** The same for all addresses in a text, relative ones included. */
function hideInAddresses(text: string): string {
  return text
    .replaceAll(/(?<=[a-z]:\/\/)[^\s"'<>/?#\\@]+@/gi, '')
    .replaceAll(/([?&])([\w.~%-]{1,64})=[^\s"'<>&#\\]*/g, (whole, separator: string, name: string) =>
      isSecretName(name) ? `${separator}${name}=${hidden}` : whole,
    );
}

function redactHeaders(headers: Readonly<Record<string, string>>, redact: Redact): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isSecretName(name) ? hidden : redact(hideInAddresses(value)),
    ]),
  );
}

function redactBody(body: string): string {
  if (/^\s*[[{]/.test(body)) {
    try {
      return JSON.stringify(parseExactly(body), (name, value) =>
        isSecretName(name) && isFilled(value) ? hidden : value,
      );
    } catch {
      // Not JSON after all, for example because the answer broke off. Members are found by their form then.
      return body.replaceAll(/"([^"\\]{1,64})"\s*:\s*"(?:[^"\\]|\\.)*"?/g, (whole, name: string) =>
        isSecretName(name) ? `"${name}":"${hidden}"` : whole,
      );
    }
  }
  if (!/^[\w.%+-]+=/.test(body)) return body;
  const form = new URLSearchParams(body);
  for (const name of new Set(form.keys())) if (isSecretName(name)) form.set(name, hidden);
  return form.toString();
}

const isFilled = (value: unknown) => value !== null && value !== '' && value !== true && value !== false;
