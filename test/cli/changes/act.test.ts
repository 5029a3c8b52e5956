// rolecall act and rolecall jobs against a real service and a writable application.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClient } from '../../../src/state/clients/clients.ts';
import { type Application, accountName, createApplication } from '../../support/actions/application.ts';
import { startWritable, type WritableService } from '../../support/actions/writable-service.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';
import { hasScript, onTerminal } from '../../support/service/terminal.ts';

let crm: Application;
let service: WritableService;
let rolecall: CommandLine;
beforeAll(async () => {
  crm = createApplication({ accounts: 4 });
  const hr = createApplication({ accounts: 1 });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  service = await startWritable({ crm, hr }, { readOnly: ['hr'], settings: { base_url: url } });
  await service.test.app.listen({ host: '127.0.0.1', port });
  const { client, clientSecret } = await addClient(service.test.service.database, {
    tenant: 'main',
    name: 'dev',
    scopes: ['read', 'write'],
    createdBy: 'test',
  });
  rolecall = commandLine({ url, clientId: client.client_id, clientSecret });
});
afterAll(async () => {
  rolecall.remove();
  await service.test.close();
});

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

describe('act', () => {
  it('shows a preview and changes nothing when nobody can be asked', async () => {
    const { stdout, stderr, code } = await rolecall.run(['act', 'disable', accountName(1)]);
    expect([stderr, code]).toEqual([
      'rolecall: nobody can be asked here; --yes makes the change without a question\n',
      1,
    ]);
    expect(linesOf(stdout)).toMatchObject([
      { targetName: accountName(1), possible: true, alreadyDone: false, presentState: { enabled: true } },
      { risks: { opened: expect.any(Array), closed: expect.any(Array), notEvaluated: expect.any(Array) } },
    ]);
    expect(crm.changes).toEqual([]);
  });

  it.skipIf(!hasScript)('names the source of each account in the preview (skipped without script)', async () => {
    const shown = await onTerminal(rolecall, `act disable ${accountName(1)} ${accountName(2)}`, 'n\n');
    expect(shown).toMatch(/^TARGET +SOURCE +CHANGE/m);
    for (const index of [1, 2]) expect(shown).toMatch(new RegExp(`^${accountName(index)} +crm +yes `, 'm'));
    // What is not known comes first.
    expect(shown).toMatch(
      /not evaluated: .*disabled_administrator[\s\S]*no violation of the other risk rules is known to/,
    );
    expect(shown).toContain('nothing was changed');
    expect(crm.changes).toEqual([]);
  });

  it('commands whose list is empty say so, beside the output', async () => {
    const said = async (args: readonly string[]) => {
      const { stdout, stderr, code } = await rolecall.run([...args]);
      return [stdout, stderr.trim(), code];
    };
    const noReviews = 'There are no reviews; `rolecall reviews create` makes one.';
    expect(await said(['jobs'])).toEqual(['', 'Nothing was changed in a source yet.', 0]);
    expect(await said(['reviews'])).toEqual(['', noReviews, 0]);
    expect(await said(['reviews', '--format', 'json'])).toEqual(['[]\n', noReviews, 0]);
  });

  it('changes, and jobs revert takes it back', async () => {
    const done = await rolecall.run(['act', 'disable', accountName(1), accountName(2), '--yes']);
    expect([done.stderr, done.code]).toEqual(['', 0]);
    const [job] = linesOf(done.stdout);
    expect(job).toMatchObject({ operation: 'DisableAccount', status: 'Completed', dataSync: { status: 'Completed' } });
    expect(crm.accounts.get(accountName(2))).toMatchObject({ enabled: false });
    const shown = await rolecall.run(['jobs', 'show', job.id]);
    expect(linesOf(shown.stdout)).toMatchObject([{ id: job.id }, { status: 'Succeeded' }, { status: 'Succeeded' }]);
    const reverted = await rolecall.run(['jobs', 'revert', job.id]);
    expect([linesOf(reverted.stdout)[0].status, reverted.code]).toEqual(['Completed', 0]);
    expect(crm.accounts.get(accountName(2))).toMatchObject({ enabled: true, groups: ['staff'] });
    const listed = await rolecall.run(['jobs']);
    expect((await rolecall.run(['jobs', 'list'])).stdout).toBe(listed.stdout);
    expect(linesOf((await rolecall.run(['jobs', 'show', job.id.slice(0, 8)])).stdout)[0]).toMatchObject({ id: job.id });
    expect(linesOf(listed.stdout)).toMatchObject([{ type: 'Revert' }, { id: job.id, status: 'Reverted' }]);
    const lines = (await rolecall.run(['jobs', '--format', 'csv'])).stdout;
    expect(lines).toMatch(
      /^[\w-]{36},revert of disable,(\S+) and 1 more,crm,.*\r?\n[\w-]{36},disable,\1 and 1 more,crm,/m,
    );
    const again = await rolecall.run(['jobs', 'revert', job.id]);
    expect([again.stderr, again.code]).toEqual([expect.stringContaining('409 ALREADY_REVERTED'), 1]);
  });

  it('says how many needed no change', async () => {
    crm.accounts.get(accountName(2))!.enabled = false;
    const done = await rolecall.run(['act', 'disable', accountName(2), accountName(3), '--yes']);
    const [job] = linesOf(done.stdout);
    expect(job.targets).toEqual({ total: 2, succeeded: 2, failed: 0, unchanged: 1 });
    expect((await rolecall.run(['jobs', '--limit', '1', '--format', 'csv'])).stdout).toContain(
      '"1 of 2, 1 needed no change"',
    );
  });

  it.skipIf(!hasScript)('jobs keep how many targets were reached at 80 columns (skipped without script)', async () => {
    const shown = await onTerminal(rolecall, 'jobs');
    expect(shown).toMatch(/^JOB +WHAT +ACCOUNT .*STATUS +TARGETS/m);
    expect(shown).toMatch(/ undo of disable .*Completed +2 of 2/);
    expect(shown).toMatch(/Undone +2 of 2/);
    expect(shown).toMatch(/ crm /);
    expect(shown.split('\n').filter(each => each.length > 80 && !each.startsWith('no room for'))).toEqual([]);
  });

  it('finds roles and groups by name, and creates groups', async () => {
    const added = await rolecall.run(['act', 'add-member', 'ops', accountName(1), '--source', 'crm', '--yes']);
    expect([added.stderr, added.code]).toEqual(['', 0]);
    expect(crm.accounts.get(accountName(1))!.groups).toEqual(['ops', 'staff']);
    const created = await rolecall.run(['act', 'create-group', 'new group', '--source', 'crm', '--yes']);
    expect([created.stderr, created.code]).toEqual(['', 0]);
    expect([...crm.groups]).toContain('new group');
  });

  it.each<[string, string[], string]>([
    [
      'an account of two sources',
      ['disable', accountName(0), '--yes'],
      'several accounts have the name person-0000; say which with --source',
    ],
    ['a read-only source', ['disable', accountName(0), '--source', 'hr', '--yes'], 'source hr is read-only'],
  ])('refuses %s', async (_what, args, message) => {
    const before = crm.changes.length;
    const { stderr, code } = await rolecall.run(['act', ...args]);
    expect([stderr, code]).toEqual([expect.stringContaining(message), 1]);
    expect(crm.changes).toHaveLength(before);
  });
});

