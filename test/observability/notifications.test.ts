// Notifications: what happened is told once to each subscription, by a signed webhook or by e-mail through a real SMTP server.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notify } from '../../pipelines/notify.ts';
import { riskViolation } from '../../src/resources/risk-violation.ts';
import { beginDeliveries } from '../../src/state/notices/notices.ts';
import { account } from '../flows/resources.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { commandAway } from '../support/service/command.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';
import { type MailServer, startMailServer, startWebhookReceiver, type WebhookReceiver } from './recipients.ts';

const secret = 'a secret of the test';
const encoded = `whsec_${Buffer.from('the bytes of a key').toString('base64')}`;
const password = 'password of the mail server';

let test: TestService;
let receiver: WebhookReceiver;
let mailServer: MailServer;

function settings(tls: 'never' | 'starttls' = 'never') {
  const url = (name: string) => `${receiver.url}/${name}`;
  return {
    smtp: {
      ...{ host: '127.0.0.1', port: mailServer.port, tls },
      ...{ user: 'rolecall', password, from: 'rolecall@example.org' },
    },
    notifications: {
      subscriptions: [
        { name: 'oncall', webhook: { url: url('oncall'), secret } },
        { name: 'crm', sources: ['crm'], webhook: { url: url('crm'), secret: encoded } },
        { name: 'security', events: ['critical-risk'], email: { to: ['ciso@example.org', 'soc@example.org'] } },
      ],
    },
  };
}

const risk = (index: number, severity: string, condition = 'Open') => ({
  ...sampleRecord(riskViolation, index),
  ...{ severity, status: condition, description: `risk ${index}` },
});
const reads = (count: number, risks: Record<string, unknown>[] = []): Script => ({
  Account: pagesOf(Array.from({ length: count }, (_, index) => sampleRecord(account, index))),
  ...(risks.length > 0 && { RiskViolation: pagesOf(risks as never) }),
});
const look = () =>
  notify(test.service.tenant().context, 'main', { signal: new AbortController().signal, emit: () => {} });
const eventsTo = (name: string) => receiver.received.filter(({ to }) => to === name).map(({ body }) => body.type);
const pass = (table: string, column: string, time: string) =>
  test.service.database.query(`update ${table} set ${column} = ${column} - interval '${time}'`);

beforeAll(async () => {
  [receiver, mailServer] = await Promise.all([
    startWebhookReceiver({ oncall: secret, crm: Buffer.from('the bytes of a key') }),
    startMailServer('rolecall', password),
  ]);
  const app = reads(10, [risk(0, 'Critical'), risk(1, 'High'), risk(2, 'Critical', 'Resolved')]);
  test = await startService({
    sources: { app, crm: reads(10) },
    settings: {
      ...settings(),
      hold_back: { gone_percent: 60 },
      sources: [
        { id: 'app', connector: 'scripted', settings: { script: 'app' } },
        // Once a year, so that no moment comes during the test. Without a schedule a source is never stale.
        { id: 'crm', connector: 'scripted', settings: { script: 'crm' }, schedule: '0 0 1 1 *' },
      ],
    },
  });
  await test.sync();
});
afterAll(async () => {
  await test.close();
  await Promise.all([receiver.stop(), mailServer.stop()]);
});
beforeEach(() => {
  receiver.received.length = 0;
  mailServer.mails.length = 0;
  receiver.status = 204;
});

