// Notifications: what happened is told once to each subscription, by a signed webhook or by e-mail through a real SMTP server.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notify } from '../../pipelines/notify.ts';
import { riskViolation } from '../../src/resources/risk-violation.ts';
import { beginDeliveries } from '../../src/state/notices/notices.ts';
import { account } from '../flows/resources.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { commandAway } from '../support/service/command.ts';
import { startService, type TestService, temporaryFolder } from '../support/service/service.ts';

interface Received {
  readonly id: string;
  readonly to: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds in a JSON body
  readonly body: any;
}

const secret = 'a secret of the test';
const encoded = `whsec_${Buffer.from('the bytes of a key').toString('base64')}`;
const password = 'password of the mail server';

let test: TestService;
let receiver: Server;
let mailServer: SMTPServer;
/** What was received; and the status with which the receiver answers. */
let received: Received[] = [];
let mails: { readonly to: string[]; readonly content: string }[] = [];
let status = 204;

/** Checks the signature as the specification describes it, with nothing of the service. */
async function startReceiver(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(name =>
      String(request.headers[`webhook-${name}`]),
    );
    const to = request.url!.slice(1);
    const key = to === 'crm' ? Buffer.from('the bytes of a key') : Buffer.from(secret);
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 60;
    if (signature !== `v1,${expected}` || !isFresh) response.writeHead(401).end();
    else {
      received.push({ id: id!, to, body: JSON.parse(body) });
      response.writeHead(status).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function startMailServer(): Promise<SMTPServer> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password: given }, _session, done) =>
      username === 'rolecall' && given === password
        ? done(null, { user: username })
        : done(new Error('wrong password')),
    onData: async (stream, session, done) => {
      const content = await text(stream);
      mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), content });
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return server;
}

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

function settings(tls: 'never' | 'starttls' = 'never') {
  const url = (name: string) => `http://127.0.0.1:${portOf(receiver)}/${name}`;
  return {
    smtp: {
      ...{ host: '127.0.0.1', port: portOf(mailServer.server), tls },
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
const eventsTo = (name: string) => received.filter(({ to }) => to === name).map(({ body }) => body.type);
const pass = (table: string, column: string, time: string) =>
  test.service.database.query(`update ${table} set ${column} = ${column} - interval '${time}'`);

beforeAll(async () => {
  [receiver, mailServer] = await Promise.all([startReceiver(), startMailServer()]);
  const app = reads(10, [risk(0, 'Critical'), risk(1, 'High'), risk(2, 'Critical', 'Resolved')]);
  test = await startService({
    sources: { app, crm: reads(10) },
    settings: { ...settings(), hold_back: { gone_percent: 60 } },
  });
  await test.sync();
});
afterAll(async () => {
  await test.close();
  receiver.close();
  await new Promise<void>(resolve => mailServer.close(resolve));
});
beforeEach(() => {
  received = [];
  mails = [];
  status = 204;
});

describe('notifications', () => {
  it('tell of open critical risks by webhook and by e-mail, once', async () => {
    await look();
    await look();
    expect(received).toMatchObject([
      {
        to: 'oncall',
        body: {
          type: 'critical-risk',
          data: { tenant: 'main', title: 'A new critical risk', count: 1, risks: [{ description: 'risk 0' }] },
        },
      },
    ]);
    expect(received[0]!.body.data.id).toBe(received[0]!.id);
    expect(mails.map(({ to }) => to)).toEqual([['ciso@example.org', 'soc@example.org']]);
    expect(mails[0]!.content).toContain('Subject: [Rolecall] A new critical risk');
    expect(mails[0]!.content).toContain('risk 0');
    expect(mails[0]!.content).toContain(`Message-ID: <`);
  });

  it('tell of risks only when they are new', async () => {
    test.scripts.set('app', reads(10, [risk(0, 'Critical'), risk(3, 'Critical')]));
    await test.sync(['app']);
    await look();
    expect(received.map(({ body }) => body.data.risks)).toMatchObject([[{ description: 'risk 3' }]]);
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
    expect(received.filter(({ to }) => to === 'crm')).toMatchObject([
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
    const held = received.find(({ body }) => body.type === 'source-held-back')!;
    expect(held.body.data).toMatchObject({
      source: 'app',
      reasons: expect.arrayContaining([expect.stringContaining('8 of 10 Account')]),
    });
    expect(eventsTo('crm')).toEqual(['source-incomplete']);
    test.scripts.set('app', reads(10));
    test.scripts.set('crm', reads(10));
    await test.sync();
  });

  it('are tried again with the same id until the recipient accepts them', async () => {
    test.scripts.delete('app');
    await test.sync(['app']);
    status = 500;
    await look();
    await look();
    expect(received).toHaveLength(1);
    const [notice] = await test.operator.notices({ limit: 1 });
    expect(notice!.deliveries).toMatchObject([
      { subscription: 'oncall', status: 'Waiting', attempts: 1, error: expect.stringContaining('status 500') },
    ]);
    await pass('notice_deliveries', 'next_at', '2 minutes');
    status = 200;
    await look();
    await look();
    expect(received.map(({ id }) => id)).toEqual([notice!.notice_id, notice!.notice_id]);
    expect((await test.operator.notices({ limit: 1 }))[0]!.deliveries).toMatchObject([
      { status: 'Delivered', attempts: 2 },
    ]);
    test.scripts.set('app', reads(10));
    await test.sync(['app']);
  });

  it('are not lost when the process dies after an attempt began', async () => {
    test.scripts.delete('app');
    await test.sync(['app']);
    status = 500;
    await look();
    await pass('notice_deliveries', 'next_at', '1 hour');
    // The attempt begins, and the process is gone.
    const begun = await beginDeliveries(test.service.database, 'main', 10, { firstMs: 30_000, longestMs: 60_000 });
    expect(begun).toHaveLength(1);
    status = 200;
    received = [];
    await look();
    expect(received).toEqual([]);
    await pass('notice_deliveries', 'next_at', '2 minutes');
    await look();
    expect(eventsTo('oncall')).toEqual(['source-failed']);
    test.scripts.set('app', reads(10));
    await test.sync(['app']);
  });

  it('are given up after a day, which operators see', async () => {
    test.scripts.delete('app');
    await test.sync(['app']);
    status = 410;
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
    expect(received.map(({ to, body }) => [to, body.type])).toEqual([
      ['oncall', 'test'],
      ['crm', 'test'],
    ]);
    expect(mails).toHaveLength(1);
  });

  it('sends no password to a mail server without encryption, unless the configuration says so', async () => {
    const { stderr, code } = await run('starttls', 'security');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^security: not delivered: 127\.0\.0\.1:\d+: .*STARTTLS/),
    ]);
    expect(stderr).not.toContain(password);
    expect(mails).toEqual([]);
  });
});
