// rolecall fix against a real service: from a rule's violations to guarded jobs, their undo and their evidence.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { addClient } from '../../../src/state/clients/clients.ts';
import { type Application, accountName, createApplication } from '../../support/actions/application.ts';
import { startWritable, type WritableService } from '../../support/actions/writable-service.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';
import { hasScript, onTerminal } from '../../support/service/terminal.ts';

let crm: Application;
let service: WritableService;
let rolecall: CommandLine;
let approver: CommandLine;
beforeAll(async () => {
  crm = createApplication({ accounts: 12 });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  service = await startWritable({ crm }, { settings: { base_url: url, changes: { approval_above: 5 } } });
  await service.test.app.listen({ host: '127.0.0.1', port });
  const lineOf = async (name: string) => {
    const { client, clientSecret } = await addClient(service.test.service.database, {
      ...{ tenant: 'main', name, scopes: ['read', 'write'], createdBy: 'test' },
    });
    return commandLine({ url, clientId: client.client_id, clientSecret });
  };
  [rolecall, approver] = [await lineOf('proposer'), await lineOf('approver')];
});
afterAll(async () => {
  for (const line of [rolecall, approver]) line?.remove();
  await service?.test.close();
});

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
const isEnabled = (index: number) => crm.accounts.get(accountName(index))!.enabled;
const below = (count: number) => `alias < '${accountName(count)}'`;

it('previews all selected accounts with the risks, and changes nothing without a yes', async () => {
  const { stdout, stderr, code } = await rolecall.run(['fix', 'disable', '--where', below(2), '--source', 'crm']);
  expect([stderr, code]).toEqual([
    'rolecall: nobody can be asked here; --yes makes the change without a question\n',
    1,
  ]);
  expect(linesOf(stdout)).toMatchObject([
    { targetName: accountName(0), possible: true },
    { targetName: accountName(1), possible: true },
    { risks: { opened: expect.any(Array), closed: expect.any(Array) } },
  ]);
  expect(crm.changes).toEqual([]);
});

it.skipIf(!hasScript)('names the source of each account in the preview (skipped without script)', async () => {
  const shown = await onTerminal(rolecall, `fix disable --where "${below(2)}" --source crm`, 'n\n');
  expect(shown).toMatch(/^TARGET +SOURCE +CHANGE/m);
  for (const index of [0, 1]) expect(shown).toMatch(new RegExp(`^${accountName(index)} +crm +yes `, 'm'));
  // What is not known comes first.
  expect(shown).toMatch(
    /not evaluated: .*disabled_administrator[\s\S]*no violation of the other risk rules is known to/,
  );
  expect(shown).toContain('nothing was changed');
  expect(crm.changes).toEqual([]);
});

it('stops at the first failures, undoes one account and then the rest, and writes evidence', async () => {
  crm.before = call => {
    if (call.name === 'disable' && call.account === accountName(1)) throw new ChangeRefused('is protected');
  };
  const run = await rolecall.run([
    'fix',
    'disable',
    '--where',
    below(5),
    '--stop-at',
    '30',
    '--purpose',
    'they left\u202e',
    '--yes',
  ]);
  crm.before = () => {};
  const [job] = linesOf(run.stdout);
  expect(job).toMatchObject({
    ...{ status: 'PartiallyCompleted', purpose: 'they left\u202e', rollout: { first: 3, stopAtFailedPercent: 30 } },
    ...{
      stopped: '1 of 3 failed; the job stops when 30 % or more have failed',
      targets: { succeeded: 2, failed: 1, total: 5 },
    },
  });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain('stopped: 1 of 3 failed');
  expect([0, 1, 2, 3, 4].map(isEnabled)).toEqual([false, true, false, true, true]);

  const short = job.id.slice(0, 8);
  const base = path.join(rolecall.folder, 'evidence');
  const evidence = await rolecall.run(['fix', 'evidence', short, '--output', base]);
  expect([evidence.stderr, evidence.code]).toEqual(['', 0]);
  const written = linesOf(evidence.stdout);
  const texts = ['csv', 'md'].map(ending => fs.readFileSync(`${base}.${ending}`, 'utf8'));
  const digests = texts.map(text => createHash('sha256').update(text).digest('hex'));
  expect(written.map(({ sha256 }) => sha256)).toEqual(digests);
  const [csv, markdown] = texts as [string, string];
  const rows = parse(csv, { columns: true }) as Record<string, string>[];
  expect(rows.map(({ account, result }) => `${account} ${result}`).toSorted()).toEqual([
    `${accountName(0)} Succeeded`,
    `${accountName(1)} Failed`,
    `${accountName(2)} Succeeded`,
    `${accountName(3)} Cancelled`,
    `${accountName(4)} Cancelled`,
  ]);
  const changed = rows.find(({ account }) => account === accountName(0))!;
  expect([JSON.parse(changed['before']!), JSON.parse(changed['after']!)]).toMatchObject([
    { enabled: true, groups: ['staff'] },
    { enabled: false },
  ]);
  expect(markdown).toContain(`.csv, 5 rows, SHA-256 ${digests[0]}`);
  expect(markdown).toContain('they left\\<U+202E\\>');
  expect(markdown).toMatch(/Decided on version \| \d+/);
  const again = await rolecall.run(['fix', 'evidence', short, '--output', base]);
  expect([again.stderr, again.code]).toEqual([expect.stringContaining('is there already'), 1]);

  const undo = await rolecall.run(['fix', 'undo', short, accountName(0)]);
  expect(undo.code).toBe(0);
  await rolecall.run(['fix', 'evidence', linesOf(undo.stdout)[0].id, '--output', `${base}-of-undo`]);
  expect(fs.readFileSync(`${base}-of-undo.md`, 'utf8')).toMatch(/\.csv, 1 row, SHA-256/);
  expect([isEnabled(0), isEnabled(2)]).toEqual([true, false]);
  expect((await rolecall.run(['fix', 'evidence', short, '--output', `${base}-undone`])).code).toBe(0);
  const later = parse(fs.readFileSync(`${base}-undone.csv`, 'utf8'), { columns: true }) as Record<string, string>[];
  const undone = later.filter(row => row['undone by'] !== '');
  expect(undone.map(({ account }) => account)).toEqual([accountName(0)]);
  expect(fs.readFileSync(`${base}-undone.md`, 'utf8')).toContain(`| ${accountName(0)} | Succeeded, undone |`);
  expect((await rolecall.run(['fix', 'undo', short])).code).toBe(0);
  expect(isEnabled(2)).toBe(true);
});

