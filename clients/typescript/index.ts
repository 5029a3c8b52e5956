// A typed client of Rolecall's API, for Node.js and browsers. Paths, parameters and answers are those of openapi.ts.
import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import type { components, paths } from './openapi.ts';

export type { components, paths } from './openapi.ts';
export { resources } from './resources.ts';

/** A resource, request or answer by its name in the interface: `Schemas['Account']`. */
export type Schemas = components['schemas'];

export type RolecallClient = Client<paths>;

export interface ClientOptions {
  /** Where the service is, without a final slash: `https://rolecall.example.com`. Empty in a page that the service itself serves. */
  readonly baseUrl: string;
  /** Gives an access token for each request; leave it out when something else authenticates, like a cookie. */
  readonly token?: () => Promise<string> | string;
  /** Sends a request; default: the platform's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The client. Its methods are named after those of HTTP; the path is the one of the reference, with its parameters in braces. */
export function createClient({ baseUrl, token, fetch }: ClientOptions): RolecallClient {
  const client = createFetchClient<paths>({ baseUrl, ...(fetch && { fetch }) });
  if (token) client.use(bearer(token));
  return client;
}

function bearer(token: () => Promise<string> | string): Middleware {
  return {
    async onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${await token()}`);
      return request;
    },
  };
}

export interface Credentials {
  /** Where tokens are issued: the path is `/oauth2/token`. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface IssuedToken {
  readonly access_token: string;
  readonly expires_in: number;
}

/** A token is exchanged this long before it expires, so that none expires on its way. */
const spareMs = 30_000;

/**
 * Tokens for a client's id and secret (RFC 6749, section 4.4). A token is used until shortly before it expires.
 * @throws Error when the token endpoint refuses
 */
export function clientCredentials({ tokenUrl, clientId, clientSecret }: Credentials): () => Promise<string> {
  let held: { readonly token: Promise<string>; freshUntil: number } | undefined;
  return () => {
    if (held && Date.now() < held.freshUntil) return held.token;
    const issued = requestToken();
    const fresh = { token: issued.then(({ access_token }) => access_token), freshUntil: Number.POSITIVE_INFINITY };
    held = fresh;
    issued.then(
      ({ expires_in }) => {
        fresh.freshUntil = Date.now() + expires_in * 1000 - spareMs;
      },
      () => {
        fresh.freshUntil = 0;
      },
    );
    return fresh.token;
  };

  async function requestToken(): Promise<IssuedToken> {
    const response = await globalThis.fetch(tokenUrl, {
      method: 'POST',
      // RFC 6749, section 2.3.1: both are form-encoded before they are joined.
      headers: { authorization: `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const answer = (await response.json()) as IssuedToken & { error?: string; error_description?: string };
    if (!response.ok) throw new Error(`${tokenUrl}: ${answer.error_description ?? answer.error ?? response.status}`);
    return answer;
  }
}

const formEncoded = (text: string): string => new URLSearchParams({ text }).toString().slice('text='.length);

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextPageToken?: string;
}

/**
 * Every item of a list, page by page: `for await (const account of everyItem(page => client.GET('/v1/accounts', { params: { query: page } })))`.
 * @param fetchPage gets one page; its argument goes into the query of the request
 * @throws the error of the service, as its answer has it
 */
export async function* everyItem<Item>(
  fetchPage: (page: { pageToken?: string }) => Promise<{ data?: Page<Item>; error?: unknown }>,
): AsyncGenerator<Item> {
  let pageToken: string | undefined;
  do {
    const { data, error } = await fetchPage(pageToken === undefined ? {} : { pageToken });
    if (!data) throw error;
    yield* data.items;
    pageToken = data.nextPageToken;
  } while (pageToken !== undefined);
}