describe('notifications', () => {
  it('tell of open critical risks by webhook and by e-mail, once', async () => {
    await look();
    await look();
    expect(receiver.received).toMatchObject([
      {
        to: 'oncall',
        body: {
          type: 'critical-risk',
          data: { tenant: 'main', title: 'A new critical risk', count: 1, risks: [{ description: 'risk 0' }] },
        },
      },
    ]);
    expect(receiver.received[0]!.body.data.id).toBe(receiver.received[0]!.id);
    expect(mailServer.mails.map(({ to }) => to)).toEqual([['ciso@example.org', 'soc@example.org']]);
    expect(mailServer.mails[0]!.content).toContain('Subject: [Rolecall] A new critical risk');
    expect(mailServer.mails[0]!.content).toContain('risk 0');
    expect(mailServer.mails[0]!.content).toContain(`Message-ID: <`);
  });

  it('tell of risks only when they are new', async () => {
    test.scripts.set('app', reads(10, [risk(0, 'Critical'), risk(3, 'Critical')]));
    await test.sync(['app']);
    await look();
    expect(receiver.received.map(({ body }) => body.data.risks)).toMatchObject([[{ description: 'risk 3' }]]);
    test.scripts.set('app', reads(10, [risk(0, 'Critical'), risk(3, 'Critical', 'Resolved')]));
    await test.sync(['app']);
    await look();
    test.scripts.set('app', reads(10, [risk(0, 'Critical'), risk(3, 'Critical')]));
    await test.sync(['app']);
    await look();
    // It was resolved, and is open again.
    expect(eventsTo('oncall')).toEqual(['critical-risk', 'critical-risk']);
  });

  it('tell once of a source that goes on failing, and again when it fails anew', async () => {
    test.scripts.delete('crm');
    for (let time = 0; time < 2; time += 1) {
      await test.sync(['crm']);
      // Two processes look at once.
      await Promise.all([look(), look()]);
    }
    expect(eventsTo('oncall')).toEqual(['source-failed']);
    expect(receiver.received.filter(({ to }) => to === 'crm')).toMatchObject([
      { body: { type: 'source-failed', data: { source: 'crm', error: expect.stringContaining('does not answer') } } },
    ]);
    test.scripts.set('crm', reads(10));
    await test.sync(['crm']);
    await look();
    test.scripts.delete('crm');
    await test.sync(['crm']);
    await look();
    expect(eventsTo('crm')).toEqual(['source-failed', 'source-failed']);
    test.scripts.set('crm', reads(10));
    await test.sync(['crm']);
  });

  it('tell of a source that is held back, that is read incompletely, and of failed jobs', async () => {
    test.scripts.set('app', reads(2));
    test.scripts.set('crm', {
      ...reads(10),
      Role: () => {
        throw new Error('roles are not for you');
      },
    });
    await test.sync();
    await test.service.database.query(
      `insert into action_jobs (job_id, tenant, client_id, principal_id, type, operation, status, ended_at)
       values ('11111111-1111-4111-8111-111111111111', 'main', 'c', 'p', 'Change', 'DisableAccount', 'Failed', now())`,
    );
    await look();
    await look();
    expect(eventsTo('oncall').toSorted()).toEqual(['job-failed', 'source-held-back', 'source-incomplete']);
    const held = receiver.received.find(({ body }) => body.type === 'source-held-back')!;
    expect(held.body.data).toMatchObject({
      source: 'app',
      reasons: expect.arrayContaining([expect.stringContaining('8 of 10 accounts')]),
    });
    expect(eventsTo('crm')).toEqual(['source-incomplete']);
    test.scripts.set('app', reads(10));
    test.scripts.set('crm', reads(10));
    await test.sync();
  });

  it('tell once of a source that is stale, and again when it is stale anew', async () => {
    for (let time = 0; time < 2; time += 1) {
      await pass('sync_runs', 'ended_at', '25 hours');
      await look();
      await look();
      await test.sync(['crm']);
      await look();
    }
    expect(eventsTo('oncall')).toEqual(['source-stale', 'source-stale']);
    expect(receiver.received.filter(({ to }) => to === 'crm')[0]!.body.data).toMatchObject({
      source: 'crm',
      text: 'Its last complete read was 25 hours ago.',
    });
  });

  it('tell once of builds that fail, and of a version that is held back', async () => {
    const { build } = await test.operator.jobs({});
    const ended = (status: string, error: string | null, findings: unknown[]) =>
      test.service.database.query(
        'update builds set status = $2, error = $3, findings = $4::jsonb where build_id = $1',
        [build!.build_id, status, error, JSON.stringify(findings)],
      );
    await ended('Failed', 'the disk is full', []);
    await look();
    await look();
    const message = 'every object is gone';
    await ended('HeldBack', null, [{ check: 'gone', severity: 'stop', count: 1, message }]);
    await look();
    await look();
    expect(receiver.received).toMatchObject([
      { to: 'oncall', body: { type: 'build-failed', data: { error: 'the disk is full' } } },
      { to: 'oncall', body: { type: 'version-held-back', data: { reasons: [message] } } },
    ]);
    await ended('Published', null, []);
  });

  it('are tried again with the same id until the recipient accepts them', async () => {
    test.scripts.delete('app');
    await test.sync(['app']);
    receiver.status = 500;
    await look();
    await look();
    expect(receiver.received).toHaveLength(1);
    const [notice] = await test.operator.notices({ limit: 1 });
    expect(notice!.deliveries).toMatchObject([
      { subscription: 'oncall', status: 'Waiting', attempts: 1, error: expect.stringContaining('status 500') },
    ]);
    await pass('notice_deliveries', 'next_at', '2 minutes');
    receiver.status = 200;
    await look();
    await look();
    expect(receiver.received.map(({ id }) => id)).toEqual([notice!.notice_id, notice!.notice_id]);
    expect((await test.operator.notices({ limit: 1 }))[0]!.deliveries).toMatchObject([
      { status: 'Delivered', attempts: 2 },
    ]);
    test.scripts.set('app', reads(10));
    await test.sync(['app']);
  });

  it('are not lost when the process dies after an attempt began', async () => {
    test.scripts.delete('app');
    await test.sync(['app']);
    receiver.status = 500;
    await look();
    await pass('notice_deliveries', 'next_at', '1 hour');
    // The attempt begins, and the process is gone.
    const begun = await beginDeliveries(test.service.database, 'main', 10, { firstMs: 30_000, longestMs: 60_000 });
    expect(begun).toHaveLength(1);
    receiver.status = 200;
    receiver.received.length = 0;
    await look();
    expect(receiver.received).toEqual([]);
    await pass('notice_deliveries', 'next_at', '2 minutes');
    await look();
    expect(eventsTo('oncall')).toEqual(['source-failed']);
    test.scripts.set('app', reads(10));
    await test.sync(['app']);
  });

  it('are given up after a day, which operators see', async () => {
    test.scripts.delete('app');
    await test.sync(['app']);
    receiver.status = 410;
    await look();
    await pass('notice_deliveries', 'next_at', '1 hour');
    await pass('notices', 'created_at', '2 days');
    await look();
    const abandoned = (await test.operator.notices({ limit: 50 })).flatMap(({ deliveries }) =>
      deliveries.filter(delivery => delivery.status === 'Abandoned'),
    );
    expect(abandoned).toMatchObject([{ subscription: 'oncall', error: expect.stringContaining('status 410') }]);
  });
});

