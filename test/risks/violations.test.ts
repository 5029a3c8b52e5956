// The life of a violation of the service's own rules over versions, and its acceptance by clients.
import fs from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../pipelines/sweep.ts';
import { serviceInstanceOf } from '../../src/config/config-file.ts';
import type { Page, SourceRecord } from '../../src/connector/contract.ts';
import { listAudit } from '../support/audit-log.ts';
import { pagesOf, type Script } from '../support/scripted-source.ts';
import { type Send, sendAs } from '../support/send.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const account = (id: string, fields: Record<string, unknown> = {}): SourceRecord => ({
  id,
  alias: id,
  type: 'User',
  enabled: true,
  ...fields,
});
const shared = { subType: 'Shared' };
const people = ['ann', 'ben', 'cem', 'dee'].map(id => account(id));
const reads = (...accounts: SourceRecord[]): Script => ({ Account: pagesOf([...people, ...accounts]) });
const gap = { reason: 'forbidden', subject: 'accounts', message: '403', missing: 'objects' } as const;
/** A read that did not see everything. */
const partial = (...accounts: SourceRecord[]): Script => ({
  *Account(): Generator<Page> {
    yield { records: accounts, gaps: [gap] };
  },
});

let test: TestService;
let send: Send;
async function start(): Promise<void> {
  test = await startService({ sources: { app: reads(account('desk', shared)), crm: reads() }, synced: true });
  send = sendAs(test, await test.token());
}

const violations = async (token?: string): Promise<Item[]> => test.everyItem('/v1/risk-violations', token);
/** The only violation of an account. */
async function violationOf(id: string): Promise<Item> {
  const found = (await violations()).filter(({ entityId }) => entityId === id);
  expect(found).toHaveLength(1);
  return found[0];
}
async function syncWith(source: string, script: Script): Promise<void> {
  test.scripts.set(source, script);
  expect((await test.sync([source])).build).toMatchObject({ status: 'Published', error: null });
}
const postureOf = async (id: string) => {
  const found = (await test.everyItem('/v1/accounts')).filter(({ alias }) => alias === id);
  return found.map(item => item.analyticsAccessRiskPosture);
};

