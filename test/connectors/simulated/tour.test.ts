// The tour of changes, on the help desk of the example organisation: what SQLite itself shows of its file before and after.
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../../connectors/index.ts';
import { writeFirstConfig } from '../../../src/cli/service/first-config.ts';
import { loadConfig } from '../../../src/config/config-file.ts';
import { driving, type WritableService } from '../../support/actions/writable-service.ts';
import { sendAs } from '../../support/send.ts';
import { startService, temporaryFolder } from '../../support/service/service.ts';

const first = temporaryFolder();
const config = path.join(first, 'rolecall.yaml');
let file: string;
let service: WritableService;

beforeAll(async () => {
  writeFirstConfig(config);
  const named = loadConfig(config).tenants[0]!.sources.find(({ id }) => id === 'example-help-desk')!;
  const { connector, writes, settings } = named;
  file = path.join(first, settings['file'] as string);
  const source = { id: 'help-desk', connector, writes, settings: { ...settings, file } };
  const test = await startService({
    work: ['act', 'extract', 'build', 'export', 'sweep'],
    connectors,
    settings: { sources: [source] },
  });
  await test.sync();
  service = driving(test, sendAs(test, await test.token()));
});
afterAll(async () => {
  await service.test.close();
  fs.rmSync(first, { recursive: true, force: true });
});

/** Run SQL in the file, as somebody else would. */
function sql(statement: string): unknown[] {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    return database.prepare(statement).all();
  } finally {
    database.close();
  }
}

const everything = () =>
  ['account', 'user_group', 'membership'].map(table => sql(`SELECT * FROM ${table} ORDER BY 1, 2, 3`));
const accessOf = (id: string) =>
  sql(`SELECT object_id FROM membership WHERE member_id = '${id}' ORDER BY 1`).map(
    row => (row as { object_id: string }).object_id,
  );
const idOf = (alias: string) => service.idOf('accounts', 'help-desk', alias);

describe('the help desk', () => {
  it('is in the first configuration, may be changed, and says what it can do', async () => {
    const { body } = await service.send('GET', '/v1/capabilities');
    expect(body.items).toMatchObject([{ sourceId: 'help-desk', connector: 'simulated', writes: true }]);
    const [{ operations }] = body.items;
    expect(operations.every(({ supported }: { supported: boolean }) => supported)).toBe(true);
    expect(operations).toHaveLength(8);
  });

  it('disables a leaver after a preview, and gives everything back', async () => {
    const initial = everything();
    const nina = await idOf('u-1004');
    const preview = await service.send('POST', `/v1/accounts/${nina}/disable?dryRun=true`);
    expect(preview.body.targets).toMatchObject([
      { possible: true, presentState: { enabled: true, groups: ['second-line'], roles: ['administrator', 'export'] } },
    ]);
    expect(everything()).toEqual(initial);

    const job = await service.change('POST', `/v1/accounts/${nina}/disable`);
    expect(job).toMatchObject({ status: 'Completed', targets: { total: 1, succeeded: 1, failed: 0 } });
    expect(accessOf('u-1004')).toEqual([]);
    const shown = await service.shown(`/v1/accounts/${nina}`, job.id);
    expect(shown).toMatchObject({ enabled: false, isAdmin: false, analyticsRoleCount: 0 });

    const revert = await service.revert(job.id);
    expect(revert.status).toBe('Completed');
    expect(everything()).toEqual(initial);
    expect(await service.shown(`/v1/accounts/${nina}`, revert.id)).toMatchObject({ enabled: true, isAdmin: true });
  });

  it('restores the access that disabling dropped when the account is enabled', async () => {
    const sami = await idOf('u-1001');
    const initial = everything();
    await service.change('POST', `/v1/accounts/${sami}/disable`);
    expect(accessOf('u-1001')).toEqual([]);
    await service.change('POST', `/v1/accounts/${sami}/enable`);
    expect(everything()).toEqual(initial);
  });

  it('does not trample on what somebody else did since', async () => {
    const clara = await idOf('u-1011');
    const job = await service.change('POST', `/v1/accounts/${clara}/disable`);
    sql("UPDATE account SET enabled = 1 WHERE id = 'u-1011'");
    sql("INSERT INTO membership VALUES ('Account', 'u-1011', 'UserGroup', 'first-line')");
    const present = everything();
    const revert = await service.revert(job.id);
    expect(revert.status).toBe('Failed');
    const [result] = await service.results(revert.id);
    expect(result).toMatchObject({ target: clara, status: 'Failed' });
    expect(result!['failureReason']).toContain('enabled is true');
    expect(result!['failureReason']).toContain('groups is ["first-line"]');
    expect(everything()).toEqual(present);
  });

  it('takes a role, fills a group, creates one, unlocks an account: all undone in reverse order', async () => {
    const initial = everything();
    const malik = await idOf('u-1007');
    const agent = await service.idOf('roles', 'help-desk', 'agent');
    const third = await service.idOf('user-groups', 'help-desk', 'third-line');
    const importer = await idOf('s-2001');
    const groupName = `Weekend *)(uid=* '; --`;
    const jobs = [
      await service.change('DELETE', `/v1/roles/${agent}/assignees/${importer}`),
      await service.change('PUT', `/v1/user-groups/${third}/members/${malik}`),
      await service.change('POST', '/v1/user-groups', {
        applicationInstanceId: service.instance('help-desk'),
        groupName,
      }),
      await service.change('POST', `/v1/accounts/${malik}/activate`),
    ];
    expect(jobs.map(({ status }) => status)).toEqual(['Completed', 'Completed', 'Completed', 'Completed']);
    expect(accessOf('s-2001')).toEqual([]);
    expect(accessOf('u-1007')).toEqual(['night-shift', 'third-line']);
    expect(sql("SELECT name FROM user_group WHERE id LIKE 'group-%'")).toEqual([{ name: groupName }]);
    expect(sql("SELECT locked FROM account WHERE id = 'u-1007'")).toEqual([{ locked: 0 }]);
    for (const { id } of jobs.reverse()) expect((await service.revert(id)).status).toBe('Completed');
    expect(everything()).toEqual(initial);
  });
});
