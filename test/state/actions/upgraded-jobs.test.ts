// A job that an earlier program had in progress when it was replaced by this one: no change is made twice, and no before-image is lost.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config-file.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { openService } from '../../../src/deployment/service.ts';
import { objectKey } from '../../../src/state/actions/records.ts';
import { createApplication } from '../../support/actions/application.ts';
import { writableConnector } from '../../support/actions/writable-connector.ts';
import { temporaryFolder } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

/** The last migration before a program kept what it has in hand beside the records. */
const lastOfEarlier = '0023_annotate_scope.sql';
const id = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;
const before = { enabled: true, locked: false, groups: ['staff'] };

it('a record that was changed is not changed again, and one that was not is changed once', async () => {
  const folder = temporaryFolder();
  const state = path.join(folder, 'data/state');
  const earlier = await openDatabase({ folder: state });
  await migrate(earlier, undefined, lastOfEarlier);
  await earlier.query(
    `insert into action_jobs (job_id, tenant, client_id, principal_id, type, operation, status, attempt, lease_until)
     values ($1, 'main', 'client', 'client', 'Change', 'DisableAccount', 'Running', 1, now())`,
    [id(1)],
  );
  await earlier.query(
    `insert into action_job_sources (job_id, tenant, source_id, application_instance_id) values ($1, 'main', 'crm', $2)`,
    [id(1), id(2)],
  );
  // The first record was changed in the source, the second one only looked at, and the third one waits.
  for (const [target, status, image] of [
    [0, 'Running', JSON.stringify(before)],
    [1, 'Running', null],
    [2, 'Queued', null],
  ] as const) {
    const local = JSON.stringify({ accountId: `person-000${target}` });
    await earlier.query(
      `insert into action_job_targets (job_id, target, source_id, object_id, local, expanded) values ($1, $2, 'crm', $3, $4, true)`,
      [id(1), target, id(3 + target), local],
    );
    await earlier.query(
      `insert into action_job_records
         (job_id, target, record, tenant, source_id, operation, object_id, local, object_key, status, before_image)
       values ($1, $2, 0, 'main', 'crm', 'DisableAccount', $3, $4, $5, $6, $7)`,
      [id(1), target, id(3 + target), local, objectKey(JSON.parse(local)), status, image],
    );
  }
  await earlier.close();

  const crm = createApplication({ accounts: 3 });
  await crm.request({ name: 'disable', account: 'person-0000' });
  crm.changes.length = 0;
  const file = path.join(folder, 'rolecall.yaml');
  const sources = [{ id: 'crm', connector: 'writable', writes: true, settings: { application: 'crm' } }];
  fs.writeFileSync(file, JSON.stringify({ data_dir: 'data', log_level: 'silent', sources }));
  const connectors = [writableConnector((_name, call) => crm.request(call))];
  const service = await openService(loadConfig(file), { connectors });
  try {
    await service.work(['act']);
    const jobs = await until(
      () =>
        service.database.query<{ status: string; ended_at: Date | null }>('select status, ended_at from action_jobs'),
      ([job]) => job?.ended_at != null,
    );
    expect(jobs).toMatchObject([{ status: 'Completed' }]);
    expect(crm.changes.map(({ name, account }) => [name, account]).toSorted()).toEqual([
      ['disable', 'person-0001'],
      ['disable', 'person-0002'],
    ]);
    const records = await service.database.query<{ status: string; image: string }>(
      'select status, before_image as image from action_job_records order by target',
    );
    expect(records.map(({ status, image }) => [status, JSON.parse(image)])).toEqual(
      Array(3).fill(['Succeeded', expect.objectContaining(before)]),
    );
  } finally {
    await service.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
