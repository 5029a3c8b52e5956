// Sources over the API: their state, held-back data, rejected records, and new ones in the configuration file.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customApplication } from '../../../connectors/custom-application/index.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { account } from '../../flows/resources.ts';
import { pagesOf, type Script, sampleRecord } from '../../support/scripted-source.ts';
import { type Send, sendAs } from '../../support/send.ts';
import {
  type Item,
  instanceOf,
  startService,
  type TestService,
  temporaryFolder,
} from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

const some = (count: number): SourceRecord[] =>
  Array.from({ length: count }, (_, index) => sampleRecord(account, index));
const reads = (records: readonly SourceRecord[]): Script => ({ Account: pagesOf(records) });
const broken = { ...sampleRecord(account, 99), enabled: 'perhaps' };

let test: TestService;
let folder: string;
let admin: Send;
beforeAll(async () => {
  folder = temporaryFolder();
  const sources = { app: reads([...some(10), broken]), crm: reads(some(3)) };
  test = await startService({ folder, sources, moreConnectors: [customApplication] });
  const listed = ['app', 'crm'].map(id => `  - id: ${id}\n    connector: scripted\n    settings: { script: ${id} }\n`);
  fs.writeFileSync(path.join(folder, 'rolecall.yaml'), `# mine\ndata_dir: data\nsources:\n${listed.join('')}`);
  await test.sync();
  admin = sendAs(test, await test.token());
});
afterAll(async () => {
  await test.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const listed = async (id: string) =>
  (await test.get('/v1/sources')).body.items.find(({ sourceId }: Item) => sourceId === id);

describe('sources', () => {
  it('are listed with their last run, its ledger and the newest build', async () => {
    const { status, body } = await test.get('/v1/sources');
    expect(status).toBe(200);
    expect(body.items.map(({ sourceId }: Item) => sourceId)).toEqual(['app', 'crm']);
    expect(body.lastBuild).toMatchObject({ status: 'Published', version: expect.any(Number) });
    expect(await listed('app')).toMatchObject({
      applicationInstanceId: instanceOf(test, 'app'),
      connector: 'scripted',
      connectorTitle: 'Scripted source',
      writes: false,
      lastRun: { status: 'Partial', rows: 10, rejected: 1 },
    });
    expect((await listed('app')).reads).toContainEqual(
      expect.objectContaining({ type: 'Account', status: 'Partial', rows: 10, rejected: 1 }),
    );
  });

  it('show a limited client only its own, and nothing of builds', async () => {
    const token = await test.token({ instances: [instanceOf(test, 'crm')] });
    const { body } = await test.get('/v1/sources', token);
    expect(body.items.map(({ sourceId }: Item) => sourceId)).toEqual(['crm']);
    expect(body).not.toHaveProperty('lastBuild');
    const send = sendAs(test, token);
    expect((await send('POST', '/v1/sources/app/sync', {})).status).toBe(404);
    expect((await send('GET', '/v1/sources/app/rejected-records')).status).toBe(404);
    expect((await send('POST', '/v1/sources', {})).body.code).not.toBe('INTERNAL_ERROR');
  });

  it('show the rejected records of the last run to administrators', async () => {
    const { body } = await admin('GET', '/v1/sources/app/rejected-records');
    expect(body.items).toEqual([
      { type: 'Account', place: expect.any(String), reasons: [expect.stringMatching(/enabled/)] },
    ]);
    const reader = await test.token({ scopes: ['read', 'write'] });
    expect((await test.get('/v1/sources/app/rejected-records', reader)).status).toBe(403);
  });

  it('are read on request; data that look broken are held back until their loss is accepted', async () => {
    expect((await admin('POST', '/v1/sources/app/accept-loss')).body.code).toBe('SOURCE_NOT_HELD_BACK');
    test.scripts.set('app', reads(some(1)));
    const { status, body } = await admin('POST', '/v1/sources/app/sync', { full: true });
    expect([status, body.sourceId, body.cause]).toEqual([200, 'app', 'operator']);
    await until(async () => (await listed('app')).heldBack, Boolean);
    expect((await listed('app')).heldBack.findings).toMatchObject([{ check: 'objects_gone', source: 'app' }]);
    const accepted = await admin('POST', '/v1/sources/app/accept-loss');
    expect([accepted.status, accepted.body.acceptedSources]).toEqual([200, ['app']]);
    await until(
      async () => (await listed('app')).heldBack,
      held => held === undefined,
    );
    const path = `/v1/accounts?applicationInstanceId=${instanceOf(test, 'app')}`;
    await until(
      () => test.everyItem(path),
      items => items.length === 1,
    );
    const { body: audit } = await test.get('/v1/audit-events?action=source.acceptLoss');
    expect(audit.items.map(({ outcome, target }: Item) => [outcome, target])).toContainEqual(['done', 'app']);
  });

  it('with a schedule say when their last complete read is too long ago', async () => {
    expect(await listed('crm')).not.toHaveProperty('stale');
    const { database } = test.service;
    await database.query(`update sync_runs set ended_at = ended_at - interval '2 days' where source_id = 'crm'`);
    // Without a schedule, nothing is promised.
    expect(await listed('crm')).not.toHaveProperty('stale');
    const crm = test.config.tenants[0]!.sources.find(({ id }) => id === 'crm')!;
    Object.assign(crm, { schedule: '0 4 * * *' });
    const { lastRun, stale } = await listed('crm');
    expect(stale).toEqual({ lastCompleteAt: lastRun.endedAt });
    Object.assign(crm, { schedule: undefined });
  });

  it('that do not exist are named', async () => {
    const { status, body } = await admin('POST', '/v1/sources/apps/sync', {});
    expect([status, body.message]).toEqual([404, expect.stringMatching(/no source "apps".*did you mean `app`/)]);
    expect((await admin('POST', '/v1/sources/app/sync', { ful: true })).body.message).toMatch(/did you mean `full`/);
  });
});

describe('a new source', () => {
  const settings = { script: 'hr' };

  it('is found among the connectors, checked, added to the file with its comments, and read', async () => {
    const { items } = (await test.get('/v1/connectors')).body;
    expect(items.slice(0, 1)).toMatchObject([
      { type: 'scripted', settings: { properties: { script: { type: 'string' } } } },
    ]);
    const checked = await admin('POST', '/v1/sources/check', { connector: 'scripted', settings });
    expect(checked.body.problems).toMatchObject([{ severity: 'error', place: 'hr', message: 'does not answer' }]);
    test.scripts.set('hr', reads(some(2)));
    const again = await admin('POST', '/v1/sources/check', { connector: 'scripted', settings });
    expect(again.body).toMatchObject({ problems: [], previews: [{ type: 'Account' }] });
    const source = { sourceId: 'hr', connector: 'scripted', schedule: '0 4 * * *', settings };
    expect(await admin('POST', '/v1/sources', source)).toMatchObject({ status: 201, body: { sourceId: 'hr' } });
    const file = path.join(folder, 'rolecall.yaml');
    expect(fs.readFileSync(file, 'utf8')).toMatch(/^# mine[\s\S]*- id: hr/);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(await listed('hr')).toMatchObject({ schedule: '0 4 * * *', timeZone: 'UTC' });
    expect((await admin('POST', '/v1/sources/hr/sync', {})).status).toBe(200);
    await until(
      async () => (await listed('hr')).lastRun?.status,
      status => status === 'Landed',
    );
    expect((await admin('POST', '/v1/sources', source)).body.code).toBe('NAME_CONFLICT');
  });

  it.each([
    ['an unknown connector', { connector: 'scriptd', settings }, /there is no connector `scriptd`/],
    ['an unknown setting', { connector: 'scripted', settings: { ...settings, x: 1 } }, /settings: unknown key `x`/],
    [
      'a variable of the environment',
      { connector: 'scripted', settings: { script: '${HOME}' } },
      /variable of the environment/,
    ],
    ['a wrong schedule', { connector: 'scripted', settings, schedule: 'daily' }, /schedule/],
    ['a wrong name', { connector: 'scripted', settings, sourceId: '../x' }, /sourceId: has lowercase/],
  ])('with %s is refused, and the file stays as it is', async (_, source, message) => {
    const before = fs.readFileSync(path.join(folder, 'rolecall.yaml'), 'utf8');
    const { status, body } = await admin('POST', '/v1/sources', { sourceId: 'other', ...source });
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
    expect(fs.readFileSync(path.join(folder, 'rolecall.yaml'), 'utf8')).toBe(before);
  });

  it('needs the scope admin and a client of the whole tenant', async () => {
    const source = { sourceId: 'x', connector: 'scripted', settings };
    const writer = sendAs(test, await test.token({ scopes: ['read', 'write'] }));
    const limited = sendAs(test, await test.token({ instances: [instanceOf(test, 'crm')] }));
    for (const send of [writer, limited])
      for (const url of ['/v1/sources', '/v1/sources/check'])
        expect(
          (await send('POST', url, url.endsWith('check') ? { connector: 'scripted', settings } : source)).status,
        ).toBe(403);
  });

  it('is checked before the answer that several tenants share the configuration', async () => {
    const shared = await startService({ settings: { tenants: { one: { sources: [] }, two: { sources: [] } } } });
    try {
      const send = sendAs(shared, await shared.token());
      const good = { connector: 'scripted', settings };
      for (const [url, source] of [
        ['/v1/sources/check', good],
        ['/v1/sources', { ...good, sourceId: 'x' }],
      ] as const) {
        for (const wrong of [{ ...source, sourceId: '../x' }, { ...source, connector: 'scriptd' }, {}])
          expect([wrong, (await send('POST', url, wrong)).status]).toEqual([wrong, 400]);
        expect(await send('POST', url, source)).toMatchObject({ status: 501, body: { code: 'NOT_IMPLEMENTED' } });
      }
    } finally {
      await shared.close();
    }
  });
});

describe('an uploaded file', () => {
  const content = 'User name,E-mail,Active\nada,ada@one.example,yes\nbob,bob@one.example,no\n';
  const upload = { sourceId: 'payroll', fileName: 'people of May.csv', content };

  it('is described, corrected, checked and added, and nothing stays of a check', async () => {
    const guessed = await admin('POST', '/v1/sources/uploads/check', upload);
    expect(guessed.status, JSON.stringify(guessed.body)).toBe(200);
    expect(guessed.body.origin).toBe('guessed from the columns of people of May.csv; look through it');
    expect(guessed.body.previews.flatMap(({ rows }: Item) => rows)).toContainEqual(
      expect.objectContaining({ alias: 'ada', email: 'ada@one.example', enabled: true }),
    );
    expect(guessed.body.columns).toEqual([
      { name: 'User name', values: ['ada', 'bob'], looksLike: 'id' },
      { name: 'E-mail', values: ['ada@one.example', 'bob@one.example'], looksLike: 'address' },
      { name: 'Active', values: ['yes', 'no'], looksLike: 'flag' },
    ]);
    expect(guessed.body.chosenByValues).toEqual([]);
    const unreadable = await admin('POST', '/v1/sources/uploads/check', { ...upload, description: 'objects: [' });
    expect([unreadable.status, unreadable.body.columns]).toEqual([200, undefined]);
    const description = guessed.body.description.replace('Active', 'Aktiv');
    const wrong = await admin('POST', '/v1/sources/uploads/check', { ...upload, description });
    expect(wrong.body.problems).toContainEqual(
      expect.objectContaining({ severity: 'error', place: expect.stringMatching(/^config\/payroll\.yaml:\d+/) }),
    );
    expect(fs.existsSync(path.join(folder, 'sources'))).toBe(false);
    // Folders of the running service may vanish meanwhile, which a glob tolerates.
    expect(fs.globSync('**/*upload-*', { cwd: path.join(folder, 'data') })).toEqual([]);
    const added = await admin('POST', '/v1/sources/uploads', { ...upload, description: guessed.body.description });
    expect([added.status, added.body]).toEqual([201, { sourceId: 'payroll' }]);
    expect(fs.readFileSync(path.join(folder, 'sources/payroll/rawdata/people of May.csv'), 'utf8')).toBe(content);
    const run = await admin('POST', '/v1/sources/payroll/sync', {});
    expect(run.status).toBe(200);
    await until(
      async () => (await listed('payroll'))?.lastRun?.status,
      status => status === 'Landed',
    );
    const again = await admin('POST', '/v1/sources/uploads', upload);
    expect([again.status, again.body.code]).toEqual([409, 'NAME_CONFLICT']);
    expect(again.body.message).toContain('`replaces`');
    expect((await admin('POST', '/v1/sources/uploads', { ...upload, sourceId: '../x' })).status).toBe(400);
  });

  it.each([
    [
      'names of another language',
      [
        'Nr;Kennung;Vollname;Kontakt;Zustand;Login zuletzt;Angelegt;Leitung',
        '17;ada;Ada No\u00eb;ada@one.example;active;2026-02-03T10:00:00Z;2024-01-02;Sam Boss',
        '18;bob;Bob Lee;bob@one.example;suspended;2026-03-04T11:30:00Z;2024-01-03;Sam Boss',
      ],
      {
        id: 'Nr',
        alias: 'Kennung',
        email: 'Kontakt',
        name: 'Vollname',
        lastActivityDate: 'Login zuletzt',
        enabled: 'Zustand',
      },
      { id: '17', alias: 'ada', email: 'ada@one.example', name: 'Ada No\u00eb', enabled: true },
    ],
    [
      'names that only count',
      [
        'Column 1,Column 2,Column 3,Column 4',
        'a-1,Ada Abel,ada@one.example,true',
        'b-2,Bob Bird,bob@one.example,true',
        'c-3,Eve Eder,eve@one.example,false',
      ],
      { id: 'Column 1', email: 'Column 3', name: 'Column 2', enabled: 'Column 4' },
      { id: 'a-1', alias: 'ada@one.example', email: 'ada@one.example', name: 'Ada Abel', enabled: true },
    ],
    [
      'values that fit two fields, or say what is not asked',
      [
        'Login,Contact A,Contact B,2FA,Private mail,Manager,Day,Job,Failed',
        'ada,ada@one.example,ada@two.example,true,ada@home.example,Sam Boss,2024-01-02,Sales Lead,0',
        'bob,bob@one.example,bob@two.example,true,bob@home.example,Bea Boss,2024-01-03,Data Smith,1',
      ],
      {},
      { id: 'ada', alias: 'ada', type: 'User' },
    ],
  ])('of %s are understood by their values, where those are clear', async (_, lines, chosen, first) => {
    const content = `${lines.join('\n')}\n`;
    const file = { sourceId: 'values', fileName: 'values.csv', content };
    const { status, body } = await admin('POST', '/v1/sources/uploads/check', file);
    expect([status, body.problems]).toEqual([200, []]);
    const pairs = body.chosenByValues.map(({ field, column }: Item) => [field, column]);
    expect(Object.fromEntries(pairs)).toEqual(chosen);
    const accounts = body.previews.find(({ type }: Item) => type === 'Account');
    expect(accounts.rows[0]).toMatchObject(first);
    if (pairs.length === 0) expect(accounts.rows[0]).toEqual(first);
    // What is not known is said to be so in the description.
    const asked = [...body.description.matchAll(/^ {6}(\w+): .* # from its values: confirm it/gm)];
    expect(asked.map(([, field]) => field).toSorted()).toEqual(Object.keys(chosen).toSorted());
  });

  it('is added where a row lacks the id, without this row', async () => {
    const rows = ['ada', '', 'bob', 'eve'].map(
      (name, row) => `${name && `${name}@one.example`},Ada Abel ${'i'.repeat(row)}`,
    );
    const file = { ...upload, sourceId: 'lacking', content: `User principal name,Display name\n${rows.join('\n')}\n` };
    const { body } = await admin('POST', '/v1/sources/uploads/check', file);
    expect(body.chosenByValues).toEqual([]);
    expect(body.problems).toEqual([
      expect.objectContaining({ severity: 'warning', place: 'people of May.csv:3', fix: expect.any(String) }),
    ]);
    expect((await admin('POST', '/v1/sources/uploads', { ...file, description: body.description })).status).toBe(201);
    await admin('POST', '/v1/sources/lacking/sync', {});
    const run = await until(
      async () => (await listed('lacking'))?.lastRun,
      last => last?.status === 'Landed' || last?.status === 'Partial',
    );
    expect(run).toMatchObject({ status: 'Partial' });
  });

  it('takes the place of that of the source, which keeps its description', async () => {
    const kept = fs.readFileSync(path.join(folder, 'sources/payroll/config/payroll.yaml'), 'utf8');
    const newer = {
      ...upload,
      fileName: 'people of June.csv',
      content: 'User name,E-mail,Active\neve,eve@one.example,yes\n',
    };
    const checked = await admin('POST', '/v1/sources/uploads/check', { ...newer, replaces: true });
    expect(checked.body).toMatchObject({ fileName: 'people of May.csv', description: kept, problems: [] });
    expect((await admin('POST', '/v1/sources/uploads', { ...newer, replaces: true })).status).toBe(201);
    expect(fs.readdirSync(path.join(folder, 'sources')).toSorted()).toEqual(['lacking', 'payroll']);
    expect(fs.readdirSync(path.join(folder, 'sources/payroll/rawdata'))).toEqual(['people of May.csv']);
    expect(fs.readFileSync(path.join(folder, 'sources/payroll/rawdata/people of May.csv'), 'utf8')).toBe(newer.content);
    expect(fs.readFileSync(path.join(folder, 'sources/payroll/config/payroll.yaml'), 'utf8')).toBe(kept);
    const { items } = (await admin('GET', '/v1/audit-events?action=source.replaceFile')).body;
    expect(items).toMatchObject([{ target: 'payroll', outcome: 'done', details: { file: 'people of June.csv' } }]);
    // Neither a source that is not there, nor one that was not made of a file.
    const [other] = (await admin('GET', '/v1/sources')).body.items.filter(
      ({ sourceId }: Item) => sourceId !== 'payroll',
    );
    for (const sourceId of ['nowhere', other.sourceId]) {
      for (const place of ['/v1/sources/uploads', '/v1/sources/uploads/check'])
        expect((await admin('POST', place, { ...newer, sourceId, replaces: true })).status, sourceId).toBe(404);
    }
  });

  it.each([
    ['a path as its name', { fileName: '../../people.csv' }, /fileName/],
    ['another ending', { fileName: 'people.exe' }, /\.csv/],
    ['no header', { content: '\n\n' }, /content: /],
    ['an empty file', { content: '' }, /content/],
    ['JSON that is none', { fileName: 'people.json', content: '{"users": [' }, /content: /],
  ])('with %s changes nothing', async (_, part, message) => {
    const { status, body } = await admin('POST', '/v1/sources/uploads', { ...upload, sourceId: 'other', ...part });
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    expect(fs.existsSync(path.join(folder, 'sources/other'))).toBe(false);
    expect(fs.readFileSync(path.join(folder, 'rolecall.yaml'), 'utf8')).not.toContain('other');
  });

  it('may be larger than other bodies', async () => {
    const rows = Array.from({ length: 40_000 }, (_, index) => `user${index},user${index}@one.example,yes\n`);
    const large = { ...upload, sourceId: 'large', content: `User name,E-mail,Active\n${rows.join('')}` };
    const { status, body } = await admin('POST', '/v1/sources/uploads/check', large);
    expect([status, body.problems]).toEqual([200, []]);
  });
});