describe('rolecall notify test', () => {
  async function run(tls: 'never' | 'starttls', ...args: string[]) {
    const folder = temporaryFolder();
    fs.writeFileSync(
      path.join(folder, 'rolecall.yaml'),
      JSON.stringify({ ...settings(tls), sources: [{ id: 'crm', connector: 'host', settings: { root: '/' } }] }),
    );
    const ended = await commandAway(folder, ['notify', 'test', ...args]);
    fs.rmSync(folder, { recursive: true });
    return ended;
  }

  it('sends a message to each subscription', async () => {
    expect(await run('never')).toEqual({
      stdout: 'oncall: delivered\ncrm: delivered\nsecurity: delivered\n',
      stderr: '',
      code: 0,
    });
    expect(receiver.received.map(({ to, body }) => [to, body.type])).toEqual([
      ['oncall', 'test'],
      ['crm', 'test'],
    ]);
    expect(mailServer.mails).toHaveLength(1);
  });

  it('sends no password to a mail server without encryption, unless the configuration says so', async () => {
    const { stderr, code } = await run('starttls', 'security');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^security: not delivered: 127\.0\.0\.1:\d+: .*STARTTLS/),
    ]);
    expect(stderr).not.toContain(password);
    expect(mailServer.mails).toEqual([]);
  });
});