it('says that the data of the source are held back, when the change took too much away', async () => {
  const shop = createApplication({ accounts: 100 });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const losing = await startWritable({ shop }, { settings: { base_url: url } });
  await losing.test.app.listen({ host: '127.0.0.1', port });
  const { client, clientSecret } = await addClient(losing.test.service.database, {
    ...{ tenant: 'main', name: 'dev', scopes: ['read', 'write'], createdBy: 'test' },
  });
  const command = commandLine({ url, clientId: client.client_id, clientSecret });
  try {
    shop.after = () => {
      for (const name of [...shop.accounts.keys()].slice(10)) shop.accounts.delete(name);
    };
    const said = 'the newest data of shop look broken and are held back';
    const done = await command.run(['act', 'disable', accountName(0), '--yes']);
    expect([done.stderr, done.code]).toEqual([expect.stringContaining(said), 0]);
    const [job] = linesOf(done.stdout);
    expect((await command.run(['jobs', 'show', job.id])).stderr).toContain(said);
    expect((await command.run(['jobs', '--format', 'csv'])).stdout).toMatch(/,1 of 1,HeldBack,/);
    if (hasScript) expect(await onTerminal(command, 'jobs')).toMatch(/^JOB .*TARGETS +DATA\b[\s\S]*HeldBack/m);
  } finally {
    command.remove();
    await losing.test.close();
  }
});

it('jobs refuses what is no id', async () => {
  const { stderr, code } = await rolecall.run(['jobs', 'watch', 'x']);
  expect([stderr, code]).toEqual(['rolecall: x is not the id of a job; `rolecall jobs` shows them\n', 1]);
});
