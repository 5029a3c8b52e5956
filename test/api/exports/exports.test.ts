import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweep } from '../../../pipelines/sweep.ts';
import { createExportLinks } from '../../../src/api/exports/export-links.ts';
import { serviceKey } from '../../../src/state/service-keys.ts';
import { listAudit } from '../../support/audit-log.ts';
import { accountCount, exportRecords } from '../../support/export-records.ts';
import { type Exporting, exportsAs, rowsOf } from '../../support/exports.ts';
import { as, sendAs } from '../../support/send.ts';
import { type Item, instanceOf, startService, type TestService } from '../../support/service/service.ts';

const context = 'accessInventoryAccounts';
const uuid = /^[0-9a-f-]{36}$/;

let test: TestService;
let token: string;
let exporting: Exporting;

beforeAll(async () => {
  test = await startService({ sources: { app: exportRecords() }, synced: true });
  token = await test.token({ scopes: ['read'] });
  exporting = exportsAs(test, token);
});
afterAll(() => test.close());

async function completed(params?: object): Promise<{ id: string; url: string }> {
  return exporting.ended((await exporting.create(context, params)).body.id);
}

const bytesOf = async (url: string) => (await exporting.fetch(url)).bytes;
const manifestOf = async (id: string) => (await test.get(`/v1/downloads/${id}/manifest`, token)).body;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a request', () => {
  it('is accepted, then completed with a link', async () => {
    const { status, headers, body } = await exporting.create(context);
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.stringMatching(uuid), status: 'accepted' });
    expect(headers['location']).toBe(`/v1/downloads/${body.id}`);
    const ended = await exporting.ended(body.id);
    expect(ended).toEqual({
      id: body.id,
      status: 'completed',
      url: expect.stringContaining(`/v1/downloads/${body.id}/file?`),
    });
    expect(rowsOf(await bytesOf(ended.url))).toHaveLength(accountCount);
  });

  it('gives the same bytes each time, as a stream too', async () => {
    const params = {
      filterBy: [{ dataType: 'timestamp', field: 'lastPasswordChangedDate', filterType: 'last', values: ['9999d'] }],
      sortBy: [{ field: 'department', sortType: 'desc' }],
    };
    const [first, second] = [await exporting.file(context, params), await exporting.file(context, params)];
    expect(second.equals(first)).toBe(true);
    const { headers, bytes } = await exporting.stream(context, params);
    expect(bytes.equals(first)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${context}-v1.csv"`,
    });
  });

  it('has a manifest that proves what the file is', async () => {
    const filterBy = [{ dataType: 'enum', field: 'type', filterType: 'eq', values: ['Token'] }];
    const { id, url } = await completed({ filterBy });
    const bytes = await bytesOf(url);
    const manifest = await manifestOf(id);
    expect(manifest).toMatchObject({
      id,
      context,
      params: { filterBy, sortBy: [], format: 'csv' },
      tenant: 'main',
      version: '1',
      rows: rowsOf(bytes).length,
      bytes: bytes.length,
      sha256: sha256(bytes),
      sources: [{ sourceId: 'app', applicationInstanceId: instanceOf(test, 'app'), newestReadAt: expect.any(String) }],
    });
    expect(manifest.columns.map(({ name }: Item) => name)).toEqual(Object.keys(rowsOf(bytes)[0]!));
    expect(manifest.applicationInstanceIds).toBeUndefined();
  });

  it('is visible only to the client that made it', async () => {
    const { id } = await completed();
    const other = await test.token();
    for (const target of [id, `${id}/manifest`]) {
      const { status, body } = await test.get(`/v1/downloads/${target}`, other);
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    }
    for (const unknown of ['00000000-0000-4000-8000-000000000000', 'x', '%00']) {
      expect((await test.get(`/v1/downloads/${unknown}`, token)).status).toBe(404);
    }
  });

  it('leaves an entry in the audit log, as a stream does', async () => {
    const { id } = await completed({
      filterBy: [{ dataType: 'string', field: 'name', filterType: 'eq', values: ['a\0b'] }],
    });
    await exporting.stream(context);
    const [streamed, created] = await listAudit(test.service.database, 'main', 2);
    expect(created).toMatchObject({ action: 'download.create', target: id, outcome: 'done' });
    expect(created!.details!['request']).toContain(context);
    expect(streamed).toMatchObject({ action: 'download.stream' });
  });

  it('of a limited client says so in its manifest', async () => {
    const instance = instanceOf(test, 'app');
    const limited = await test.token({ instances: [instance] });
    const { id } = (await exportsAs(test, limited).create(context)).body;
    await exportsAs(test, limited).ended(id);
    const { body } = await test.get(`/v1/downloads/${id}/manifest`, limited);
    expect(body.applicationInstanceIds).toEqual([instance]);
  });

  it('is refused without the read scope, with a query, and with an Accept that nothing satisfies', async () => {
    const write = await test.token({ scopes: ['write'] });
    expect((await exportsAs(test, write).create(context)).status).toBe(403);
    const send = sendAs(test, token);
    expect((await send('POST', '/v1/downloads?x=1', { context })).status).toBe(400);
    expect((await send('POST', '/v1/downloads', { context }, { accept: 'text/html' })).body.code).toBe(
      'NOT_ACCEPTABLE',
    );
    const mixed = await send(
      'POST',
      '/v1/downloads',
      { context, params: { format: 'parquet' } },
      { accept: 'text/csv' },
    );
    expect(mixed.body.message).toMatch(/params\.format: a stream is always CSV/);
  });
});

