// What is read, type by type.
import { LRUCache } from 'lru-cache';
import type { Gap, ObjectsRead, Page, Read, Rejection } from '../../src/connector/contract.ts';
import { gapOf, HttpError } from '../../src/connector/http/http-error.ts';
import { together } from '../../src/connector/together.ts';
import { activeOf, attribute, hasUuidForm, localIdOf, textOf } from './attributes.ts';
import { objectPages } from './changes.ts';
import type { ScimClient } from './client.ts';
import { resourceAddress } from './endpoints.ts';
import { userGroupOf } from './groups.ts';
import type { ListPage } from './list.ts';
import { single } from './member-source.ts';
import { membershipPages } from './memberships.ts';
import { entitlementPages, rolePages } from './rights.ts';
import { accountOf, type EmailOf, type Mapped, primaryEmailOf } from './users.ts';

export const scimReads: readonly Read<ScimClient>[] = [
  { lands: 'IntegratedApplication', pages: applicationPages },
  { lands: 'Account', pages: accountPages },
  { lands: 'UserGroup', pages: groupPages },
  { lands: 'Role', needs: ['Account'], pages: rolePages },
  { lands: 'EntityManagedViaObject', needs: ['Account', 'UserGroup', 'Role'], pages: membershipPages },
  { lands: 'EntityAssignedAccessToObject', needs: ['Account', 'IntegratedApplication'], pages: entitlementPages },
];

async function* applicationPages({ name, settings }: ScimClient): AsyncGenerator<Page> {
  const record = {
    id: name,
    key: new URL(settings.url).host,
    name,
    supportedFederatedRelationships: [],
    unsupportedTypes: {
      objectTypes: ['AssignedApplication', 'Department', 'PermissionSet', 'ResourceInstance'],
      relationshipTypes: ['DepartmentContainsDepartment', 'ResourceInstanceContainsResourceInstance'],
    },
  };
  yield { records: [record], place: () => settings.url };
}

async function* accountPages(client: ScimClient, cursor?: string, since?: string): AsyncGenerator<Page> {
  const { users } = client.discovery;
  if (users === undefined) {
    yield { records: [], gaps: [notThere(client, 'User')] };
    return;
  }
  const emailOf = managerEmails(client, users);
  const read = {
    type: 'Account',
    endpoint: users,
    query: {},
    field: 'alias',
    async toPage(page: ListPage) {
      emailOf.learn(page.resources);
      const mapped = await Promise.all(
        page.resources.map((user, index) => accountOf(user, page.subject, index, emailOf.find)),
      );
      return pageOf(mapped, page, [...emailOf.takeGaps(), ...oddStates(page)]);
    },
    shown: {
      inPage: ({ resources }: ListPage) => resources.some(user => hasValue(user, 'active')),
      otherwise: {
        ...{ reason: 'unsupported', subject: `GET ${users}`, missing: 'fields' },
        message:
          'the service shows `active` of no user, so it is not known who is disabled; all accounts are shown as enabled',
      } satisfies Gap,
    },
  };
  yield* objectPages(client, read, cursor, since);
}

/** Users by their addresses (RFC 7644, section 3.4.1). A user is gone when the service says 404, and still has its list of users. */
export async function readUsers(client: ScimClient, ids: readonly string[]): Promise<ObjectsRead> {
  const { users } = client.discovery;
  if (users === undefined) return { records: [], gone: [], gaps: [notThere(client, 'User')] };
  const [resources, absent, gaps]: [unknown[], string[], Gap[]] = [[], [], []];
  const noting = async <Result>(request: Promise<Result>): Promise<Result | undefined> =>
    request.catch(error => {
      gaps.push(gapOf(error, 'objects'));
      return undefined;
    });
  await together(ids, async id => {
    const user = await noting(userWithId(client, users, id));
    if (user === 'absent') absent.push(id);
    else if (user !== undefined) resources.push(user);
  });
  const list =
    absent.length > 0 && (await noting(client.http.send({ url: users, query: { startIndex: 1, count: 1 } })));
  const emailOf = managerEmails(client, users);
  const page = { resources, subject: `GET ${users}/{id}`, gaps };
  const mapped = await Promise.all(resources.map((user, index) => accountOf(user, page.subject, index, emailOf.find)));
  return { ...pageOf(mapped, page, [...emailOf.takeGaps(), ...oddStates(page)]), gone: list ? absent : [] };
}

