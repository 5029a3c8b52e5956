// A process that opens a deployment and syncs until it is killed. It prints one JSON object a line: the served data at the start,
// every progress event, and the served data after each sync. Its source has generations: each finished sync moves it to the next
// generation, so a version that mixes two generations is noticed.
import fs, { writeSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sweep } from '../../../pipelines/sweep.ts';
import { loadConfig } from '../../../src/config/config-file.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { createOperator } from '../../../src/deployment/operator/operator.ts';
import type { SyncEvent } from '../../../src/deployment/operator/sync.ts';
import { openService, type Service } from '../../../src/deployment/service.ts';
import { resourceOf } from '../../../src/resources/registry.ts';
import { addClient } from '../../../src/state/clients/clients.ts';
import { type Pages, sampleRecord, scriptedConnector } from '../scripted-source.ts';

/** Type → where it is listed, and how many objects each generation has. */
export const served = {
  Account: { list: '/v1/accounts', count: 1500 },
  Role: { list: '/v1/roles', count: 400 },
  UserGroup: { list: '/v1/user-groups', count: 300 },
  EntityAssignedAccessToObject: { list: '/v1/entity-assigned-access-to-object', count: 1200 },
} as const;
type ServedType = keyof typeof served;

export interface Serving {
  /** 0 before the first publication. */
  readonly version: number;
  /** The generation of all served objects; -1 before the first publication. */
  readonly generation: number;
  /** Problems of the served data. */
  readonly problems: readonly string[];
}

export type Line =
  | { opened: Serving }
  | { event: SyncEvent }
  | { resumed: string }
  | { synced: Serving & { build: string; buildError: string | null; unended: number; leftovers: readonly string[] } };

export const phases = ['extract', 'land', 'build', 'swap'] as const;
export type Phase = (typeof phases)[number];

/** Whether a line is a point of the phase at which to kill. */
export function isPoint(phase: Phase, line: Line): boolean {
  if (!('event' in line)) return false;
  const { event } = line;
  switch (phase) {
    case 'extract':
      // Late enough that batches have landed, so that the next process has something to resume from.
      return event.kind === 'read' && event.status === 'Running' && event.rows >= 300;
    case 'land':
      return (event.kind === 'read' && event.status === 'Complete') || event.kind === 'run';
    case 'build':
      return event.kind === 'build';
    case 'swap':
      return event.kind === 'build' && event.step === 'publish';
  }
}

/** Synchronous, so that no line is lost when the process is killed. */
function emit(line: Line): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

/** A point at which the process kills itself. */
export interface Death {
  readonly phase: Phase;
  /** 1 for its first sync, which completes what the former process began. */
  readonly sync: number;
}

const pageSize = 50;
/** The number of objects that leave from one generation to the next; the same number joins. */
const changed = 10;

function recordOf(type: ServedType, generation: number, index: number): SourceRecord {
  const record = sampleRecord(resourceOf(type)!, generation * changed + index);
  return type === 'Account' ? { ...record, alias: `of generation ${generation}` } : record;
}

/** A read stays in the generation in which it began, as in a source with stable page tokens. */
function pagesOfType(type: ServedType, generationNow: () => number): Pages {
  return async function* (cursor) {
    if (cursor !== undefined) emit({ resumed: `${type} at ${cursor}` });
    const [generation, from] = cursor?.split(':').map(Number) ?? [generationNow(), 0];
    for (let start = from!; start < served[type].count; start += pageSize) {
      for (let turn = 0; turn < 20; turn += 1) await setImmediate();
      const records = Array.from({ length: Math.min(pageSize, served[type].count - start) }, (_, index) =>
        recordOf(type, generation!, start + index),
      );
      yield { records, cursor: `${generation}:${start + pageSize}` };
    }
  };
}

