// Reviews against a real service, a real mail server and a webhook: who is asked, what a link permits, and what becomes of decisions.
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notify } from '../../../pipelines/notify.ts';
import { addClient } from '../../../src/state/clients/clients.ts';
import {
  type MailServer,
  startMailServer,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../observability/recipients.ts';
import { type Application, accountName, createApplication } from '../../support/actions/application.ts';
import { startWritable, type WritableService } from '../../support/actions/writable-service.ts';
import { createBrowser, type Page } from '../../support/browser/browser.ts';
import { sendAs } from '../../support/send.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';

const secret = 'a secret of the test';
const [mia, noa] = ['mia@example.org', 'noa@example.org'];

let crm: Application;
let service: WritableService;
let mailServer: MailServer;
let receiver: WebhookReceiver;
let rolecall: CommandLine;
let ids: string[];

beforeAll(async () => {
  crm = createApplication({ accounts: 7 });
  for (const index of [0, 1, 2]) crm.accounts.get(accountName(index))!.manager = mia;
  crm.accounts.get(accountName(3))!.manager = noa;
  crm.accounts.get(accountName(4))!.manager = 'two@example.org, three@example.org';
  [mailServer, receiver] = await Promise.all([
    startMailServer('rolecall', 'password'),
    startWebhookReceiver({ chat: secret, oncall: secret }),
  ]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const hook = (name: string) => ({ url: `${receiver.url}/${name}`, secret });
  service = await startWritable(
    { crm },
    {
      settings: {
        base_url: url,
        changes: { approval_above: 1 },
        smtp: {
          ...{ host: '127.0.0.1', port: mailServer.port, tls: 'never' },
          ...{ user: 'rolecall', password: 'password', from: 'rolecall@example.org' },
        },
        notifications: {
          subscriptions: [
            { name: 'chat', events: ['review-requested'], webhook: hook('chat') },
            { name: 'oncall', webhook: hook('oncall') },
          ],
        },
      },
    },
  );
  await service.test.app.listen({ host: '127.0.0.1', port });
  const { client, clientSecret } = await addClient(service.test.service.database, {
    ...{ tenant: 'main', name: 'analyst', scopes: ['read', 'write'], createdBy: 'test' },
  });
  rolecall = commandLine({ url, clientId: client.client_id, clientSecret });
  const accounts = await service.test.everyItem('/v1/accounts?pageSize=200');
  ids = accounts.toSorted((a, b) => (a.alias < b.alias ? -1 : 1)).map(({ globalId }) => globalId);
});
afterAll(async () => {
  rolecall?.remove();
  await service?.test.close();
  await Promise.all([mailServer?.stop(), receiver?.stop()]);
});
beforeEach(() => {
  mailServer.mails.length = 0;
  receiver.received.length = 0;
});

const look = () =>
  notify(service.test.service.tenant().context, 'main', { signal: new AbortController().signal, emit: () => {} });
const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const create = async (body: object) =>
  service.send('POST', '/v1/reviews', {
    ...{ title: 'Who still needs the CRM?', ids, operation: 'DisableAccount', due: soon(24 * 10) },
    ...body,
  });
const review = async (id: string) => (await service.test.get(`/v1/reviews/${id}`)).body;
const linkIn = (content: string) =>
  /http:\/\/127\.0\.0\.1:\d+\/review\?token=[\w.-]+/.exec(content.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))![0];
/** The link of a reviewer, from the mail about this review. */
const linkTo = (address: string, id: string) =>
  mailServer.mails
    .filter(({ to }) => to.includes(address))
    .map(({ content }) => linkIn(content))
    .find(link => link.includes(id))!;
const numberOf = (page: Page, account: string) =>
  new RegExp(`<bdi>${account}</bdi>[^]*?name="decision-(\\d+)"`).exec(page.text)![1];
const inPast = (id: string) =>
  service.test.service.database.query(`update reviews set due_at = now() - interval '1 second' where review_id = $1`, [
    id,
  ]);

describe('a review', () => {
  it('asks each reviewer once, says for whom nobody is known, and asks a substitute instead', async () => {
    const { status, headers, body } = await create({});
    expect([status, headers['location']]).toEqual([201, `/v1/reviews/${body.id}`]);
    expect(body).toMatchObject({
      status: 'Open',
      counts: { lines: 7, undecided: 7, unasked: 3, keep: 0, takeAway: 0 },
    });
    expect(body.reviewers.map(({ address, lines }: Record<string, unknown>) => [address, lines])).toEqual([
      [mia, 3],
      [noa, 1],
    ]);
    // Before the service has looked for what is to be sent, it knows that it will be.
    expect(body.reviewers.map(({ told }: { told: string }) => told)).toEqual(['Waiting', 'Waiting']);
    const [, markdown] = (await service.test.get(`/v1/reviews/${body.id}/evidence`)).body.files;
    expect(markdown.content.match(/\| Waiting +\|/g)).toHaveLength(2);
    // A text with two addresses is no address.
    expect(body.lines.find(({ account }: { account: string }) => account === accountName(4))).not.toHaveProperty(
      'address',
    );
    expect(body.lines.filter(({ reason }: { reason: string }) => reason === 'Unknown')).toHaveLength(3);
    await Promise.all([look(), look()]);
    expect(mailServer.mails.map(({ to }) => to).toSorted()).toEqual([[mia], [noa]]);
    expect(receiver.received.map(({ to, body: { data } }) => [to, data.address]).toSorted()).toEqual([
      ['chat', mia],
      ['chat', noa],
    ]);
    expect(receiver.received[0]!.body.data.link).toBe(linkTo(receiver.received[0]!.body.data.address, body.id));
    expect((await review(body.id)).reviewers.map(({ told }: { told: string }) => told)).toEqual([
      'Delivered',
      'Delivered',
    ]);
    const { rows } = { rows: await service.test.service.database.query('select * from notices') };
    expect(JSON.stringify(rows)).not.toContain('token=');
    const substituted = (await create({ substitute: 'Desk@example.org' })).body;
    expect(substituted.counts.unasked).toBe(0);
    expect(substituted.reviewers.map(({ address }: { address: string }) => address)).toContain('desk@example.org');
  });

  it('says whether the holder of an account has left, before the decision', async () => {
    const { body } = await create({});
    await look();
    expect(body.lines[0]).not.toHaveProperty('employmentStatus');
    await service.test.service.database.query(
      `update review_lines set employment_status = case line when 0 then 'Terminated' else 'Active' end where review_id = $1`,
      [body.id],
    );
    const [first, second] = (await review(body.id)).lines;
    expect([first.employmentStatus, second.employmentStatus]).toEqual(['Terminated', 'Active']);
    const page = await createBrowser().open(linkTo(mia, body.id));
    const said = 'whose holder has left the organisation';
    expect(page.text.split(said)).toHaveLength(2);
    expect(page.text.indexOf(said)).toBeLessThan(page.text.indexOf('name="decision-0"'));
  });

  it('is decided in the browser, line by line, by the reviewer of the line only', async () => {
    const { body } = await create({});
    await look();
    const browser = createBrowser();
    const page = await browser.open(linkTo(mia, body.id));
    expect(page.text).toContain('Take away means: the account is disabled');
    expect([0, 1, 2, 3].map(index => page.text.includes(`<bdi>${accountName(index)}</bdi>`))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    // Opening the link decides nothing.
    expect((await review(body.id)).counts.undecided).toBe(7);
    const [first, second] = [numberOf(page, accountName(0)), numberOf(page, accountName(1))];
    const strange = body.lines.findIndex(({ account }: { account: string }) => account === accountName(3));
    const saved = await browser.submit(page, {
      [`decision-${first}`]: 'TakeAway',
      [`comment-${first}`]: '<left> in May',
      [`decision-${second}`]: 'Keep',
      [`decision-${strange}`]: 'TakeAway',
    });
    expect([saved.status, saved.text.includes('Saved: 2 decisions.')]).toEqual([200, true]);
    expect(saved.text).toContain('value="&#60;left&#62; in May"');
    const after = await review(body.id);
    expect(after.counts).toMatchObject({ keep: 1, takeAway: 1, undecided: 5 });
    // The same again is no decision; another one is.
    await browser.submit(saved, { [`decision-${second}`]: 'TakeAway' });
    expect((await review(body.id)).counts).toMatchObject({ keep: 0, takeAway: 2 });
    const audited = await service.test.service.database.query<{ details: object }>(
      `select details from audit_log where action = 'review.decide' and target = $1 and principal = $2 order by audit_id`,
      [body.id, `reviewer#${mia}`],
    );
    expect(audited.map(({ details }) => details)).toMatchObject([
      { alias: accountName(0), decision: 'TakeAway', comment: '<left> in May' },
      { alias: accountName(1), decision: 'Keep' },
      { alias: accountName(1), decision: 'TakeAway' },
    ]);
  });

  it('is listed for the signed-in person whom it asks, by an address that is known for certain', async () => {
    const { body } = await create({});
    const { operator } = service.test;
    const asked = async (email?: string) => {
      const { url } = await operator.addSignInLink({ name: 'Mia', role: 'viewer', sources: [], email });
      const browser = createBrowser();
      await browser.submit(await browser.open(url));
      const answer = await browser.request(new URL('/v1/session/reviews', url).href);
      expect(answer.status).toBe(200);
      const { items } = (await answer.json()) as { items: { id: string; url: string }[] };
      return items.filter(({ id }) => id === body.id);
    };
    const [mine] = await asked('Mia@Example.org');
    expect(mine).toMatchObject({ title: body.title, lines: 3, undecided: 3 });
    const page = await createBrowser().open(mine!.url);
    expect([0, 3].map(index => page.text.includes(`<bdi>${accountName(index)}</bdi>`))).toEqual([true, false]);
    expect(await asked('nobody@example.org')).toEqual([]);
    expect(await asked()).toEqual([]);
    const wrong = operator.addSignInLink({ name: 'Mia', role: 'viewer', sources: [], email: 'mia' });
    await expect(wrong).rejects.toThrow('email: mia is no e-mail address');
    expect((await service.test.get('/v1/session/reviews')).status).toBe(401);
  });

  it('proposes what is taken away as a job that waits for its approval, and writes evidence', async () => {
    const { body } = await create({
      operation: 'RemoveGroupMember',
      containerId: await service.idOf('user-groups', 'crm', 'staff'),
    });
    await look();
    const browser = createBrowser();
    const page = await browser.open(linkTo(mia, body.id));
    expect(page.text).toContain('is no longer a member of the group “staff”');
    const [first, second] = [numberOf(page, accountName(0)), numberOf(page, accountName(1))];
    await browser.submit(page, { [`decision-${first}`]: 'TakeAway', [`decision-${second}`]: 'TakeAway' });

    const other = await service.send('POST', '/v1/accounts/disable', { ids: [ids[0]], review: body.id });
    expect([other.status, other.body.code]).toEqual([409, 'REVIEW_DIFFERS']);
    const undecided = await service.send('POST', `/v1/user-groups/${body.container.id}/members/remove`, {
      ids: [ids[0], ids[2]],
      review: body.id,
    });
    expect([undecided.status, undecided.body.details]).toEqual([409, { accounts: [ids[2]] }]);

    const { stdout, stderr } = await rolecall.run(['reviews', 'apply', body.id.slice(0, 8), '--yes']);
    expect(stderr).toContain('5 of 7 lines are undecided, and stay as they are');
    expect(stderr).toContain(
      'waits for approval by another client: 2 targets; more than 1 need a second person (approval_above)',
    );
    const job = JSON.parse(stdout);
    expect(job).toMatchObject({ status: 'Queued', purpose: 'review: Who still needs the CRM?', rollout: { first: 3 } });
    expect(crm.accounts.get(accountName(0))!.groups).toEqual(['staff']);
    // What was proposed stays as it was decided.
    const later = await browser.submit(await browser.open(linkTo(mia, body.id)), { [`decision-${first}`]: 'Keep' });
    expect(later.text).toContain('Saved: 0 decisions.');
    await service.send('POST', `/v1/action-jobs/${job.id}/approve`);
    expect((await service.ended(job.id)).status).toBe('Completed');
    expect(crm.accounts.get(accountName(0))!.groups).toEqual([]);
    expect((await review(body.id)).counts).toMatchObject({ takeAway: 2, proposed: 2 });

    const { files } = (await service.test.get(`/v1/reviews/${body.id}/evidence`)).body;
    const [csv, markdown] = files;
    expect(createHash('sha256').update(csv.content).digest('hex')).toBe(csv.sha256);
    expect(markdown.content).toContain(csv.sha256);
    const rows = parse(csv.content, { columns: true }) as Record<string, string>[];
    expect(rows.map(row => [row['account'], row['asked'], row['decision'], row['job']]).toSorted()).toEqual([
      [accountName(0), mia, 'TakeAway', job.id],
      [accountName(1), mia, 'TakeAway', job.id],
      [accountName(2), mia, 'undecided', ''],
      [accountName(3), noa, 'undecided', ''],
      ...[4, 5, 6].map(index => [accountName(index), 'nobody', 'undecided', '']),
    ]);
  });

  it('is due at the end of a day that is given without a time', async () => {
    const day = soon(24 * 9).slice(0, 10);
    const { body } = await create({ due: day });
    expect(body.due).toBe(`${day}T23:59:59.000Z`);
  });

  it('ends when it is due, which operators are told once, and when it is closed', async () => {
    const { body } = await create({});
    await look();
    const link = linkTo(mia, body.id);
    const page = await createBrowser().open(link);
    const minute = `${body.due.slice(0, 16).replace('T', ' ')} UTC`;
    expect(receiver.received.at(-1)!.body.data.text).toContain(`until ${minute}: keep, or take away.`);
    receiver.received.length = 0;
    await inPast(body.id);
    await look();
    await look();
    expect(receiver.received.map(({ to, body: { type, data } }) => [to, type, data.undecided])).toEqual([
      ['oncall', 'review-overdue', 7],
    ]);
    expect((await review(body.id)).status).toBe('Overdue');
    const late = await createBrowser().submit(page, { [`decision-${numberOf(page, accountName(0))}`]: 'Keep' });
    expect([late.status, late.text.includes('has ended')]).toEqual([409, true]);
    // The address of what somebody saved before stays in the browser.
    const { text } = await createBrowser().open(`${link}&saved=2`);
    expect([text.includes('3 of 3 stay undecided'), text.includes('Saved:')]).toEqual([true, false]);

    const ended = await service.send('POST', `/v1/reviews/${body.id}/close`);
    expect([ended.status, ended.body.status, ended.body.counts.undecided]).toEqual([200, 'Closed', 7]);
    expect(ended.body.lines.every((line: object) => !('decision' in line) && !('jobId' in line))).toBe(true);

    const closed = (await create({})).body;
    expect((await service.send('POST', `/v1/reviews/${closed.id}/close`)).body.status).toBe('Closed');
    const again = await service.send('POST', `/v1/reviews/${closed.id}/close`);
    expect([again.status, again.body.code]).toEqual([409, 'REVIEW_ENDED']);
  });

  it('reminds on the last day, and not who has decided', async () => {
    const { body } = await create({ due: soon(72) });
    await look();
    const browser = createBrowser();
    const page = await browser.open(linkTo(noa, body.id));
    await browser.submit(page, { [`decision-${numberOf(page, accountName(3))}`]: 'Keep' });
    mailServer.mails.length = 0;
    await service.test.service.database.query(
      `update reviews set due_at = now() + interval '20 hours', created_at = now() - interval '52 hours' where review_id = $1`,
      [body.id],
    );
    await look();
    await look();
    expect(mailServer.mails.map(({ to, content }) => [to, content.includes('Reminder, due within a day')])).toEqual([
      [[mia], true],
    ]);
  });
});

describe('a link', () => {
  it.each<[string, (link: string) => string]>([
    ['of another reviewer', link => link.replace(/(token=[^.]+)\.0\./, '$1.1.')],
    ['that was cut off', link => link.slice(0, -3)],
    ['without a token', link => link.slice(0, link.indexOf('?'))],
    ['of another review', link => link.replace(/token=[0-9a-f]{8}/, 'token=00000000')],
    ['with two tokens', link => `${link}&token=x`],
  ])('%s is refused', async (_what, altered) => {
    const { body } = await create({});
    await look();
    const page = await createBrowser().open(altered(linkTo(mia, body.id)));
    expect([page.status, page.text.includes('Nothing was decided')]).toEqual([403, true]);
    expect(page.headers.get('cache-control')).toBe('no-store');
  });
});

it.each<[string, object, number, string]>([
  ['no date', { due: 'soon' }, 400, 'due: must be a date'],
  ['a date of the past', { due: '2020-01-01' }, 400, 'due: 2020-01-01 is in the past'],
  ['a date too far away', { due: '2199-01-01' }, 400, 'due: must be within a year'],
  ['an account that does not exist', { ids: ['00000000-0000-4000-8000-000000000000'] }, 404, 'accounts: there is no'],
  ['a role that is missing', { operation: 'RemoveRole' }, 400, 'containerId: is missing'],
  ['a role too many', { containerId: '00000000-0000-4000-8000-000000000000' }, 400, 'containerId: is only for'],
  ['a title of two lines', { title: 'a\nBcc: x@example.org' }, 400, 'title: must be one line'],
  ['a substitute that is no address', { substitute: 'a@example.org, b@example.org' }, 400, 'substitute: '],
  ['an unknown field', { owner: 'x' }, 400, 'owner: unknown field'],
])('refuses %s', async (_what, body, status, message) => {
  const answer = await create(body);
  expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)]);
});

