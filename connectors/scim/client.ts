// An opened SCIM service: its HTTP client, and what it says about itself.

import type { ConnectorContext } from '../../src/connector/contract.ts';
import { scalarText } from '../../src/connector/exact-json.ts';
import { timeOfAnswer } from '../../src/connector/http/answer.ts';
import { credentialsOf } from '../../src/connector/http/authentication.ts';
import { asSourceError, type HttpClient, openHttpClient } from '../../src/connector/http/client.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import { attribute } from './attributes.ts';
import { type Discovery, discover } from './discovery.ts';
import type { ScimSettings } from './settings.ts';

export interface ScimClient {
  readonly http: HttpClient;
  readonly settings: ScimSettings;
  readonly context: ConnectorContext;
  /** Name and local id of the application. */
  readonly name: string;
  readonly discovery: Discovery;
  /** The time of the service when it was opened, in milliseconds since 1970; undefined when it does not say. */
  readonly openedAt: number | undefined;
  /** Loaded once, at first use, and then shared by the reads of this client. */
  once<Value>(key: string, load: () => Promise<Value>): Promise<Value>;
}

/** In small letters: URNs do not distinguish case there (RFC 8141, section 3.1), and services write them so. */
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:error';

/** RFC 7644, section 3.12. Some services send errors with status 200. */
function errorIn(body: unknown): string | undefined {
  const schemas = [attribute(body, 'schemas')].flat();
  if (!schemas.some(schema => typeof schema === 'string' && schema.toLowerCase() === errorSchema)) return undefined;
  const parts = ['status', 'detail'].map(name => scalarText(attribute(body, name)));
  return parts.filter(Boolean).join(' ') || 'no detail';
}

/** @throws SourceError when the service cannot be asked: address, certificate, credentials */
export async function openScim(settings: ScimSettings, context: ConnectorContext): Promise<ScimClient> {
  const baseUrl = settings.url.replace(/\/+$/, '');
  const http = await openHttpClient({
    baseUrl,
    context,
    credentials: credentialsOf(settings.authentication),
    connection: settings.connection,
    accept: 'application/scim+json, application/json',
    errorIn,
  });
  const loaded = new Map<string, Promise<unknown>>();
  const once = <Value>(key: string, load: () => Promise<Value>): Promise<Value> => {
    const promise = loaded.get(key) ?? load();
    loaded.set(key, promise);
    // What failed is loaded again when it is needed again.
    promise.catch(() => loaded.delete(key));
    return promise as Promise<Value>;
  };
  try {
    const name = settings.name ?? new URL(settings.url).hostname;
    const discovery = await discover(http, baseUrl);
    const openedAt = discovery.isDescribed ? discovery.answeredAt : await askForUsers(http, discovery);
    return { http, settings, context, name, discovery, openedAt, once };
  } catch (error) {
    await http.close();
    throw error;
  }
}

/** A service that does not describe itself may be no SCIM service at all. @returns the time of its answer */
async function askForUsers(http: HttpClient, { users }: Discovery): Promise<number | undefined> {
  try {
    return timeOfAnswer(await http.send({ url: users ?? 'Users', query: { startIndex: 1, count: 1 } }));
  } catch (error) {
    // 403: this token may not list users, and the ledger will say so.
    if (error instanceof HttpError && error.status === 403) return undefined;
    const fix =
      error instanceof HttpError && error.status === 401
        ? 'compare `authentication` with what the service expects'
        : 'url must be the base address of the SCIM service, such as https://example.org/scim/v2';
    throw asSourceError(error, fix);
  }
}
