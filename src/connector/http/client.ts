// An HTTP client of one source. It keeps to the request limits that the source states, together with the other clients of this source
// in the process. It retries requests after transient faults, and sends credentials to no other server.
import { type ConnectorContext, SourceError } from '../contract.ts';
import { type AnswerFormat, type AnswerMeaning, errorOf, jsonFormat, parsedBody } from './answer.ts';
import type { Credentials } from './credentials.ts';
import { HttpError } from './http-error.ts';
import { redactor, redactUrl } from './redaction.ts';
import type { HttpAnswer, HttpRequest } from './request.ts';
import { defaultRetryRules, type RetryRules, withRetries } from './retry.ts';
import { type ConnectionSettings, connectionSettings } from './settings.ts';
import { joinBudget } from './shared-budgets.ts';
import { openTransport, type RawAnswer, type RawRequest } from './transport.ts';
import { sendFollowing } from './wire.ts';

export interface HttpClientOptions {
  /** Addresses of requests are relative to it, as if it ended with a slash. Credentials are sent to its origin only. */
  readonly baseUrl: string;
  readonly context: Pick<
    ConnectorContext,
    'applicationInstanceId' | 'signal' | 'baseFolder' | 'http' | 'isForChange' | 'onAnswer' | 'statedLimits'
  >;
  readonly credentials?: Credentials | undefined;
  /** Default: no proxy, the usual authorities. */
  readonly connection?: ConnectionSettings | undefined;
  /** Default: `application/json`. */
  readonly accept?: string;
  /** Headers of each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values that must be shown nowhere, beside those of the credentials. */
  readonly secrets?: readonly string[];
  /** How the source words its answers. Default: JSON, with the statuses of HTTP. */
  readonly format?: AnswerFormat;
  /** Returns the reason when a body with status 2xx reports an error. */
  readonly errorIn?: (body: unknown) => string | undefined;
  /** The most bytes of an answer. */
  readonly maxBytes?: number;
  readonly retry?: Partial<RetryRules>;
  /**
   * Name of the limit that counts a request, for sources with several limits, such as one for each kind of object. Default: one limit
   * for all requests.
   */
  readonly limitNameOf?: (request: { readonly method: string; readonly url: URL }) => string;
  /**
   * For sources that answer 400, or 200, where others answer 401, 403 or 429: what an answer means. Undefined: what its status says.
   */
  readonly meaningOf?: (answer: RawAnswer) => AnswerMeaning | undefined;
}

export interface HttpClient {
  /**
   * Send a request and read its answer, as JSON unless the client has another format.
   * @throws HttpError for an error of the source, or an answer of another format; SourceUnavailable when the source is
   *   unavailable or asks for a long pause; SourceError when settings are wrong: address, certificate, credentials, proxy
   */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** End all connections, also those on which answers are awaited. */
  close(): Promise<void>;
}