it('says how many of the selected accounts needed no change', async () => {
  crm.accounts.get(accountName(10))!.enabled = false;
  const run = await rolecall.run(['fix', 'disable', accountName(10), accountName(11), '--source', 'crm', '--yes']);
  expect([run.stderr, run.code]).toEqual(['1 of 2 needed no change, so the job is not about them\n', 0]);
  expect(linesOf(run.stdout)[0].targets).toEqual({ total: 1, succeeded: 1, failed: 0 });
});

it('waits for a second client, and then keeps to its rollout', async () => {
  const asked = await rolecall.run(['fix', 'take-membership', 'staff', '--where', below(6), '--yes']);
  expect(asked.stderr).toContain(
    'waits for approval by another client: 6 targets; more than 5 need a second person (approval_above)',
  );
  const [{ id }] = linesOf(asked.stdout);
  const listed = await rolecall.run(['jobs', '--limit', '1', '--format', 'csv']);
  expect(listed.stdout).toMatch(/^[\w-]{36},remove group member,\S+ and at least 2 more,/m);
  const approved = await approver.run(['jobs', 'approve', id.slice(0, 8)]);
  expect(linesOf(approved.stdout)[0]).toMatchObject({ status: 'Completed', rollout: { first: 3 } });
  expect(crm.accounts.get(accountName(5))!.groups).toEqual([]);
  const undo = await rolecall.run(['fix', 'undo', id.slice(0, 8)]);
  expect(undo.stderr).toContain('waits for approval by another client: 6 targets; more than 5 need a second person');
  expect(crm.accounts.get(accountName(5))!.groups).toEqual([]);
  const [revert] = linesOf(undo.stdout);
  expect((await approver.run(['jobs', 'approve', revert.id])).code).toBe(0);
  expect(crm.accounts.get(accountName(5))!.groups).toEqual(['staff']);
});

it('names the rule by its title in the purpose', async () => {
  const { stdout } = await rolecall.run(['fix', 'disable', accountName(7), '--rule', 'old_key', '--yes']);
  const [job] = linesOf(stdout);
  const rules = await rolecall.run(['risks', 'rules', 'old_key', '--format', 'ndjson']);
  const [{ title }] = linesOf(rules.stdout);
  expect(title).not.toContain('old_key');
  expect(job).toMatchObject({ status: 'Completed', purpose: `Open violations of the rule “${title}”` });
  expect((await rolecall.run(['fix', 'undo', job.id])).code).toBe(0);
});

it('says whom to ask, and that nobody is known where nobody is', async () => {
  const { stdout } = await rolecall.run(['fix', 'ask-owner', accountName(3), '--format', 'ndjson']);
  expect(linesOf(stdout)).toMatchObject([
    { source: 'crm', account: accountName(3), ask: null, because: 'nobody is known' },
  ]);
});

it.each<[string, string[], string]>([
  ['no selection', ['disable'], 'Name them, or select them with --rule or --where'],
  ['an unknown rule', ['disable', '--rule', 'old_kye'], 'did you mean `old_key`'],
  ['a wrong condition', ['disable', '--where', 'enbled'], '--where: '],
  ['a condition that ends the query', ['disable', '--where', 'true) --'], '--where: '],
  ['nothing found', ['disable', '--where', 'false'], 'no account is selected'],
  ['no percentage', ['disable', accountName(1), '--stop-at', '120'], '--stop-at 120: must be a percentage'],
  ['no time', ['disable', accountName(1), '--not-after', 'soon'], '--not-after soon: must be a date'],
  ['no group', ['take-membership', 'nope', accountName(1)], 'there is no group nope'],
  ['no job', ['undo', 'ffffffff'], 'is not the id of a job'],
])('refuses %s', async (_what, args, message) => {
  const { stderr, code } = await rolecall.run(['fix', ...args]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});