describe('a violation', () => {
  beforeEach(start);
  afterEach(() => test.close());

  it('keeps its id and the time when it was first seen', async () => {
    const first = await violationOf('desk');
    expect(first).toMatchObject({
      id: `shared_account/${first.globalEntityId}`,
      riskDefinitionId: 'shared_account',
      severity: 'Medium',
      status: 'Open',
      lastObservedAt: first.detectedAt,
    });
    const definition = await test.get(`/v1/risk-definitions/${first.globalRiskDefinitionId}`);
    expect(definition.body).toMatchObject({ id: 'shared_account', analyticsOpenViolationCount: 1 });
    const { items } = (await test.get(`/v1/search?q=${encodeURIComponent(first.id)}`)).body;
    expect(items).toMatchObject([{ objectId: first.globalId, objectType: 'RiskViolation', match: 'Key' }]);
    await test.sync();
    expect(await violationOf('desk')).toEqual(first);
  });

  it('says once a day when it was last seen', async () => {
    const first = await violationOf('desk');
    await test.service.database.query(`update sync_reads set updated_at = updated_at + interval '25 hours'`);
    await test.sync(['crm']);
    const later = await violationOf('desk');
    expect(later).toMatchObject({ globalId: first.globalId, detectedAt: first.detectedAt });
    expect(Date.parse(later.lastObservedAt) - Date.parse(first.lastObservedAt)).toBeGreaterThan(86_400_000);
  });

  it('is resolved when it is gone, also with its object, and is open anew when it returns', async () => {
    const first = await violationOf('desk');
    expect(await postureOf('desk')).toEqual(['Medium']);
    await syncWith('app', reads(account('desk')));
    const gone = await violationOf('desk');
    expect(gone).toMatchObject({ globalId: first.globalId, status: 'Resolved', detectedAt: first.detectedAt });
    expect(Date.parse(gone.resolvedAt)).toBeGreaterThan(Date.parse(first.detectedAt));
    expect(await postureOf('desk')).toEqual(['None']);
    await syncWith('app', reads(account('desk', shared)));
    const back = await violationOf('desk');
    expect(back).toMatchObject({ globalId: first.globalId, status: 'Open' });
    expect(back.resolvedAt).toBeUndefined();
    expect(Date.parse(back.detectedAt)).toBeGreaterThanOrEqual(Date.parse(gone.resolvedAt));
    await syncWith('app', reads());
    expect(await violationOf('desk')).toMatchObject({ status: 'Resolved', entityId: 'desk' });
  });

  it('stays open while its object was not read, or its source is held back', async () => {
    await syncWith('app', partial(...people));
    expect(await violationOf('desk')).toMatchObject({ status: 'Open' });
    await syncWith('app', { Account: pagesOf([account('ann')]) });
    expect((await test.operator.jobs({})).heldBack.map(held => held.source_id)).toEqual(['app']);
    expect(await violationOf('desk')).toMatchObject({ status: 'Open' });
  });

  it('stays as it is while what decides it is unknown', async () => {
    const used = { createdDate: '2020-01-01T00:00:00Z', lastActivityDate: '2024-01-01T00:00:00Z' };
    await syncWith('app', reads(account('quiet', used)));
    const first = await violationOf('quiet');
    expect(first).toMatchObject({ riskDefinitionId: 'dormant_account', status: 'Open' });
    await syncWith('app', reads(account('quiet', { createdDate: used.createdDate })));
    expect(await violationOf('quiet')).toMatchObject({ status: 'Open', lastObservedAt: first.lastObservedAt });
    await syncWith('app', reads(account('quiet', { ...used, lastActivityDate: new Date().toISOString() })));
    expect(await violationOf('quiet')).toMatchObject({ status: 'Resolved' });
  });

  it('is not counted as a loss of its source when it is gone', async () => {
    const desks = Array.from({ length: 20 }, (_, index) => account(`desk-${index}`, shared));
    await syncWith('app', reads(...desks));
    await syncWith('app', reads(...desks.map(({ id }) => account(id))));
    expect((await test.operator.jobs({})).heldBack).toEqual([]);
    // That of the first sync is resolved too.
    expect((await violations()).map(({ status }) => status)).toEqual(Array(21).fill('Resolved'));
  });

  it('follows the configuration: rules off, other severities, thresholds, exclusions and their end', async () => {
    const old = {
      type: 'Token',
      subType: 'ApiKey',
      createdDate: new Date(Date.now() - 100 * 86_400_000).toISOString(),
    };
    const scripts = { app: reads(account('desk', shared), account('Svc-1', shared), account('key', old)) };
    await test.service.close();
    const { folder } = test;
    const restart = async (risks: Record<string, unknown>) => {
      test = await startService({ sources: scripts, folder, settings: { risks } });
      expect((await test.sync()).build).toMatchObject({ status: 'Published', error: null });
      const found = await violations();
      await test.service.close();
      return found
        .filter(({ riskDefinitionId }) => /^(shared_account|old_key)$/.test(riskDefinitionId))
        .map(({ entityId, status, severity, suppressionReason }) =>
          [entityId, status, severity, suppressionReason].filter(value => value !== undefined).join(' '),
        )
        .sort();
    };
    const exclusion = { alias: 'svc-*', reason: 'Kiosk' };
    expect(
      await restart({
        rules: { old_key: { thresholds: { days: 90 }, severity: 'Critical' } },
        exclusions: [{ ...exclusion, rule: 'shared_account', until: '2999-12-31' }],
      }),
    ).toEqual(['Svc-1 Suppressed Medium Kiosk', 'desk Open Medium', 'key Open Critical']);
    expect(
      await restart({
        rules: { shared_account: { enabled: false } },
        exclusions: [{ ...exclusion, until: '2020-01-01' }],
      }),
    ).toEqual(['Svc-1 Unknown Medium', 'desk Unknown Medium', 'key Resolved Critical']);
    expect(await restart({ keep: '0s' })).toEqual(['Svc-1 Open Medium', 'desk Open Medium']);
    test = await startService({ folder, sources: scripts });
    fs.rmSync(folder, { recursive: true });
  });
});

