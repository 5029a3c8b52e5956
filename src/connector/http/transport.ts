// Sends one request and reads its answer, up to a number of bytes.
import fs from 'node:fs/promises';
import path from 'node:path';
import { Agent, type Dispatcher, ProxyAgent, request as send } from 'undici';
import { SourceError } from '../contract.ts';
import { readBody } from './answer-body.ts';
import { HttpError } from './http-error.ts';
import type { ConnectionSettings } from './settings.ts';
import type { AnswerHeaders } from './waits.ts';

export interface RawRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; several values of one name are joined by commas. */
  readonly headers: AnswerHeaders;
  readonly body: string;
}

export interface Transport {
  /** @throws an error of the connection, the reason of the signal, or HttpError for an answer that is too large */
  send(request: RawRequest, subject: string, signal: AbortSignal): Promise<RawAnswer>;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly connection: ConnectionSettings;
  readonly baseFolder: string;
  readonly maxBytes: number;
}

/** A whole answer may take this many times as long as its beginning, or the pause between two of its parts. */
const wholeLimit = 2;

/** The error of an answer that takes too long, with the limit that it exceeds. */
function timeoutOf(error: unknown, isWhole: boolean, seconds: number): Error | undefined {
  const { code } = error as NodeJS.ErrnoException;
  const limit = isWhole
    ? `the answer was not complete after ${wholeLimit * seconds} s (${wholeLimit} times connection.answer_seconds)`
    : code === 'UND_ERR_HEADERS_TIMEOUT'
      ? `no answer came within ${seconds} s (connection.answer_seconds)`
      : code === 'UND_ERR_BODY_TIMEOUT'
        ? `nothing more of the answer came within ${seconds} s (connection.answer_seconds)`
        : undefined;
  if (limit === undefined) return undefined;
  return Object.assign(new Error(limit, { cause: error }), { name: 'TimeoutError' });
}

/** @throws SourceError when the file with the certificates cannot be used */
export async function openTransport({ connection, baseFolder, maxBytes }: TransportOptions): Promise<Transport> {
  const ca =
    connection.ca_file === undefined ? undefined : await certificates(path.resolve(baseFolder, connection.ca_file));
  const answerMs = connection.answer_seconds * 1000;
  const tls = ca === undefined ? {} : { ca };
  const options = {
    connections: connection.parallel_requests,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    connect: { ...tls, timeout: Math.min(answerMs, 15_000) },
  };
  const dispatcher: Dispatcher =
    connection.proxy === undefined
      ? new Agent(options)
      : new ProxyAgent({ ...options, uri: connection.proxy, requestTls: tls, proxyTunnel: true });

  return {
    async send({ method, url, headers, body }, subject, signal) {
      const limit = AbortSignal.timeout(wholeLimit * answerMs);
      try {
        const answer = await send(url, {
          dispatcher,
          method: method as Dispatcher.HttpMethod,
          headers: { ...headers },
          ...(body !== undefined && { body }),
          signal: AbortSignal.any([signal, limit]),
        });
        const given = joined(answer.headers);
        return {
          status: answer.statusCode,
          headers: given,
          body: await readBody(answer.body, given, { subject, maxBytes }),
        };
      } catch (error) {
        if (signal.aborted || error instanceof HttpError) throw error;
        throw timeoutOf(error, limit.aborted, connection.answer_seconds) ?? error;
      }
    },
    // `destroy` ends connections whose answers nobody awaits any more; `close` would wait for them.
    close: () => dispatcher.destroy(),
  };
}

async function certificates(file: string): Promise<string> {
  const fix = 'connection.ca_file must name a PEM file that the service can read';
  const refuse = (message: string) =>
    new SourceError([{ severity: 'error', place: 'settings.connection.ca_file', message, fix }]);
  const pem = await fs.readFile(file, 'utf8').catch(error => {
    throw refuse(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  });
  if (!/-----BEGIN (?:TRUSTED )?CERTIFICATE-----/.test(pem)) throw refuse(`${file} holds no certificate`);
  return pem;
}

function joined(headers: Record<string, string | string[] | undefined>): AnswerHeaders {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );
}
