// SCIM 2.0 over the inventory: our connector reads it, filters select what RFC 7644 says, and a limited client sees its instances only.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scim } from '../../connectors/scim/index.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { pagesOf, sampleRecord } from '../support/scripted-source.ts';
import { freePort } from '../support/servers/free-port.ts';
import { type Item, instanceOf, startService, type TestService } from '../support/service/service.ts';
import { gapsOf, readSource, recordsOf, rejectionsOf } from '../support/simulators/reading.ts';

const record = (type: string, id: string, fields: object) => ({ ...sampleRecord(resourceOf(type)!, 0), id, ...fields });
const account = (id: string, fields: object = {}) =>
  record('Account', id, {
    ...{ alias: id, name: `Name of ${id}`, email: `${id}@example.com`, type: 'User', alternateEmails: undefined },
    ...{ title: undefined, displayName: undefined, userType: undefined, department: undefined, enabled: true },
    ...fields,
  });
const member = (id: string, group: string, type = 'Account') =>
  record('EntityManagedViaObject', `${id}-${group}`, {
    ...{ entityId: id, entityType: type, managedViaObjectId: group, managedViaObjectType: 'UserGroup' },
  });
const people = [
  account('bjensen', {
    ...{ title: 'Tour Guide', userType: 'Employee', department: 'Theme Park', alternateEmails: ['babs@jensen.org'] },
    createdDate: '2011-05-13T04:42:34Z',
  }),
  account('jsmith', {
    title: 'Vice President',
    userType: 'Intern',
    enabled: false,
    createdDate: '2020-01-01T00:00:00Z',
  }),
  account('O\'Malley "x"', { email: 'omalley@example.org', createdDate: undefined }),
  account('Jürgen', { email: undefined, createdDate: undefined }),
];

let test: TestService;
let url: string;
let token: string;
let port: number;
beforeAll(async () => {
  port = await freePort();
  url = `http://127.0.0.1:${port}/scim/v2`;
  test = await startService({
    sources: {
      app: {
        Account: pagesOf(people as never),
        UserGroup: pagesOf(['guides', 'staff'].map(name => record('UserGroup', name, { name })) as never),
        EntityManagedViaObject: pagesOf([
          ...[member('bjensen', 'guides'), member('jsmith', 'staff'), member('guides', 'staff', 'UserGroup')],
        ] as never),
      },
      other: { Account: pagesOf([account('elsewhere')] as never) },
    },
    settings: { base_url: `http://127.0.0.1:${port}` },
  });
  await test.sync();
  token = await test.token({ scopes: ['read'] });
  await test.app.listen({ host: '127.0.0.1', port });
});
afterAll(() => test.close());

const get = (path: string, by?: string) => test.get(`/scim/v2/${path}`, by ?? token);
async function names(filter: string, by?: string): Promise<string[] | string> {
  const { status, body } = await get(`Users?filter=${encodeURIComponent(filter)}`, by);
  return status === 200
    ? body.Resources.map(({ userName }: Item) => userName).toSorted()
    : `${status} ${body.scimType}`;
}

