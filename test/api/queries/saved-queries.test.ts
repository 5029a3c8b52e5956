// Saved queries over the API, on both engines of the state database.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../support/audit-log.ts';
import { as, type Send, sendAs } from '../../support/send.ts';
import { type OutsideIssuer, startOutsideIssuer } from '../../support/servers/outside-issuer.ts';
import { noPostgres, usePostgres } from '../../support/servers/servers.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const path = '/v1/query/saved-queries';
const absent = '00000000-0000-4000-8000-000000000000';
const client = { type: 'client', id: expect.stringMatching(/^[0-9a-f-]{36}$/) };

describe('saved queries (embedded)', () => savedQueries(async () => ({ settings: {}, stop: async () => {} })));

describe.skipIf(noPostgres)(`saved queries (server${noPostgres ? `; skipped: ${noPostgres}` : ''})`, () =>
  savedQueries(async () => {
    const server = await usePostgres();
    return { settings: { database_url: await server.createDatabase() }, stop: () => server.stop() };
  }),
);

function savedQueries(startEngine: () => Promise<{ settings: Record<string, unknown>; stop(): Promise<void> }>): void {
  let engine: Awaited<ReturnType<typeof startEngine>>;
  let issuer: OutsideIssuer;
  let test: TestService;
  let send: Send;
  let token: string;
  let readOnly: string;

  beforeAll(async () => {
    engine = await startEngine();
    issuer = await startOutsideIssuer();
    const trusted = { issuer: issuer.issuer, jwks_url: issuer.jwksUrl, audience: 'rolecall', tenant_claim: 'org' };
    test = await startService({ settings: { ...engine.settings, tenant: 'acme', trusted_issuers: [trusted] } });
    token = await test.token();
    send = sendAs(test, token);
    readOnly = await test.token({ scopes: ['read'] });
  });
  afterAll(async () => {
    await test.close();
    await issuer.close();
    await engine.stop();
  });

  const create = (name: string, more: Record<string, unknown> = {}) =>
    send('POST', path, { name, query_string: 'SELECT 1', ...more });
  describe('creating one', () => {
    it('answers 201 with the record and its address, and a get returns the same', async () => {
      const body = { name: 'Dormant keys', query_string: 'SELECT :days', description: 'Unused for long' };
      const created = await send('POST', path, body);
      expect(created.status).toBe(201);
      expect(created.body).toEqual({
        ...body,
        query_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        model: 'service_identity',
        created_by: client,
        last_modified_by: client,
        version: 1,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        last_modified_at: created.body.created_at,
      });
      expect(created.headers['location']).toBe(`${path}/${created.body.query_id}`);
      expect((await test.get(String(created.headers['location']), readOnly)).body).toEqual(created.body);
    });

    it('names the user behind a token of an outside issuer', async () => {
      const bearer = await issuer.sign({
        org: 'acme',
        aud: 'rolecall',
        sub: 'alice',
        client_id: 'portal',
        scope: `${test.service.access.baseUrl}/write`,
      });
      const created = await send('POST', path, { name: 'of alice', query_string: 'x' }, as(bearer));
      expect(created.body.created_by).toEqual({ type: 'user', id: expect.stringContaining('alice') });
    });

    it.each([
      ['Straße', 'STRASSE'],
      ['straẞe 2', 'strasse 2'],
      ['Café', 'CAFE\u0301'],
      ['ΟΔΟΣ', 'οδος'],
      ['Kelvin \u212a', 'KELVIN K'],
      ['\ufb01ne', 'FINE'],
    ])('refuses %s and then %s', async (name, other) => {
      expect((await create(name)).status).toBe(201);
      const refused = await create(other);
      expect(refused).toMatchObject({ status: 409, body: { code: 'NAME_CONFLICT' } });
      expect(refused.body.message).toContain(other);
    });

    it.each(['Cafe', 'ａ', ' a', 'a ', 'a'])('accepts %j beside names that only look alike', async name => {
      expect((await create(name)).status).toBe(201);
    });

    it('creates exactly one when twenty requests use the same name at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          create(index % 2 ? 'at once' : 'AT ONCE', { description: `${index}` }),
        ),
      );
      expect(answers.map(answer => answer.status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
      const named = (await test.everyItem(path, token)).filter(query => query.name.toLowerCase() === 'at once');
      expect(named).toEqual([answers.find(answer => answer.status === 201)!.body]);
    });
  });

  describe('the text', () => {
    const stored = async (text: string) => {
      const { body } = await create('text', { query_string: text });
      const { body: got } = await test.get(`${path}/${body.query_id}`, token);
      await send('DELETE', `${path}/${body.query_id}`);
      return got.query_string;
    };

    it('is stored unchanged, for any text', async () => {
      const character = fc.oneof(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        fc.constantFrom('\0', '\r\n', '\ufeff', "'", '\\', 'e\u0301', '🙂'),
      );
      const text = fc.string({ unit: character, minLength: 1, maxLength: 100 });
      await fc.assert(
        fc.asyncProperty(text, async value => {
          expect(await stored(value)).toBe(value);
        }),
        { numRuns: 40, examples: [['SELECT 1;\r\n-- \0 end \t\r\n'], [' '], ['\ufeffSELECT 1']] },
      );
    });

    it('has up to 100,000 characters, also when some take two UTF-16 units', async () => {
      const longest = '🙂'.repeat(100_000);
      expect(await stored(longest)).toBe(longest);
      for (const text of [`${longest}x`, 'x'.repeat(100_001), '']) {
        expect(await create('x', { query_string: text })).toMatchObject({
          status: 400,
          body: { message: 'query_string: must have 1 to 100000 characters' },
        });
      }
    });

    it('of the name has 1 to 200 characters, of the description up to 2000', async () => {
      const longest = { name: '\u{1d160}'.repeat(200), description: '🙂'.repeat(2000) };
      const { body } = await create(longest.name, longest);
      expect((await test.get(`${path}/${body.query_id}`, token)).body).toMatchObject(longest);
      const refused = await create(`${longest.name}x`, { description: `${longest.description}x` });
      expect(refused.body.message).toBe(
        'name: must have 1 to 200 characters; description: must have 0 to 2000 characters',
      );
    });
  });

  describe('updating one', () => {
    it('replaces it, increments the version, and keeps its creator', async () => {
      const { body: first } = await create('first', { description: 'soon gone' });
      const wanted = { name: 'First', query_string: 'SELECT 2', model: 'service_identity' };
      const { status, body: second } = await send(
        'PUT',
        `${path}/${first.query_id}`,
        { ...wanted, version: 1 },
        as(await test.token()),
      );
      expect(status).toBe(200);
      const { description, ...kept } = first;
      expect(second).toEqual({
        ...kept,
        ...wanted,
        version: 2,
        last_modified_by: client,
        last_modified_at: expect.any(String),
      });
      expect(second.last_modified_by).not.toEqual(first.last_modified_by);
      expect(Date.parse(second.last_modified_at)).toBeGreaterThanOrEqual(Date.parse(first.created_at));
      expect((await test.get(`${path}/${first.query_id}`, token)).body).toEqual(second);
    });

    it('is refused when it is based on a version that is not current', async () => {
      const { body } = await create('contended');
      const url = `${path}/${body.query_id}`;
      const change = (version: unknown, query_string = 'x') =>
        send('PUT', url, { name: 'contended', query_string, model: 'service_identity', version });
      const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => change(1, `x${index}`)));
      expect(answers.map(answer => answer.status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
      for (const version of [1, 3, 2 ** 40]) {
        expect(await change(version)).toMatchObject({
          status: 409,
          body: { code: 'VERSION_CONFLICT', details: { current_version: 2 } },
        });
      }
      for (const version of [0, '2', 1.5, undefined]) expect(await change(version)).toMatchObject({ status: 400 });
      expect((await test.get(url, token)).body).toEqual(answers.find(answer => answer.status === 200)!.body);
    });

    it('to a name that is taken is refused, and changes nothing', async () => {
      await create('taken');
      const { body } = await create('free');
      const url = `${path}/${body.query_id}`;
      const change = { name: 'TAKEN', query_string: 'x', model: 'service_identity', version: 1 };
      expect(await send('PUT', url, change)).toMatchObject({ status: 409, body: { code: 'NAME_CONFLICT' } });
      expect((await test.get(url, token)).body).toEqual(body);
    });
  });

  it.each([absent, 'x', '%00', '..%2f', `{${absent}}`, 'x'.repeat(10_000)])('the id %s is a 404', async id => {
    const body = { name: 'x', query_string: 'x', model: 'service_identity', version: 1 };
    const answers = [
      await send('GET', `${path}/${id}`),
      await send('PUT', `${path}/${id}`, body),
      await send('DELETE', `${path}/${id}`),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('a deleted query is gone, and its name is free', async () => {
    const { body } = await create('short-lived');
    const url = `${path}/${body.query_id}`;
    expect(await send('DELETE', url)).toMatchObject({ status: 204, body: undefined });
    expect(await send('DELETE', url)).toMatchObject({ status: 404 });
    expect(await send('GET', url)).toMatchObject({ status: 404 });
    expect(await create('SHORT-LIVED')).toMatchObject({ status: 201 });
  });

  describe('permission', () => {
    it('to write needs the write scope; refusals and changes are in the audit log', async () => {
      const { body } = await create('audited', { query_string: 'SELECT \0', description: 'before' });
      const url = `${path}/${body.query_id}`;
      const change = { name: 'audited 2', query_string: 'x', model: 'service_identity', version: 1 };
      for (const [method, at, payload] of [
        ['POST', path, change],
        ['PUT', url, change],
        ['DELETE', url, undefined],
      ] as const) {
        expect(await send(method, at, payload, as(readOnly))).toMatchObject({
          status: 403,
          body: { code: 'FORBIDDEN' },
        });
      }
      await send('PUT', url, change);
      await send('DELETE', url);
      await send('DELETE', url);
      const entries = (await listAudit(test.service.database, 'acme', 7)).toReversed();
      expect(entries.map(entry => `${entry.action} ${entry.outcome}`)).toEqual([
        'savedQuery.create done',
        'savedQuery.create refused',
        'savedQuery.update refused',
        'savedQuery.delete refused',
        'savedQuery.update done',
        'savedQuery.delete done',
        'savedQuery.delete refused',
      ]);
      expect(entries[3]).toMatchObject({ details: { path: url } });
      expect(entries[4]).toMatchObject({
        principal: body.created_by.id,
        target: body.query_id,
        details: {
          before: { name: 'audited', description: 'before', version: 1 },
          after: { name: 'audited 2', version: 2 },
        },
      });
      expect(JSON.stringify(entries)).not.toContain('SELECT');
    });

    it('does not cross tenants', async () => {
      const { body } = await create('of acme');
      await test.service.database.query('UPDATE saved_queries SET tenant = $1 WHERE query_id = $2', [
        'other',
        body.query_id,
      ]);
      const url = `${path}/${body.query_id}`;
      const change = { name: 'mine now', query_string: 'x', model: 'service_identity', version: 1 };
      const answers = [await send('GET', url), await send('PUT', url, change), await send('DELETE', url)];
      expect(answers.map(answer => answer.status)).toEqual([404, 404, 404]);
      expect((await test.everyItem(path, token)).map(query => query.name)).not.toContain('of acme');
      expect(await create('of acme')).toMatchObject({ status: 201 });
      const foreign = await issuer.sign({
        org: 'other',
        aud: 'rolecall',
        sub: 'eve',
        scope: `${test.service.access.baseUrl}/write`,
      });
      expect(await send('POST', path, { name: 'x', query_string: 'x' }, as(foreign))).toMatchObject({ status: 403 });
    });
  });
}
