// What a service says about itself (RFC 7643, sections 5 and 6; RFC 9865). Many say nothing, or something slightly wrong.
import { timeOfAnswer } from '../../src/connector/http/answer.ts';
import { asSourceError, type HttpClient } from '../../src/connector/http/client.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import { attribute, flagOf, textOf } from './attributes.ts';
import { endpointCandidates } from './endpoints.ts';

export interface Discovery {
  /** False: it says that it does not filter. */
  readonly filters: boolean;
  /** False: it says that it does not take PATCH. */
  readonly patches: boolean;
  /** True: it says that it pages by cursor, and not by index, or not as well. */
  readonly pagesByCursor: boolean;
  /** Where its users and groups are; undefined: it lists its resource types, and there are none of this kind. */
  readonly users: string | undefined;
  readonly groups: string | undefined;
  /** Endpoint → how ResourceTypes writes it. Absent for those that ResourceTypes does not name. */
  readonly announced: ReadonlyMap<string, string>;
  /** Whether it describes itself at all. */
  readonly isDescribed: boolean;
  /** The time of the service when it was asked, in milliseconds since 1970; undefined when it does not say. */
  readonly answeredAt: number | undefined;
}

export async function discover(http: HttpClient, baseUrl: string): Promise<Discovery> {
  const provider = await optional(http, 'ServiceProviderConfig');
  const types = await optional(http, 'ResourceTypes');
  const described = typesIn(types?.body);
  const announced = new Map<string, string>();
  const endpointOf = async (kind: 'User' | 'Group'): Promise<string | undefined> => {
    if (described.length === 0) return `${kind}s`;
    const type = described.find(
      each => textOf(each, 'schema')?.toLowerCase() === `urn:ietf:params:scim:schemas:core:2.0:${kind}`.toLowerCase(),
    );
    const found = type ?? described.find(each => textOf(each, 'name')?.toLowerCase() === kind.toLowerCase());
    if (!found) return undefined;
    const written = textOf(found, 'endpoint');
    if (written === undefined) return `${kind}s`;
    const endpoint = await firstThatAnswers(http, endpointCandidates(written, baseUrl, `${kind}s`));
    announced.set(endpoint, written);
    return endpoint;
  };
  const pagination = attribute(provider?.body, 'pagination');
  const byIndex = flagOf(pagination, 'index');
  const prefersCursor = textOf(pagination, 'defaultPaginationMethod')?.toLowerCase() === 'cursor';
  return {
    filters: flagOf(attribute(provider?.body, 'filter'), 'supported') !== false,
    patches: flagOf(attribute(provider?.body, 'patch'), 'supported') !== false,
    pagesByCursor: flagOf(pagination, 'cursor') === true && (byIndex !== true || prefersCursor),
    users: await endpointOf('User'),
    groups: await endpointOf('Group'),
    announced,
    isDescribed: provider !== undefined || types !== undefined,
    answeredAt: (provider ?? types)?.at,
  };
}

/** The resource types of a list; some services give the list alone. */
function typesIn(body: unknown): readonly unknown[] {
  const types = Array.isArray(body) ? body : attribute(body, 'Resources');
  return Array.isArray(types) ? types.filter(type => textOf(type, 'name') ?? textOf(type, 'schema')) : [];
}

const notThere = [404, 405, 410, 501];

/** The first address that is there. When none is, the one that was announced, so that reading it says what is wrong. */
async function firstThatAnswers(http: HttpClient, candidates: readonly string[]): Promise<string> {
  if (candidates.length > 1) {
    for (const url of candidates) {
      // An error of another kind comes from an endpoint that is there.
      const answer = await http
        .send({ url, query: { count: 1 }, accepts: notThere })
        .catch((error: unknown) => (error instanceof HttpError ? undefined : Promise.reject(error)));
      if (!answer || !notThere.includes(answer.status)) return url;
    }
  }
  return candidates[0]!;
}

/** Discovery is optional in practice: after an error, the service counts as one without discovery. Wrong credentials are reported. */
async function optional(
  http: HttpClient,
  url: string,
): Promise<{ readonly body: object; readonly at: number | undefined } | undefined> {
  try {
    const answer = await http.send({ url });
    if (typeof answer.body !== 'object' || answer.body === null) return undefined;
    return { body: answer.body, at: timeOfAnswer(answer) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.status === 401) throw asSourceError(error, 'compare `authentication` with what the service expects');
    return undefined;
  }
}
