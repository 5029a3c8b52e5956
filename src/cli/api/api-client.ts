// A client of a service's API, which authenticates as the client of `profile.ts`.
import type { Readable } from 'node:stream';
import { request } from 'undici';
import { OperatorError } from '../../errors.ts';
import type { CommonOptions } from '../deployment.ts';
import { createPatience } from './patience.ts';
import { type ChosenProfile, findProfile } from './profile.ts';

export type Json = Record<string, unknown>;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface ApiClient {
  readonly baseUrl: string;
  /** The JSON of the response; an empty object when it has none. @throws ApiError */
  send(method: Method, path: string, body?: Json, signal?: AbortSignal): Promise<Json>;
  /** The response as a stream, in the requested content type. The signal closes its connection. @throws ApiError */
  stream(method: Method, path: string, body: Json | undefined, accept: string, signal?: AbortSignal): Promise<Readable>;
  /** Every item of a list, by pagination. @throws ApiError */
  items(path: string): AsyncGenerator<Json>;
}

/** An error response: its envelope, and a message that names path, status and code. */
export class ApiError extends OperatorError {
  readonly status: number;
  readonly code: string;
  readonly reason: string;
  readonly details: Json;
  readonly reasons: readonly { readonly code: string; readonly message: string }[];

  constructor(path: string, status: number, envelope: Json) {
    const { code = 'no code', message = 'no message', details, reasons } = envelope;
    super(`${path}: ${status} ${code}: ${message}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = String(code);
    this.reason = String(message);
    this.details = (details as Json | undefined) ?? {};
    this.reasons = Array.isArray(reasons) ? reasons : [];
  }
}

/** @throws OperatorError when there is no profile, or nothing answers at its address */
export async function connectApi(options: CommonOptions): Promise<ApiClient> {
  return apiClient(await findProfile(options));
}

/** The API as one client sees it. A token is requested once. Requests that are refused with 429 are repeated (`patience.ts`). */
export async function apiClient(client: ChosenProfile): Promise<ApiClient> {
  const authorization = `Bearer ${await fetchToken(client)}`;
  const baseUrl = client.base_url;
  const patience = createPatience();

  async function open(method: Method, target: string, body?: Json, accept = 'application/json', signal?: AbortSignal) {
    const url = new URL(`${baseUrl}${target.startsWith('/') ? '' : '/'}${target}`);
    if (url.origin !== new URL(baseUrl).origin) throw new OperatorError(`${target} is not a path of ${baseUrl}`);
    const options = {
      method,
      headers: { authorization, accept, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    };
    const response = await patience(() => reach(url, options, client), signal);
    if (response.statusCode >= 400) {
      throw new ApiError(url.pathname, response.statusCode, parseJson(await response.body.text()));
    }
    return response;
  }

  return {
    baseUrl,
    async send(method, path, body, signal) {
      const response = await open(method, path, body, undefined, signal);
      return parseJson(await response.body.text());
    },
    async stream(method, path, body, accept, signal) {
      return (await open(method, path, body, accept, signal)).body;
    },
    async *items(path) {
      const page = new URL(path, baseUrl);
      for (;;) {
        const body = parseJson(await (await open('GET', page.pathname + page.search)).body.text());
        const { items, nextPageToken } = body;
        if (!Array.isArray(items)) throw new OperatorError(`${path} is not a list`);
        yield* items;
        // Before the first version, every page is empty and has a next page.
        if (typeof nextPageToken !== 'string' || items.length === 0) return;
        page.searchParams.set('pageToken', nextPageToken);
      }
    },
  };
}

/** @throws OperatorError with the reason when no token is issued */
export async function fetchToken(client: ChosenProfile): Promise<string> {
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64');
  const response = await reach(
    new URL(client.token_url),
    {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    },
    client,
  );
  const body = parseJson(await response.body.text());
  if (typeof body['access_token'] === 'string') return body['access_token'];
  throw new OperatorError(
    `no token for ${client.client_id} (from ${client.origin}): ${body['error_description'] ?? response.statusCode}`,
  );
}

function parseJson(text: string): Json {
  try {
    return text === '' ? {} : (JSON.parse(text) as Json);
  } catch {
    return { message: 'the answer is not JSON; is this a Rolecall service?' };
  }
}

async function reach(
  url: URL,
  options: Parameters<typeof request>[1],
  { remedy }: ChosenProfile,
): ReturnType<typeof request> {
  try {
    return await request(url, options);
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause;
    throw new OperatorError(`${url.origin} does not answer; ${remedy}`, { cause });
  }
}