it('refuses a client that may only read, and hides a review from a client that may not see all of its accounts', async () => {
  const { id } = (await create({})).body;
  const { test } = service;
  const reader = sendAs(test, await test.token({ scopes: ['read'] }));
  expect((await reader('POST', '/v1/reviews', {})).status).toBe(403);
  expect((await reader('GET', `/v1/reviews/${id}`)).status).toBe(200);
  const limited = sendAs(test, await test.token({ instances: ['00000000-0000-4000-8000-000000000000'] }));
  expect((await limited('GET', `/v1/reviews/${id}`)).status).toBe(404);
  expect((await limited('GET', '/v1/reviews')).body.items).toEqual([]);
  expect((await limited('POST', '/v1/accounts/reviewers', { ids })).body.items).toEqual([]);
});

it('lists, creates and shows reviews on the command line', async () => {
  const created = await rolecall.run([
    'reviews',
    'create',
    'A title',
    accountName(0),
    accountName(6),
    '--due',
    soon(48),
    '--yes',
  ]);
  expect([created.code, created.stderr]).toEqual([
    0,
    `nobody can be asked about 1 of 2: ${accountName(6)}; --substitute names somebody\n`,
  ]);
  const { id } = JSON.parse(created.stdout);
  const status = await rolecall.run(['reviews', 'status', id.slice(0, 8), '--format', 'csv']);
  expect(status.stdout.split('\r\n').map(line => line.split(',').slice(0, 5).join())).toEqual([
    'source,account,decision,asked,because',
    `crm,${accountName(0)},undecided,${mia},manages its holder`,
    `crm,${accountName(6)},undecided,,nobody is known`,
    '',
  ]);
  const listed = await rolecall.run(['reviews', '--limit', '1']);
  expect(JSON.parse(listed.stdout)).toMatchObject({ id, title: 'A title', counts: { undecided: 2, unasked: 1 } });
  const unknown = await rolecall.run(['reviews', 'status', 'ffffffff']);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('is not the id of a review')]);
});