describe('an acceptance', () => {
  beforeAll(start);
  afterAll(() => test.close());

  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const accept = (id: string, body: unknown = { reason: 'A kiosk', until: tomorrow }) =>
    send('POST', `/v1/risk-violations/${id}/accept`, body);
  const versionShown = async () => Number((await test.get('/v1/risk-violations')).headers['warehouse-version']);
  const shown = (version: number) => until(versionShown, number => number >= version);

  it('suppresses the violation from the version on that the answer names, until its date', async () => {
    const { globalId } = await violationOf('desk');
    const { status, body } = await accept(globalId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      violationId: globalId,
      reason: 'A kiosk',
      until: expect.stringContaining('T00:00:00'),
    });
    await shown(body.shownFromVersion);
    expect(await violationOf('desk')).toMatchObject({
      status: 'Suppressed',
      suppressionReason: 'A kiosk',
      suppressedUntil: body.until.replace('.000Z', 'Z'),
    });
    expect(await postureOf('desk')).toEqual(['None']);
    await test.service.database.query(`update risk_acceptances set until = now() - interval '1 second'`);
    await sweep(test.service.tenant().context);
    await shown(body.shownFromVersion + 1);
    expect(await violationOf('desk')).toMatchObject({ status: 'Open', globalId });
    const audited = await listAudit(test.service.database, test.config.tenants[0]!.name);
    expect(audited).toContainEqual(
      expect.objectContaining({
        ...{ action: 'riskViolation.accept', target: globalId, outcome: 'done' },
        details: { reason: 'A kiosk', until: body.until },
      }),
    );
  });

  it('can be replaced and withdrawn', async () => {
    const { globalId } = await violationOf('desk');
    await accept(globalId);
    const { body } = await accept(globalId, { reason: 'Two kiosks', until: '2999-01-01T12:00:00+02:00' });
    expect(body.until).toBe('2999-01-01T10:00:00.000Z');
    await shown(body.shownFromVersion);
    expect(await violationOf('desk')).toMatchObject({ suppressionReason: 'Two kiosks' });
    const withdraw = () => send('DELETE', `/v1/risk-violations/${globalId}/accept`);
    expect((await withdraw()).status).toBe(204);
    expect((await withdraw()).status).toBe(404);
    await until(
      () => violationOf('desk'),
      ({ status }) => status === 'Open',
    );
  });

  it('is refused with 400 when the body is wrong', async () => {
    const { globalId } = await violationOf('desk');
    for (const [body, message] of [
      [{}, /reason: is missing.*until: is missing/],
      [{ reason: ' ', until: '2999-01-01' }, /reason: must say why/],
      [{ reason: 'x', until: 'soon' }, /until: must be a date/],
      [{ reason: 'x', until: '2020-01-01' }, /until: 2020-01-01 is in the past/],
      [{ reason: 'x', until: '2999-01-01', untill: 1 }, /untill: unknown field; did you mean `until`/],
    ] as const) {
      const refused = await accept(globalId, body);
      expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      expect(refused.body.message).toMatch(message);
    }
    const [newest] = await listAudit(test.service.database, test.config.tenants[0]!.name, 1);
    expect(newest).toMatchObject({
      ...{ action: 'riskViolation.accept', outcome: 'refused' },
      details: { code: 'BAD_REQUEST', reason: expect.stringContaining('untill: unknown field') },
    });
  });

  it('needs a violation of the service’s own that is open and visible, and the write scope', async () => {
    const landed = { id: 'v', riskDefinitionId: 'r', entityId: 'ann', entityType: 'Account', severity: 'Low' };
    const RiskViolation = pagesOf([{ ...landed, status: 'Open', detectedAt: '2026-01-01T00:00:00Z' }]);
    await syncWith('app', { ...reads(account('desk', shared)), RiskViolation });
    const own = await violationOf('desk');
    const foreign = await violationOf('ann');
    expect((await accept(foreign.globalId)).body).toMatchObject({ code: 'RISK_NOT_ACCEPTABLE' });
    expect((await accept('0b9c6d2f-4f5e-5a7c-8d1e-2f3a4b5c6d7e')).status).toBe(404);
    const crm = test.config.tenants[0]!.sources.find(({ id }) => id === 'crm')!.application_instance_id;
    send = sendAs(test, await test.token({ instances: [crm] }));
    expect((await accept(own.globalId)).status).toBe(404);
    expect((await send('DELETE', `/v1/risk-violations/${own.globalId}/accept`)).status).toBe(404);
    send = sendAs(test, await test.token({ scopes: ['read'] }));
    expect((await accept(own.globalId)).status).toBe(403);
    send = sendAs(test, await test.token());
    await syncWith('app', { ...reads(account('desk')), RiskViolation });
    expect((await accept(own.globalId)).body).toMatchObject({ code: 'RISK_NOT_ACCEPTABLE' });
  });

  it('and a violation are shown to a limited client only in its instances, without the definitions of the service', async () => {
    await syncWith('crm', reads(account('press', shared)));
    const { sources, name } = test.config.tenants[0]!;
    const crm = sources.find(({ id }) => id === 'crm')!.application_instance_id;
    const limited = await test.token({ instances: [crm] });
    expect((await violations(limited)).map(({ entityId }) => entityId)).toEqual(['press']);
    expect(await test.everyItem('/v1/risk-definitions', limited)).toEqual([]);
    const own = await test.everyItem(`/v1/risk-definitions?applicationInstanceId=${serviceInstanceOf(name)}`);
    expect(own.length).toBeGreaterThan(30);
  });
});