describe('our connector', () => {
  it('reads the same accounts, groups and memberships', async () => {
    const reading = await readSource(scim, { url, authentication: { bearer_token: token }, page_size: 2 });
    expect(gapsOf(reading)).toEqual([]);
    expect(rejectionsOf(reading)).toEqual([]);
    const known = (items: readonly object[], id: string) =>
      items.map(item => [(item as Item)[id], (item as Item).alias, (item as Item).enabled].join(' ')).toSorted();
    expect(known(recordsOf(reading, 'Account'), 'id')).toEqual(known(await test.everyItem('/v1/accounts'), 'globalId'));
    const groups = await test.everyItem('/v1/user-groups');
    expect(
      recordsOf(reading, 'UserGroup')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(groups.map(({ globalId }) => globalId).toSorted());
    const ends = (items: readonly object[], ...of: readonly string[]) =>
      items.map(item => of.map(name => (item as Item)[name]).join(' ')).toSorted();
    expect(ends(recordsOf(reading, 'EntityManagedViaObject'), 'entityId', 'managedViaObjectId')).toEqual(
      ends(await test.everyItem('/v1/entity-managed-via-object'), 'globalEntityId', 'globalManagedViaObjectId'),
    );
  });
});

describe('filters', () => {
  const everybody = ['Jürgen', 'O\'Malley "x"', 'bjensen', 'elsewhere', 'jsmith'];
  const but = (...gone: readonly string[]) => everybody.filter(name => !gone.includes(name));
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

  it.each<[string, string[] | string]>([
    // RFC 7644, section 3.4.2.2, figure 2, with the attributes that there are.
    ['userName eq "bjensen"', ['bjensen']],
    ['userName Eq "BJENSEN"', ['bjensen']],
    ['userName co "malley"', ['O\'Malley "x"']],
    ['userName eq "O\'Malley \\"x\\""', ['O\'Malley "x"']],
    ['name.formatted co "of j"', ['Jürgen', 'jsmith']],
    ['userName sw "J"', ['Jürgen', 'jsmith']],
    ['userName eq "jürgen"', ['Jürgen']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', ['Jürgen', 'jsmith']],
    ['title pr', ['bjensen', 'jsmith']],
    ['title pr and userType eq "Employee"', ['bjensen']],
    ['title pr or userType eq "Intern"', ['bjensen', 'jsmith']],
    ['not (title pr)', but('bjensen', 'jsmith')],
    ['meta.created gt "2011-05-13T04:42:34Z"', ['jsmith']],
    ['meta.created ge "2011-05-13T04:42:34Z"', ['bjensen', 'jsmith']],
    ['meta.created lt "2015-01-01T00:00:00Z"', ['bjensen']],
    ['meta.created le "2020-01-01T00:00:00Z" and not (userName ew "h")', ['bjensen']],
    ['userType ne "Employee"', but('bjensen')],
    ['userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")', ['Jürgen']],
    ['emails[type eq "work" and value co "jensen.org"]', ['bjensen']],
    ['emails.type eq "home"', []],
    ['emails pr', but('Jürgen')],
    ['active eq false', ['jsmith']],
    ['active ne false', but('jsmith')],
    ['title eq null', but('bjensen', 'jsmith')],
    ['userName gt "elsewhere" and userName lt "k"', ['Jürgen', 'jsmith']],
    [`${enterprise}:department eq "theme park"`, ['bjensen']],
    ['groups.display eq "guides"', ['bjensen']],
    ['urn:rolecall:scim:schemas:2.0:User:type eq "Machine"', []],
    // A value is a value, whatever it looks like.
    ['userName eq "x\' or 1=1 --"', []],
    // What is no filter, or compares what cannot be compared.
    ['userName', '400 invalidFilter'],
    ['userName eq', '400 invalidFilter'],
    ['userName xx "a"', '400 invalidFilter'],
    ['(userName eq "a"', '400 invalidFilter'],
    ['password eq "a"', '400 invalidFilter'],
    ['constructor eq "a"', '400 invalidFilter'],
    ['active gt true', '400 invalidFilter'],
    ['active eq "yes"', '400 invalidFilter'],
    ['userName eq 3', '400 invalidFilter'],
    ['userName gt null', '400 invalidFilter'],
    ['meta.created gt "yesterday"', '400 invalidFilter'],
    ['title[value eq "a"]', '400 invalidFilter'],
    [`${'('.repeat(200)}title pr${')'.repeat(200)}`, '400 invalidFilter'],
  ])('%s', async (filter, expected) => {
    expect(await names(filter)).toEqual(Array.isArray(expected) ? expected.toSorted() : expected);
  });

  it('that cannot be understood is answered with the operators that there are', async () => {
    for (const filter of ['userName xx "a"', 'meta.created co "2026-01-01T00:00:00Z"']) {
      const { status, body } = await get(`Users?filter=${encodeURIComponent(filter)}`);
      expect([status, body.detail]).toEqual([400, expect.stringMatching(/eq, ne, .*gt, ge, lt, le and pr/)]);
    }
  });

  it('of groups know names and members', async () => {
    const bjensen = (await get('Users?filter=userName eq "bjensen"')).body.Resources[0];
    const { body } = await get(`Groups?filter=${encodeURIComponent(`members.value eq "${bjensen.id}"`)}`);
    expect(body.Resources.map(({ displayName }: Item) => displayName)).toEqual(['guides']);
    expect(body.Resources[0].members).toEqual([
      { value: bjensen.id, $ref: `${url}/Users/${bjensen.id}`, display: 'bjensen', type: 'User' },
    ]);
    expect(bjensen.groups).toEqual([
      { value: body.Resources[0].id, $ref: `${url}/Groups/${body.Resources[0].id}`, display: 'guides' },
    ]);
    const staff = (await get('Groups?filter=displayName eq "STAFF"')).body.Resources[0];
    expect(staff.members.map(({ type, display }: Item) => [type, display]).toSorted()).toEqual([
      ['Group', 'guides'],
      ['User', 'jsmith'],
    ]);
  });
});

describe('pages', () => {
  const namesOf = ({ Resources }: Item) => Resources.map(({ userName }: Item) => userName);

  it('by index are those of RFC 7644', async () => {
    const { body: whole } = await get('Users?sortBy=userName');
    expect(whole).toMatchObject({ totalResults: 5, startIndex: 1, itemsPerPage: 5 });
    expect(namesOf(whole)).toEqual(['bjensen', 'elsewhere', 'jsmith', 'Jürgen', 'O\'Malley "x"']);
    const { body } = await get('Users?sortBy=userName&sortOrder=descending&startIndex=2&count=2');
    expect(body).toMatchObject({ totalResults: 5, startIndex: 2, itemsPerPage: 2 });
    expect(namesOf(body)).toEqual(namesOf(whole).toReversed().slice(1, 3));
    expect((await get('Users?count=0')).body).toMatchObject({ totalResults: 5, itemsPerPage: 0, Resources: [] });
    expect((await get('Users?count=-3')).body).toMatchObject({ itemsPerPage: 0 });
    expect((await get('Users?startIndex=0&count=1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 1 });
    expect((await get('Users?startIndex=99')).body).toMatchObject({ totalResults: 5, Resources: [] });
  });

  it('by cursor have each resource once', async () => {
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body }: { body: Item } = await get(`Users?count=2&cursor=${cursor}`);
      seen.push(...namesOf(body));
      cursor = body.nextCursor;
    }
    expect(seen.toSorted()).toEqual(namesOf((await get('Users')).body).toSorted());
    for (const [cursor, type] of [['abc', 'invalidCursor']]) {
      const { status, body } = await get(`Users?cursor=${cursor}`);
      expect([status, body.scimType, body.details.parameter]).toEqual([400, type, 'cursor']);
    }
  });
});

describe('resources', () => {
  it('have the attributes that were asked for', async () => {
    const { id } = (await get('Users?filter=userName eq "bjensen"')).body.Resources[0];
    const keys = async (query: string) => Object.keys((await get(`Users/${id}?${query}`)).body).toSorted();
    expect(await keys('attributes=userName,emails.value')).toEqual(['emails', 'id', 'schemas', 'userName']);
    const { body } = await get(`Users/${id}?attributes=EMAILS.VALUE`);
    expect(body.emails).toEqual([{ value: 'bjensen@example.com' }, { value: 'babs@jensen.org' }]);
    const all = await keys('');
    expect(all).toContain('groups');
    expect(await keys('excludedAttributes=groups,meta,id')).toEqual(
      all.filter(name => !['groups', 'meta'].includes(name)),
    );
    expect((await get(`Users/${id}?attributes=a&excludedAttributes=b`)).status).toBe(400);
  });

  it('leave out what is not known', async () => {
    const { Resources } = (await get(`Users?filter=${encodeURIComponent('userName eq "Jürgen"')}`)).body;
    for (const name of ['emails', 'title', 'groups', 'userType']) expect(Resources[0]).not.toHaveProperty(name);
  });

  it('of other instances are not there for a limited client', async () => {
    const limited = await test.token({ scopes: ['read'], instances: [instanceOf(test, 'other')] });
    expect((await get('Users', limited)).body).toMatchObject({ totalResults: 1 });
    expect(await names('userName pr', limited)).toEqual(['elsewhere']);
    expect((await get('Groups', limited)).body).toMatchObject({ totalResults: 0, Resources: [] });
    const { id } = (await get('Users?filter=userName eq "bjensen"')).body.Resources[0];
    const refused = await get(`Users/${id}`, limited);
    expect([refused.status, refused.body.schemas, refused.body.status]).toEqual([
      404,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
      '404',
    ]);
  });

  it('need a token, and cannot be changed', async () => {
    const without = await test.app.inject({ url: '/scim/v2/Users' });
    expect([without.statusCode, without.json().schemas]).toEqual([401, [expect.stringMatching(/:Error$/)]]);
    const headers = { authorization: `Bearer ${token}` };
    expect((await test.app.inject({ method: 'POST', url: '/scim/v2/Users', headers, payload: {} })).statusCode).toBe(
      405,
    );
  });

  it('are described', async () => {
    const types = (await get('ResourceTypes')).body;
    const schemas = (await get('Schemas')).body;
    expect(schemas.totalResults).toBe(schemas.Resources.length);
    for (const { schema, schemaExtensions, endpoint, id } of types.Resources) {
      for (const each of [schema, ...schemaExtensions.map((extension: Item) => extension.schema)]) {
        expect((await get(`Schemas/${each}`)).body.id).toBe(each);
      }
      expect((await get(`ResourceTypes/${id}`)).status).toBe(200);
      const described = new Set(
        schemas.Resources.filter((each: Item) => each.id === schema).flatMap((each: Item) =>
          each.attributes.map(({ name }: Item) => name),
        ),
      );
      const { Resources } = (await get(endpoint.slice(1))).body;
      const common = ['schemas', 'id', 'externalId', 'meta'];
      for (const name of Resources.flatMap(Object.keys)) {
        if (!name.startsWith('urn:') && !common.includes(name)) expect(described, `${id}.${name}`).toContain(name);
      }
    }
    expect((await get('ServiceProviderConfig')).body.filter).toEqual({ supported: true, maxResults: 200 });
    expect((await get('Schemas?filter=x')).status).toBe(403);
    expect((await get('Schemas/urn:none')).status).toBe(404);
  });
});
