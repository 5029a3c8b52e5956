// An opened SCIM service: its HTTP client, and what it says about itself.
import { z } from 'zod';
import type { ConnectorContext } from '../../src/connector/contract.ts';
import { bodyAs } from '../../src/connector/http/answer.ts';
import { asSourceError, type HttpClient, openHttpClient } from '../../src/connector/http/client.ts';
import { credentialsOf } from '../../src/connector/http/credentials.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import type { HttpAnswer } from '../../src/connector/http/request.ts';
import type { ScimSettings } from './settings.ts';

/** What a service says about itself (RFC 7643, sections 5 and 6). Many say nothing. */
export interface Discovery {
  /** False: it says that it does not filter. */
  readonly filters: boolean;
  /** False: it says that it does not take PATCH. */
  readonly patches: boolean;
  /** Where its users and groups are; undefined: it lists its resource types, and there are none of this kind. */
  readonly users: string | undefined;
  readonly groups: string | undefined;
  /** Whether it describes itself at all. */
  readonly isDescribed: boolean;
}

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

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** RFC 7644, section 3.12. Some services send errors with status 200. */
function errorIn(body: unknown): string | undefined {
  const { schemas, detail, status } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(schemas) || !schemas.includes(errorSchema)) return undefined;
  return [status, detail].filter(part => typeof part === 'string' || typeof part === 'number').join(' ') || 'no detail';
}

/** @throws SourceError when the service cannot be asked: address, certificate, credentials */
export async function openScim(settings: ScimSettings, context: ConnectorContext): Promise<ScimClient> {
  const http = await openHttpClient({
    baseUrl: settings.url,
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
    const { answeredAt, ...discovery } = await discover(http);
    const openedAt = discovery.isDescribed ? answeredAt : await askForUsers(http, discovery);
    return { http, settings, context, name, discovery, openedAt, once };
  } catch (error) {
    await http.close();
    throw error;
  }
}

const feature = z.object({ supported: z.boolean().optional() }).optional();
const config = z.object({ filter: feature, patch: feature });
const resourceTypes = z.object({
  Resources: z.array(
    z.object({ name: z.string().optional(), endpoint: z.string().optional(), schema: z.string().optional() }),
  ),
});

async function discover(http: HttpClient): Promise<Discovery & { readonly answeredAt: number | undefined }> {
  const provider = await optional(http, 'ServiceProviderConfig', config);
  const types = await optional(http, 'ResourceTypes', resourceTypes);
  const described = types?.body;
  const endpointOf = (kind: 'User' | 'Group'): string | undefined => {
    if (!described || described.Resources.length === 0) return `${kind}s`;
    const found = described.Resources.find(
      ({ name, schema }) => schema === `urn:ietf:params:scim:schemas:core:2.0:${kind}` || name === kind,
    );
    return found && (relative(found.endpoint) ?? `${kind}s`);
  };
  return {
    filters: provider?.body.filter?.supported !== false,
    patches: provider?.body.patch?.supported !== false,
    users: endpointOf('User'),
    groups: endpointOf('Group'),
    isDescribed: provider !== undefined || types !== undefined,
    answeredAt: provider?.at ?? types?.at,
  };
}

/** An endpoint is relative to the base address, and is usually written with a slash (RFC 7643, section 6). */
function relative(endpoint: string | undefined): string | undefined {
  const path = endpoint?.replace(/^\/+/, '');
  return path !== undefined && /^[\w./-]+$/.test(path) && !path.includes('..') ? path : undefined;
}

/** Discovery is optional in practice: after an error, the service counts as one without discovery. Wrong credentials are reported. */
async function optional<Schema extends z.ZodType>(
  http: HttpClient,
  url: string,
  schema: Schema,
): Promise<{ readonly body: z.output<Schema>; readonly at: number | undefined } | undefined> {
  try {
    const answer = await http.send({ url });
    return { body: bodyAs(answer, schema), at: timeOfAnswer(answer) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.status === 401) throw asSourceError(error, 'compare `authentication` with what the service expects');
    return undefined;
  }
}

/** Date (RFC 9110, section 6.6.1). */
function timeOfAnswer({ headers }: HttpAnswer): number | undefined {
  const time = Date.parse(headers.date ?? '');
  return Number.isNaN(time) ? undefined : time;
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
