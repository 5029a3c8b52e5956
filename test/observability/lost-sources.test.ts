// A source that is lost is loud: in its run, in the list of sources, in the metrics and in the alerts that the manual names.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../connectors/index.ts';
import { type Item, startService, type TestService, temporaryFolder } from '../support/service/service.ts';
import { documentedAlerts, firing } from './alerts.ts';

const program = path.resolve(import.meta.dirname, '../../src/cli/main.ts');
const hasScript = spawnSync('sh', ['-c', 'command -v script']).status === 0;
const mapping = {
  application: { name: 'Forge' },
  objects: {
    Account: {
      file: 'members.csv',
      fields: { id: 'login', alias: 'login', createdDate: 'joined', type: { constant: 'User' } },
    },
  },
};
const rows = (date: string) => `login,joined\n${['ada', 'grace', 'alan'].map(name => `${name},${date}\n`).join('')}`;
const ids = ['emptied', 'gone', 'good', 'rejected', 'vanished'];
const settings = {
  data_dir: 'data',
  log_level: 'silent',
  metrics: true,
  build: { memory_mb: 512 },
  sources: ids.map(id => ({ id, connector: 'custom-application', settings: { folder: id } })),
};

let test: TestService;
let folder: string;
let runs: Map<string, Item>;
let metrics: string;

const inFolder = (...names: string[]) => path.join(folder, ...names);

beforeAll(async () => {
  folder = temporaryFolder();
  for (const id of ids) {
    fs.mkdirSync(inFolder(id, 'config'), { recursive: true });
    fs.mkdirSync(inFolder(id, 'rawdata'));
    fs.writeFileSync(inFolder(id, 'config/forge.yaml'), JSON.stringify(mapping));
    fs.writeFileSync(inFolder(id, 'rawdata/members.csv'), rows('2026-01-31'));
    // A folder without any CSV file cannot be opened; this one lost one of two.
    fs.writeFileSync(inFolder(id, 'rawdata/other.csv'), 'unused\n');
  }
  fs.writeFileSync(inFolder('rolecall.yaml'), JSON.stringify(settings));
  test = await startService({ folder, connectors, settings });
  expect((await test.sync()).runs.map(({ error }) => error)).toEqual(ids.map(() => null));
  // Two days pass.
  await test.service.database.query(`update sync_runs set ended_at = ended_at - interval '2 days'`);
  fs.writeFileSync(inFolder('emptied/rawdata/members.csv'), 'login,joined\n');
  fs.rmSync(inFolder('gone'), { recursive: true });
  fs.writeFileSync(inFolder('rejected/rawdata/members.csv'), rows('31.12.2025'));
  fs.rmSync(inFolder('vanished/rawdata/members.csv'));
  for (let time = 0; time < 2; time += 1) await test.sync(['gone']);
  await test.sync();
  const { body } = await test.get('/v1/sync-runs?pageSize=5');
  runs = new Map(body.items.map((item: Item) => [item.sourceId, item]));
  metrics = (await test.app.inject('/metrics')).body;
});

afterAll(async () => {
  await test.close();
  fs.rmSync(folder, { recursive: true });
});

describe('a source that is lost', () => {
  it('has a run that is not simply landed, and says why', () => {
    expect([...runs.keys()].sort()).toEqual(ids);
    expect(runs.get('good')).toMatchObject({ status: 'Landed' });
    expect(runs.get('good')).not.toHaveProperty('error');
    expect(runs.get('vanished')).toMatchObject({
      status: 'Partial',
      error: expect.stringMatching(/^Account: .*members\.csv/),
    });
    expect(runs.get('gone')).toMatchObject({ status: 'Failed', error: expect.stringContaining('gone') });
    expect(runs.get('rejected')).toMatchObject({
      status: 'HeldBack',
      error: 'Account: 3 of 3 records were rejected; `rolecall sources rejected rejected` shows the rejected records',
      heldBack: [expect.stringContaining('3 of 3 accounts were rejected')],
    });
    expect(runs.get('emptied')).toMatchObject({
      status: 'HeldBack',
      heldBack: [expect.stringContaining('3 of 3 accounts (100 %) are gone')],
    });
  });

  it('keeps its last good data in service', async () => {
    expect(await test.everyItem('/v1/accounts')).toHaveLength(15);
  });

  it.each([
    ['a source was not read completely for a day', ['gone', 'rejected', 'vanished']],
    ['the newest run of a source rejected records', ['rejected']],
    ['builds hold back what runs of a source read', ['emptied', 'rejected']],
    ['a source is held back: versions show its last good data', ['emptied', 'rejected']],
    ['a source’s runs fail', ['gone']],
  ])('fires the alert: %s', (alert, sources) => {
    expect(firing(documentedAlerts().get(alert)!, metrics)).toEqual(sources);
  });

  it('fires it no longer once the source is read completely', async () => {
    fs.cpSync(inFolder('good'), inFolder('vanished'), { recursive: true });
    await test.sync(['vanished']);
    const after = (await test.app.inject('/metrics')).body;
    expect(firing(documentedAlerts().get('a source was not read completely for a day')!, after)).toEqual([
      'gone',
      'rejected',
    ]);
  });

  it.skipIf(!hasScript)('is red in the list of sources (skipped without script)', async () => {
    await test.service.close();
    const list = (environment: NodeJS.ProcessEnv) => {
      const line = `stty cols 250; ${process.execPath} ${program} sources`;
      const { NO_COLOR: _, ...inherited } = process.env;
      return spawnSync('script', ['-qefc', line, '/dev/null'], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...inherited, TERM: 'xterm', ...environment },
      }).stdout;
    };
    const colour = (text: string, source: string) =>
      new RegExp(`^(\\u001b\\[\\d+m)?${source} +custom`, 'm').exec(text)?.[1];
    const shown = list({ FORCE_COLOR: '1' });
    expect(ids.map(id => [id, colour(shown, id)])).toEqual([
      ['emptied', '\u001b[31m'],
      ['gone', '\u001b[31m'],
      ['good', undefined],
      ['rejected', '\u001b[31m'],
      ['vanished', undefined],
    ]);
    expect(shown).toMatch(/^SOURCE .* REJECTED +KEPT/m);
    expect(shown).toMatch(/rejected +custom-application .* HeldBack +\S+ +1 +3 +\d/);
    expect(shown).toContain('rejected: Account: 3 of 3 records were rejected');
  });
});