async function tokenOf(service: Service, app: FastifyInstance): Promise<string> {
  const { client, clientSecret } = await addClient(service.database, {
    tenant: service.tenant().name,
    name: 'reader',
    scopes: ['read'],
    createdBy: 'test',
  });
  const answer = await app.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${clientSecret}`,
  });
  return answer.json().access_token;
}

interface Listed {
  readonly id: string;
  readonly alias?: string;
}

async function everyItem(app: FastifyInstance, token: string, list: string): Promise<Listed[]> {
  const items: Listed[] = [];
  for (let next: string | undefined = ''; next !== undefined; ) {
    const url: string = `${list}?pageSize=200${next && `&pageToken=${next}`}`;
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    const page = answer.json() as { items: Listed[]; nextPageToken?: string };
    items.push(...page.items);
    next = page.nextPageToken;
  }
  return items;
}

/** Read everything through the API, and compare it with the generation that it must be. */
async function look(service: Service, app: FastifyInstance, token: string): Promise<Serving> {
  const version = service.tenant().catalogue.current()?.number ?? 0;
  if (version === 0) return { version, generation: -1, problems: [] };
  const problems: string[] = [];
  let generation: number | undefined;
  for (const [type, { list, count }] of Object.entries(served)) {
    const items = await everyItem(app, token, list);
    const indexes = items.map(item => Number(item.id.replace(`${type}-`, ''))).toSorted((a, b) => a - b);
    generation ??= indexes[0]! / changed;
    const first = generation * changed;
    const whole = indexes.length === count && indexes.every((index, position) => index === first + position);
    if (!whole)
      problems.push(`${type}: ${indexes.length} objects from ${indexes[0]} on are not generation ${generation}`);
    if (items.some(item => item.alias !== undefined && item.alias !== `of generation ${generation}`)) {
      problems.push(`${type}: some are of another generation than ${generation}`);
    }
  }
  return { version, generation: generation!, problems };
}

/** Files and folders that nothing needs once all work has ended. */
function leftovers({ config, ...service }: Service, folders: readonly string[]): string[] {
  const { keys, context } = service.tenant();
  const tenant = path.join(config.data_dir, 'tenants', keys.tenant);
  const expected = new Set(folders);
  const hidden = fs.globSync('**/.unfinished*', { cwd: tenant });
  const inWork = fs.globSync('{builds,landing,exports}/*', { cwd: context.workspace.folder });
  const unpublished = fs.readdirSync(path.join(config.data_dir, keys.versions)).filter(name => !expected.has(name));
  return [...hidden, ...inWork, ...unpublished];
}

/** Polls, because a sweep of the service may still be removing something. */
async function leftoversAtLast(service: Service, folders: readonly string[]): Promise<readonly string[]> {
  for (const deadline = Date.now() + 10_000; ; ) {
    const found = leftovers(service, folders);
    if (found.length === 0 || Date.now() > deadline) return found;
    await setTimeout(100);
  }
}

async function unended(service: Service): Promise<number> {
  const [row] = await service.database.query<{ count: number }>(
    `select ((select count(*) from sync_runs where status in ('Queued', 'Running'))
           + (select count(*) from builds where status in ('Queued', 'Running'))
           + (select count(*) from sync_reads where status = 'Running'))::int as count`,
  );
  return row!.count;
}

/** @param death where the process kills itself; without one, another process does */
async function main(configFile: string, death?: Death): Promise<void> {
  const generationFile = path.join(path.dirname(configFile), 'generation');
  const generationNow = () => (fs.existsSync(generationFile) ? Number(fs.readFileSync(generationFile, 'utf8')) : 0);
  const script = Object.fromEntries(
    (Object.keys(served) as ServedType[]).map(type => [type, pagesOfType(type, generationNow)]),
  );
  const service = await openService(loadConfig(configFile), {
    connectors: [scriptedConnector(new Map([['app', script]]))],
    batchBytes: 40 * 1024,
  });
  const app = await service.createApp();
  const token = await tokenOf(service, app);
  emit({ opened: await look(service, app, token) });

  const operator = createOperator(service);
  await service.work(['extract', 'build', 'export', 'sweep']);
  for (let sync = 1; ; sync += 1) {
    const { build } = await operator.sync({ sources: [], acceptLoss: false }, event => {
      emit({ event });
      if (sync === death?.sync && isPoint(death.phase, { event })) process.kill(process.pid, 'SIGKILL');
    });
    await sweep(service.tenant().context);
    const { versions } = await operator.jobs({});
    emit({
      synced: {
        ...(await look(service, app, token)),
        build: build?.status ?? 'none',
        buildError: build?.error ?? null,
        unended: await unended(service),
        leftovers: await leftoversAtLast(
          service,
          versions.map(({ folder }) => folder),
        ),
      },
    });
    // Renamed into place, so that a kill leaves either the old or the new number.
    fs.writeFileSync(`${generationFile}.next`, String(generationNow() + 1));
    fs.renameSync(`${generationFile}.next`, generationFile);
  }
}

if (import.meta.main)
  await main(process.argv[2]!, process.argv[3] === undefined ? undefined : JSON.parse(process.argv[3]));
