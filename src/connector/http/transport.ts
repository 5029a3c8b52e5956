// Sends one request and reads its answer, up to a number of bytes.
import fs from 'node:fs/promises';
import path from 'node:path';
import { Agent, type Dispatcher, ProxyAgent, request as send } from 'undici';
import { SourceError } from '../contract.ts';
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
      const timed = AbortSignal.any([signal, AbortSignal.timeout(2 * answerMs)]);
      const answer = await send(url, {
        dispatcher,
        method: method as Dispatcher.HttpMethod,
        headers: { ...headers },
        ...(body !== undefined && { body }),
        signal: timed,
      });
      const text = await readText(answer.body, subject, maxBytes);
      return { status: answer.statusCode, headers: joined(answer.headers), body: text };
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

async function readText(body: Dispatcher.ResponseData['body'], subject: string, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop destroys the body and its connection.
    if (bytes > maxBytes) throw new HttpError(subject, `the answer is larger than ${maxBytes} bytes`, undefined, true);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function joined(headers: Record<string, string | string[] | undefined>): AnswerHeaders {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );
}