/** @throws HttpError */
async function userWithId(client: ScimClient, users: string, id: string): Promise<unknown> {
  // Local ids with the form of a UUID are in small letters, and a service may know them only in capitals.
  for (const written of hasUuidForm(id) ? [id, id.toUpperCase()] : [id]) {
    const url = resourceAddress(users, written);
    const answer = url === undefined ? undefined : await client.http.send({ url, accepts: [404] });
    if (answer && answer.status !== 404) return answer.body;
  }
  return 'absent';
}

async function* groupPages(client: ScimClient, cursor?: string, since?: string): AsyncGenerator<Page> {
  const { groups } = client.discovery;
  if (groups === undefined) {
    yield { records: [], gaps: [notThere(client, 'Group')] };
    return;
  }
  const read = {
    type: 'UserGroup',
    endpoint: groups,
    // Members are read with the memberships. Services that do not know the parameter ignore it.
    query: { excludedAttributes: 'members' },
    field: 'name',
    toPage: async (page: ListPage) =>
      pageOf(
        page.resources.map((group, index) => userGroupOf(group, page.subject, index)),
        page,
      ),
  };
  yield* objectPages(client, read, cursor, since);
}

const hasValue = (resource: unknown, name: string) => (attribute(resource, name) ?? undefined) !== undefined;

/** Values of `active` that are no flag. Such accounts are shown as enabled, as those without the attribute are. */
function oddStates({ resources, subject }: ListPage): Gap[] {
  const odd = resources.filter(user => hasValue(user, 'active') && activeOf(user) === undefined);
  if (odd.length === 0) return [];
  const example = JSON.stringify(attribute(odd[0], 'active')).slice(0, 40);
  const message = `active: ${example} is not understood${odd.length > 1 ? `, and ${odd.length - 1} more values are not` : ''}; these accounts are shown as enabled, which is not known`;
  return [{ reason: 'failed', subject, message, missing: 'fields' }];
}

function notThere({ settings }: ScimClient, name: string): Gap {
  const message = `the service lists its resource types, and ${name} is none of them`;
  return { reason: 'unsupported', subject: `GET ${settings.url}/ResourceTypes`, message, missing: 'objects' };
}

function pageOf(mapped: readonly Mapped[], { gaps, cursor }: ListPage, more: readonly Gap[] = []): Page {
  const landed = mapped.flatMap(each => ('record' in each ? [each] : []));
  const rejected: Rejection[] = mapped.flatMap(each => ('rejection' in each ? [each.rejection] : []));
  return {
    records: landed.map(({ record }) => record),
    place: index => landed[index]!.place,
    rejected,
    gaps: [...gaps, ...more],
    ...(cursor !== undefined && { cursor }),
  };
}

/** E-mail addresses of managers that are remembered. */
const rememberedEmails = 50_000;

/** Finds e-mail addresses of managers: in the pages read so far, or by a request for a manager who comes later or was forgotten. */
function managerEmails(client: ScimClient, users: string) {
  const known = new LRUCache<string, { email: Promise<string | undefined> }>({ max: rememberedEmails });
  let failure: HttpError | undefined;
  const load = async (id: string) => {
    try {
      return primaryEmailOf(await single(client, users, id));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      failure ??= error;
      return undefined;
    }
  };
  const remember = (id: string, email: Promise<string | undefined>) => {
    known.set(localIdOf(id), { email });
    return email;
  };
  return {
    find: (id => known.get(localIdOf(id))?.email ?? remember(id, load(id))) satisfies EmailOf,
    learn(page: readonly unknown[]) {
      for (const user of page) {
        const id = textOf(user, 'id');
        if (id !== undefined) remember(id, Promise.resolve(primaryEmailOf(user)));
      }
    },
    /** The first manager since the last call that could not be read. */
    takeGaps(): Gap[] {
      const gap = failure && ({ ...gapOf(failure, 'fields'), message: `manager: ${failure.problem}` } as const);
      failure = undefined;
      return gap ? [gap] : [];
    },
  };
}