describe('the file', () => {
  it('can be fetched in parts', async () => {
    const { url } = await completed();
    const { bytes: whole, headers } = await exporting.fetch(url);
    expect(headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(whole.length) });
    const middle = Math.floor(whole.length / 2);
    const first = await exporting.fetch(url, { range: `bytes=0-${middle - 1}` });
    const rest = await exporting.fetch(url, { range: `bytes=${middle}-`, 'if-range': String(headers['etag']) });
    expect([first.status, rest.status]).toEqual([206, 206]);
    expect(rest.headers['content-range']).toBe(`bytes ${middle}-${whole.length - 1}/${whole.length}`);
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(whole)).toBe(true);
    expect((await exporting.fetch(url, { range: 'bytes=-5' })).bytes.equals(whole.subarray(-5))).toBe(true);
  });

  it('is sent whole when a range is of another file or not usable', async () => {
    const { url } = await completed();
    const whole = await bytesOf(url);
    const ranges = [
      { range: 'bytes=5-', 'if-range': '"another"' },
      { range: 'bytes=0-1,3-4' },
      { range: 'lines=0-1' },
      { range: 'bytes=5-2' },
      { range: 'bytes=-' },
    ];
    for (const headers of ranges) {
      const { status, bytes } = await exporting.fetch(url, headers);
      expect(status, JSON.stringify(headers)).toBe(200);
      expect(bytes.equals(whole)).toBe(true);
    }
    const beyond = await exporting.fetch(url, { range: `bytes=${whole.length}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.length}`]);
    expect(JSON.parse(beyond.bytes.toString()).code).toBe('RANGE_NOT_SATISFIABLE');
  });

  it('is not sent to a client that has it already, nor with HEAD', async () => {
    const { url } = await completed();
    const { headers, bytes } = await exporting.fetch(url);
    const again = await exporting.fetch(url, { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const head = await exporting.fetch(url, {}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, String(bytes.length)]);
    expect(head.headers['etag']).toBe(headers['etag']);
  });

  it('is compressed on request, but never in parts', async () => {
    const { url } = await completed();
    const plain = await exporting.fetch(url);
    const zipped = await exporting.fetch(url, { 'accept-encoding': 'br, gzip' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.headers['etag']).not.toBe(plain.headers['etag']);
    expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
    const part = await exporting.fetch(url, { 'accept-encoding': 'gzip', range: 'bytes=0-9' });
    expect([part.status, part.headers['content-encoding']]).toEqual([206, undefined]);
    expect(part.bytes.equals(plain.bytes.subarray(0, 10))).toBe(true);
    expect((await exporting.fetch(url, { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined();
  });

  it('needs its own link, unaltered', async () => {
    const [one, two] = [await completed(), await completed()];
    const altered = [
      one.url.replace(one.id, two.id),
      one.url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
      one.url.replace(/expires=\d+/, 'expires=9999999999'),
      one.url.replace(/&signature=.*/, ''),
      one.url.replace(/\?.*/, ''),
      `${one.url}&more=1`,
      `${one.url}&expires=9999999999`,
    ];
    for (const url of altered) {
      const { status, bytes } = await exporting.fetch(url);
      expect([status, bytes.toString().slice(0, 23)], url).toEqual([403, '{"code":"LINK_INVALID",']);
    }
  });

  it('is not sent for a link that is older than five minutes', async () => {
    const { id } = await completed();
    const { database, access } = test.service;
    const links = createExportLinks(await serviceKey(database, 'download-links'), access);
    const minutesAgo = (minutes: number) => links.sign(id, new Date(Date.now() - minutes * 60_000));
    expect((await exporting.fetch(minutesAgo(4))).status).toBe(200);
    const { status, bytes } = await exporting.fetch(minutesAgo(6));
    expect([status, bytes.toString().slice(0, 23)]).toEqual([403, '{"code":"LINK_EXPIRED",']);
  });

  it('is gone a day after the export ended', async () => {
    const { id, url } = await completed();
    const folder = path.join(test.config.data_dir, test.service.tenant().keys.exported(id));
    expect(fs.existsSync(folder)).toBe(true);
    await test.service.database.query(
      `update downloads set ended_at = now() - interval '25 hours' where download_id = $1`,
      [id],
    );
    await sweep(test.service.tenant().context);
    expect(fs.existsSync(folder)).toBe(false);
    expect((await test.get(`/v1/downloads/${id}`, token)).status).toBe(404);
    expect((await exporting.fetch(url)).status).toBe(404);
  });
});

it('answers 503 before there is data', async () => {
  const empty = await startService();
  try {
    const { status, body } = await exportsAs(empty, await empty.token()).create(context);
    expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect((await empty.app.inject({ url: '/v1/downloads/x', headers: as('none') })).statusCode).toBe(401);
  } finally {
    await empty.close();
  }
});
