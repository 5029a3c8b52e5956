// Child process: syncs a large source that reports what has changed, and a small one beside it, and compares the files of the versions.
//
//   sharing.ts '{"folder":…,"rows":…,"changed":…}'
//     →  {"landed":…,"first":{…},"same":{…},"account":{…},"grant":{…},"changed":{…},"small":{…}}
import fs from 'node:fs';
import path from 'node:path';
import { parseConfig } from '../../../src/config/config-file.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { createOperator } from '../../../src/deployment/operator/operator.ts';
import { openService } from '../../../src/deployment/service.ts';
import { createLog } from '../../../src/observability/log.ts';
import { readableVersions } from '../../../src/state/versions.ts';
import { publishOpenTables } from '../../../src/warehouse/open-tables/publish.ts';
import { everyType, type Pages, scriptedConnector } from '../../support/scripted-source.ts';
import { account, assignment } from '../data/records.ts';
import { beginState } from './bench-config.ts';

export interface Published {
  readonly seconds: number;
  /** Seconds until everything was read and landed. */
  readonly extraction: number;
  /** Bytes of the version's tables, and of the whole version. */
  readonly tables: number;
  readonly whole: number;
  /** Bytes of those of its files that the version before it does not have. */
  readonly writtenTables: number;
  readonly written: number;
  readonly openTables: OpenTablesCost;
}

/** What it takes to publish a version as open tables. */
export interface OpenTablesCost {
  readonly seconds: number;
  /** Seconds of processor time. */
  readonly processor: number;
  /** Bytes of the files that are not files of versions, with those of earlier versions that are kept. */
  readonly bytes: number;
}

const { folder, rows, changed } = JSON.parse(process.argv[2]!) as { folder: string; rows: number; changed: number };
const pageRecords = 1000;
const smallRecords = 12;

/** How many records of each type differ at the next read of changes. */
let changes = { Account: 0, EntityAssignedAccessToObject: 0 };

/** All records, and in a read of changes as many as differ, with another value. */
function logged(
  type: keyof typeof changes,
  make: (index: number) => SourceRecord,
  change: (record: SourceRecord) => SourceRecord,
): Pages {
  return function* (cursor, _signal, since) {
    const count = since === undefined ? rows : changes[type];
    const step = count === 0 ? rows : Math.max(1, Math.floor(rows / count));
    if (count === 0) yield { records: [], changesOnly: true, removed: [], next: '1' };
    else
      for (let start = Number(cursor ?? 0); start < rows; start += pageRecords * step) {
        const indexes = Array.from({ length: pageRecords }, (_, place) => start + place * step).filter(
          at => at < count * step,
        );
        const records = indexes.map(at => (since === undefined ? make(at) : change(make(at))));
        const kind = since === undefined ? {} : { changesOnly: true as const, removed: [] };
        yield { records, cursor: String(start + pageRecords * step), next: '1', ...kind };
      }
  };
}

fs.mkdirSync(folder, { recursive: true });
const sources = ['large', 'small'].map(id => ({ id, connector: 'scripted', settings: { script: id } }));
const config = parseConfig(
  JSON.stringify({ data_dir: 'data', log_level: 'warn', sources }),
  path.join(folder, 'rolecall.yaml'),
  {},
  {},
);
beginState(folder);
const large = {
  Account: logged('Account', account, record => ({ ...record, enabled: record['enabled'] !== true })),
  EntityAssignedAccessToObject: logged('EntityAssignedAccessToObject', assignment, record => ({
    ...record,
    assignedObjectId: 'repository/changed',
  })),
};
const scripts = new Map([
  ['large', large],
  ['small', everyType(smallRecords)],
]);
const service = await openService(config, { log: createLog(config), connectors: [scriptedConnector(scripts)] });
// No sweep: it would publish the open tables, or remove them, at any time.
await service.work(['extract', 'build']);
const operator = createOperator(service);
let before = new Map<number, number>();

async function publish(names: readonly string[], full = false): Promise<Published> {
  const started = performance.now();
  const { build, runs } = await operator.sync({ sources: names, acceptLoss: false, full }, () => {});
  if (build?.status !== 'Published') throw new Error(JSON.stringify(build));
  const seconds = (performance.now() - started) / 1000;
  const version = service.tenant().catalogue.current()!.folder;
  const tables = filesOf(path.join(version, 'tables'));
  const [inode, bytes] = fileOf(path.join(version, 'warehouse.duckdb'));
  tables.set(inode, bytes);
  const whole = filesOf(version);
  const former = before;
  before = whole;
  const isNew = ([inode]: readonly [number, number]) => !former.has(inode);
  const times = runs.map(run => (run.ended_at!.getTime() - run.started_at!.getTime()) / 1000);
  const extraction = Math.max(...times);
  return {
    seconds,
    extraction,
    tables: sum([...tables]),
    whole: sum([...whole]),
    writtenTables: sum([...tables].filter(isNew)),
    written: sum([...whole].filter(isNew)),
    openTables: await publishTables(),
  };
}

async function publishTables(): Promise<OpenTablesCost> {
  const { storage, database } = service;
  const { keys, name } = service.tenant();
  const [started, used] = [performance.now(), process.cpuUsage()];
  await publishOpenTables({
    ...{ storage, keys, work: path.join(folder, 'open-tables') },
    exclusively: work => work(),
    versions: async () =>
      (await readableVersions(database, name)).toReversed().map(version => ({
        ...{ version: version.version, folder: version.folder, publishedAt: version.published_at.getTime() },
      })),
  });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(used);
  const inVersions = filesOf(path.join(folder, 'data', keys.versions));
  const tables = [...filesOf(path.join(folder, 'data', keys.openTables))];
  return {
    ...{ seconds, processor: (user + system) / 1_000_000 },
    bytes: sum(tables.filter(([inode]) => !inVersions.has(inode))),
  };
}

/** Inode → bytes. */
function filesOf(below: string): Map<number, number> {
  if (!fs.existsSync(below)) return new Map();
  const entries = fs.readdirSync(below, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return new Map(entries.map(entry => fileOf(path.join(entry.parentPath, entry.name))));
}

function fileOf(file: string): [number, number] {
  const { ino, size } = fs.statSync(file);
  return [ino, size];
}

function sum(files: readonly (readonly [number, number])[]): number {
  return files.reduce((bytes, [, size]) => bytes + size, 0);
}

const first = await publish([]);
const landed = sum([...filesOf(path.join(folder, 'data/tenants/main/landed'))]);
const same = await publish(['large'], true);
changes = { Account: 1, EntityAssignedAccessToObject: 0 };
const oneAccount = await publish(['large']);
changes = { Account: 0, EntityAssignedAccessToObject: 1 };
const grant = await publish(['large']);
changes = { Account: changed, EntityAssignedAccessToObject: changed };
const result = {
  ...{ landed, first, same, account: oneAccount, grant },
  ...{ changed: await publish(['large']), small: await publish(['small']) },
};
await service.close();
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit());
