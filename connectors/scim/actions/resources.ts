// Gets and changes single resources (RFC 7644, section 3.5): by PATCH, or by PUT of the whole resource where a service takes no PATCH.
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { HttpError } from '../../../src/connector/http/http-error.ts';
import type { HttpAnswer, HttpRequest } from '../../../src/connector/http/request.ts';
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import { attribute, hasUuidForm, localIdOf, type ScimResource, textOf } from '../attributes.ts';
import type { ScimClient } from '../client.ts';
import { resourceAddress } from '../endpoints.ts';

export type Kind = 'user' | 'group';

export interface Stored {
  readonly resource: ScimResource;
  /** As the service writes it. */
  readonly id: string;
  /** Address, relative to the base address. */
  readonly url: string;
  /** Version of the resource (RFC 7644, section 3.14); absent: the service has no versions. */
  readonly version: string | undefined;
}

export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
}

/** One change in both forms. */
export interface ResourceChange {
  /** Undefined: it cannot be said safely as a PATCH. */
  readonly patch: PatchOperation | undefined;
  /** The attribute that changes, and its whole value afterwards. */
  readonly attribute: string;
  readonly value: unknown;
}

/**
 * A comparison for filters and paths (RFC 7644, section 3.4.2.2). The text is a JSON string, so it cannot end early. But real
 * services read its escapes wrongly, and would look for another text, or for everything.
 * @returns undefined for a text that needs escapes
 */
export function equalTo(name: string, text: string): string | undefined {
  const quoted = JSON.stringify(text);
  return quoted === `"${text}"` ? `${name} eq ${quoted}` : undefined;
}

/** Removes one value of a multi-valued attribute. */
export function removal(name: string, value: string): PatchOperation | undefined {
  const filter = equalTo('value', value);
  return filter === undefined ? undefined : { op: 'remove', path: `${name}[${filter}]` };
}

/** The address of all users or groups. @throws ChangeRefused when the service has none */
export function endpointOf({ discovery }: ScimClient, kind: Kind): string {
  const endpoint = kind === 'user' ? discovery.users : discovery.groups;
  if (endpoint === undefined) throw new ChangeRefused(`the service has no ${kind}s`);
  return endpoint;
}

/** @throws ChangeRefused when there is no such resource */
export async function stored(client: ScimClient, kind: Kind, localId: string): Promise<Stored> {
  const found = await storedIfThere(client, kind, localId);
  if (found) return found;
  throw new ChangeRefused(`the service has no ${kind} with the id ${localId}; it may have been deleted`);
}

export async function storedIfThere(client: ScimClient, kind: Kind, localId: string): Promise<Stored | undefined> {
  const endpoint = endpointOf(client, kind);
  const found = await fetched(client, endpoint, localId);
  if (found || !hasUuidForm(localId)) return found;
  // The local id is in small letters, and the service may accept only capitals.
  return fetched(client, endpoint, localId.toUpperCase());
}

async function fetched(client: ScimClient, endpoint: string, id: string): Promise<Stored | undefined> {
  const url = resourceAddress(endpoint, id);
  if (url === undefined) return undefined;
  const { body, headers } = await ask(client, { url, accepts: [404, 410] });
  const written = textOf(body, 'id');
  if (written === undefined || localIdOf(written) !== localIdOf(id)) return undefined;
  const resource = body as ScimResource;
  return { resource, id: written, url, version: headers.etag ?? textOf(attribute(resource, 'meta'), 'version') };
}

/** The service does not take PATCH, or not in this form. It has changed nothing then. */
const patchRefused = [400, 405, 415, 501];

/** @returns false when the service takes no PATCH */
export async function patched(client: ScimClient, { url }: Stored, operation: PatchOperation): Promise<boolean> {
  const json = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [operation] };
  const { status } = await ask(client, { method: 'PATCH', url, json, accepts: patchRefused });
  return status < 300;
}

/** @returns false when the resource has another version by now (RFC 9110, section 15.5.13) */
export async function put(
  client: ScimClient,
  { url, resource, version }: Stored,
  change: ResourceChange,
): Promise<boolean> {
  const former = Object.entries(resource).filter(([name]) => !['meta', change.attribute].includes(name.toLowerCase()));
  const { status } = await ask(client, {
    method: 'PUT',
    url,
    json: { ...Object.fromEntries(former), [change.attribute]: change.value },
    headers: ifMatch(version),
    accepts: [412],
  });
  return status < 300;
}

export const ifMatch = (version: string | undefined): Record<string, string> =>
  version === undefined ? {} : { 'if-match': version };

/** Statuses of a service that is unavailable for a moment. The HTTP client does not send requests again that change something. */
const awayStatuses = [408, 425, 500, 502, 503, 504];

/** @throws ChangeRefused, SourceUnavailable */
export async function ask({ http }: ScimClient, request: HttpRequest): Promise<HttpAnswer> {
  const headers = {
    ...(request.json !== undefined && { 'content-type': 'application/scim+json' }),
    ...request.headers,
  };
  try {
    return await http.send({ ...request, headers });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.status !== undefined && awayStatuses.includes(error.status))
      throw new SourceUnavailable(error.message, { cause: error });
    const isForbidden = error.status === 401 || error.status === 403;
    const hint = isForbidden ? '; the token needs the right to change it' : '';
    throw new ChangeRefused(`${error.message}${hint}`, { cause: error });
  }
}
