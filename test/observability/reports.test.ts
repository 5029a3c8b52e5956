// Scheduled reports: saved queries and exports that are delivered to a folder, a bucket, a webhook and by e-mail.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { report } from '../../pipelines/report.ts';
import { parseConfig } from '../../src/config/config-file.ts';
import { checkSettings } from '../../src/deployment/settings/check-settings.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { account } from '../flows/resources.ts';
import { pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { startObjectServer } from '../support/servers/object-server.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { type MailServer, startMailServer, startWebhookReceiver, type WebhookReceiver } from './recipients.ts';

const secret = 'a secret of the test';
// Once a year, so that no moment comes during the test.
const every = { schedule: '0 0 1 1 *', parameters: { prefix: '' } };
let test: TestService;
let receiver: WebhookReceiver;
let mailServer: MailServer;
let bucket: Awaited<ReturnType<typeof startObjectServer>>;

const named = (...aliases: string[]): Script => ({
  Account: pagesOf(aliases.map((alias, index) => ({ ...sampleRecord(account, index), alias }))),
});
const look = () =>
  report(test.service.tenant().context, 'main', { signal: new AbortController().signal, emit: () => {} });
/** The next scheduled moment comes. */
async function nextDue(): Promise<void> {
  await test.service.database.query(`update reports set due_at = due_at - interval '2 years', next_at = now()`);
  await look();
}
const written = (name: string) => {
  const folder = path.join(test.folder, 'out', name);
  return fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
};

beforeAll(async () => {
  [receiver, mailServer, bucket] = await Promise.all([
    startWebhookReceiver({ hook: secret }),
    startMailServer('rolecall', secret),
    startObjectServer(),
  ]);
  const query = 'everybody';
  test = await startService({
    sources: { app: named('ada', 'grace') },
    settings: {
      smtp: {
        ...{ host: '127.0.0.1', port: mailServer.port, tls: 'never' },
        ...{ user: 'rolecall', password: secret, from: 'rolecall@example.org' },
      },
      reports: [
        { name: 'to-folder', ...every, query, folder: 'out' },
        {
          name: 'changed',
          ...every,
          query: 'EVERYBODY',
          parameters: { prefix: 'a' },
          only_when_changed: true,
          folder: 'out',
        },
        { name: 'exported', ...every, export: 'accessInventoryAccounts', folder: 'out' },
        { name: 'to-bucket', ...every, export: 'accessInventoryAccounts', bucket: bucket.settings },
        { name: 'to-hook', ...every, query, webhook: { url: `${receiver.url}/hook`, secret } },
        { name: 'to-mail', ...every, query, email: { to: ['boss@example.org'] } },
      ],
    },
  });
  await test.sync();
  await test.app.inject({
    method: 'POST',
    url: '/v1/query/saved-queries',
    headers: { authorization: `Bearer ${await test.token()}` },
    payload: {
      name: query,
      query_string: `SELECT alias FROM accounts WHERE starts_with(alias, :prefix) ORDER BY alias`,
    },
  });
});
afterAll(async () => {
  await test.close();
  await Promise.all([receiver.stop(), mailServer.stop(), bucket.stop()]);
});
beforeEach(() => {
  receiver.received.length = 0;
  mailServer.mails.length = 0;
  receiver.status = 200;
});

describe('a scheduled report', () => {
  it('is not made for moments before it was configured', async () => {
    await look();
    expect([written('to-folder'), receiver.received, mailServer.mails]).toEqual([[], [], []]);
  });

  it('is delivered once for a scheduled moment, to wherever it goes', async () => {
    await nextDue();
    await Promise.all([look(), look()]);
    const [file, ...more] = written('to-folder');
    expect([file, more]).toEqual([expect.stringMatching(/^to-folder-\d{8}T\d{6}Z\.csv$/), []]);
    const content = 'alias\r\nada\r\ngrace\r\n';
    expect(fs.readFileSync(path.join(test.folder, 'out/to-folder', file!), 'utf8')).toBe(content);
    const [exported] = written('exported');
    // The process that writes an export may run as a user of its own.
    expect(fs.statSync(path.join(test.folder, 'out/exported', exported!)).uid).toBe(process.getuid!());
    expect(receiver.received.map(each => each.content)).toEqual([content]);
    expect(mailServer.mails.map(({ to }) => to)).toEqual([['boss@example.org']]);
    expect(mailServer.mails[0]!.content).toMatch(/filename=to-mail-\d{8}T\d{6}Z\.csv/);
    const cacheFolder = path.join(test.folder, 'cache');
    const storage = await openStorage({ ...bucket.settings, cacheFolder, cacheBytes: 1e8 }, { onWarning: () => {} });
    try {
      expect(await storage.list('to-bucket')).toEqual([expect.stringMatching(/^to-bucket-\d{8}T\d{6}Z\.csv$/)]);
    } finally {
      await storage.close();
    }
  });

  it('is delivered only when it changed, if that is wished', async () => {
    const before = written('changed');
    expect(before).toHaveLength(1);
    fs.rmSync(path.join(test.folder, 'out/changed'), { recursive: true });
    await nextDue();
    expect(written('changed')).toEqual([]);
    test.scripts.set('app', named('ada', 'grace', 'alan'));
    await test.sync();
    await nextDue();
    expect(written('changed')).toHaveLength(1);
  });

  it('is tried again with the same id until it is delivered', async () => {
    receiver.status = 503;
    await nextDue();
    await look();
    expect(receiver.received).toHaveLength(1);
    receiver.status = 200;
    await test.service.database.query(`update reports set next_at = now()`);
    await look();
    await look();
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    // A file that a killed attempt has written already is no obstacle either.
    expect(await test.service.database.query(`select name from reports where error is not null`)).toEqual([]);
  });

  it.each([
    [{ query: 'x' }, 'must have one destination'],
    [{ folder: 'out' }, 'must have a query or an export'],
    [{ query: 'x', email: { to: ['a@example.org'] } }, 'needs `smtp`'],
  ])('is refused when its settings are wrong: %j', (report, message) => {
    const text = JSON.stringify({ reports: [{ name: 'r', ...every, ...report }] });
    expect(() => parseConfig(text, '/x/rolecall.yaml', {}, {})).toThrow(message);
  });

  it('is refused with a wrong cron line or export, with what would be right', () => {
    const reports = [{ name: 'r', schedule: 'weekly', export: 'accessInventoryAccount', folder: 'out' }];
    const config = parseConfig(JSON.stringify({ reports }), '/x/rolecall.yaml', {}, {});
    expect(() => checkSettings(config)).toThrow(
      /report r: schedule "weekly" \(UTC\) is not a cron line.*\n.*did you mean `accessInventoryAccounts`\?/,
    );
  });
});