const defaultMaxBytes = 64 * 1024 * 1024;
const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/** @throws SourceError when the settings of the connection cannot be used */
export async function openHttpClient(options: HttpClientOptions): Promise<HttpClient> {
  const { context, credentials, maxBytes = defaultMaxBytes, format = jsonFormat } = options;
  const connection = options.connection ?? connectionSettings.parse({});
  const transport = await openTransport({ connection, baseFolder: context.baseFolder, maxBytes });
  const base = new URL(options.baseUrl.endsWith('/') ? options.baseUrl : `${options.baseUrl}/`);
  const delays = context.http?.retriesAtOnce ? { firstDelayMs: 0, longestWaitMs: 0 } : {};
  const rules = { ...defaultRetryRules, ...options.retry, ...delays };
  const { origin } = base;
  const isForChange = context.isForChange ?? false;
  const { budget, leave } = joinBudget({ context, origin, credentials, parallel: connection.parallel_requests });
  const redact = (text: string) => redactor([...(credentials?.secrets() ?? []), ...(options.secrets ?? [])])(text);
  const subjectOf = (request: HttpRequest, raw: RawRequest) =>
    redact(request.subject ?? `${raw.method} ${redactUrl(raw.url)}`);

  /** Addresses may come from answers, such as that of the next page. A request to another origin is refused. */
  const ofSource = (request: HttpRequest) => {
    if (!URL.canParse(String(request.url), base.href)) {
      const given = redact(String(request.url).slice(0, 200));
      throw new HttpError(
        request.subject ?? `${request.method ?? 'GET'} ${given}`,
        'is not requested: it is no address',
      );
    }
    const raw = rawRequest(request, base, options);
    const subject = subjectOf(request, raw);
    if (raw.url.origin === origin) {
      for (const [name, value] of Object.entries(credentials?.parameters ?? {})) raw.url.searchParams.set(name, value);
      return answerTo(request, raw, subject, credentials);
    }
    throw new HttpError(subject, `is not requested: it is on another host than ${origin}`);
  };

  const sendPlain = (request: HttpRequest) => {
    const raw = rawRequest(request, base, {});
    return answerTo(request, raw, subjectOf(request, raw), undefined);
  };

  async function answerTo(
    request: HttpRequest,
    raw: RawRequest,
    subject: string,
    authorised: Credentials | undefined,
  ): Promise<HttpAnswer> {
    let renewed = false;
    let refused: Readonly<Record<string, string>> = {};
    const attempt = async () => {
      refused = (await authorised?.authorize(raw, sendPlain)) ?? {};
      const sent = { ...raw, headers: { ...raw.headers, ...refused } };
      const answer = await sendFollowing(transport, context, sent, subject);
      return { ...answer, ...options.meaningOf?.(answer) };
    };
    const isIdempotent = request.isIdempotent ?? idempotentMethods.has(raw.method);
    const limit = options.limitNameOf?.(raw) ?? '';
    const answer = await withRetries({
      subject,
      isIdempotent,
      rules,
      budget,
      counted: { limit, isForChange, isInTurn: authorised === undefined && credentials !== undefined },
      signal: context.signal,
      noted: stated => context.onAnswer?.({ origin, limit, ...(stated && { stated }) }),
      async send() {
        const first = await attempt();
        if (first.status !== 401 || renewed || !authorised?.renew?.(refused, first.headers)) return first;
        renewed = true;
        return attempt();
      },
    });
    return interpret(answer, { subject, request, url: raw.url, errorIn: options.errorIn, format, redact });
  }

  return {
    send: async request => ofSource(request),
    async close() {
      leave();
      await transport.close();
    },
  };
}

interface Asked {
  readonly subject: string;
  readonly request: HttpRequest;
  readonly url: URL;
  readonly format: AnswerFormat;
  readonly redact: (text: string) => string;
  readonly errorIn: HttpClientOptions['errorIn'] | undefined;
}

/** @throws HttpError for an error of the source, or an answer of another format */
function interpret(raw: RawAnswer, { subject, request, url, errorIn, format, redact }: Asked): HttpAnswer {
  const { status, headers } = raw;
  const isAccepted = request.accepts?.includes(status) ?? false;
  if (!isAccepted && (status < 200 || status > 299)) throw errorOf(raw, subject, redact, format);
  if (isAccepted) return { subject, url, status, headers, body: undefined };
  const body = parsedBody(raw, subject, format);
  const reason = errorIn?.(body);
  if (reason !== undefined) throw new HttpError(subject, redact(`${status}, but the body is an error: ${reason}`));
  return { subject, url, status, headers, body };
}

function rawRequest(
  request: HttpRequest,
  base: URL,
  { accept, headers }: Pick<HttpClientOptions, 'accept' | 'headers'>,
): RawRequest {
  const { method = 'GET', json, form } = request;
  const url = new URL(request.url, base);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const body = json !== undefined ? JSON.stringify(json) : form && new URLSearchParams(form).toString();
  const type = json !== undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const all = {
    accept: accept ?? 'application/json',
    ...(body !== undefined && { 'content-type': type }),
    ...headers,
    ...request.headers,
  };
  return {
    method,
    url,
    headers: Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value])),
    ...(body !== undefined && { body }),
  };
}

/** For `open`: turns the error of the first request into one for the operator, with a remedy. */
export function asSourceError(error: unknown, fix: string): unknown {
  if (!(error instanceof HttpError)) return error;
  return new SourceError([{ severity: 'error', place: error.subject, message: error.problem, fix }]);
}
