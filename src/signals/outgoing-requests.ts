// Requests to transmitters and receivers. Redirects are not followed, answers are limited, and credentials go to no other address.
import { request } from 'undici';
import type { AccessSettingsOfTransmitter } from '../config/signal-settings.ts';
import { safeIssuerAddress } from '../issuers/key-set.ts';

const answerMs = 30_000;
const largestAnswerBytes = 16 * 1024 * 1024;

/** A request that failed. The message says why, without secrets. */
export class ExchangeFailed extends Error {
  /** Status of the answer; undefined: there was none, or it was not readable. */
  readonly status: number | undefined;
  constructor(message: string, status?: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'ExchangeFailed';
    this.status = status;
  }
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ReceivedAnswer {
  readonly status: number;
  readonly body: string;
}

/** @throws ExchangeFailed when nothing answers, or too much */
export async function exchange({ method, url, headers, body }: OutgoingRequest): Promise<ReceivedAnswer> {
  try {
    const signal = AbortSignal.timeout(answerMs);
    const sent = { 'user-agent': 'rolecall', ...headers };
    const answer = await request(url, { method, headers: sent, signal, ...(body !== undefined && { body }) });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > largestAnswerBytes) throw new Error(`the answer has more than ${largestAnswerBytes} bytes`);
      chunks.push(chunk);
    }
    return { status: answer.statusCode, body: Buffer.concat(chunks).toString() };
  } catch (cause) {
    throw new ExchangeFailed(`${serverOf(url)} does not answer: ${(cause as Error).message}`, undefined, cause);
  }
}

/** A request to a transmitter, with a JSON body, answered by JSON. @throws ExchangeFailed unless the status is 200 to 299; OperatorError for an address that is not https */
export async function exchangeJson(
  outgoing: Omit<OutgoingRequest, 'body'> & { readonly json?: unknown },
): Promise<unknown> {
  const { json, headers, ...rest } = outgoing;
  safeIssuerAddress(rest.url, 'the address of a transmitter');
  const content = json === undefined ? {} : { 'content-type': 'application/json' };
  const { status, body } = await exchange({
    ...rest,
    headers: { accept: 'application/json', ...content, ...headers },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  if (status < 200 || status > 299)
    throw new ExchangeFailed(`${serverOf(rest.url)} answered ${rest.method} with status ${status}`, status);
  if (body.trim() === '') return undefined;
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new ExchangeFailed(`${serverOf(rest.url)} answered with something that is no JSON`, status, cause);
  }
}

/** The header Authorization for a transmitter: a token that is configured, or one by client credentials. @throws ExchangeFailed */
export async function authorizationOf(
  access: AccessSettingsOfTransmitter | undefined,
): Promise<Record<string, string>> {
  if (!access) return {};
  if (access.token !== undefined) return { authorization: `Bearer ${access.token}` };
  const { token_url: url, client_id: id, client_secret: secret, scope } = access;
  safeIssuerAddress(url!, 'token_url');
  const part = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) });
  const { status, body } = await exchange({
    ...{ method: 'POST', url: url!, body: form.toString() },
    headers: {
      authorization: `Basic ${Buffer.from(`${part(id!)}:${part(secret!)}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
  });
  const token = status === 200 ? tokenIn(body) : undefined;
  if (token === undefined)
    throw new ExchangeFailed(`${serverOf(url!)} gave no access token (status ${status})`, status);
  return { authorization: `Bearer ${token}` };
}

function tokenIn(body: string): string | undefined {
  try {
    const { access_token: token } = JSON.parse(body) as { access_token?: unknown };
    return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : undefined;
  } catch {
    return undefined;
  }
}

/** Path and query may hold a secret. */
export function serverOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'the address';
}
