// A deployment for a test: the real service on a temporary folder, with scripted sources and a client.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Config, parseConfig } from '../../../src/config/config-file.ts';
import type { Connector } from '../../../src/connector/contract.ts';
import type { Operator } from '../../../src/deployment/operator/commands.ts';
import { createOperator } from '../../../src/deployment/operator/operator.ts';
import type { SyncOutcome } from '../../../src/deployment/operator/sync.ts';
import { openService, type Service, type ServiceOptions } from '../../../src/deployment/service.ts';
import type { JobName } from '../../../src/jobs/queue.ts';
import { createLog } from '../../../src/observability/log.ts';
import { addClient, scopes as allScopes, type Scope } from '../../../src/state/clients/clients.ts';
import { type Script, scriptedConnector } from '../scripted-source.ts';
import { copyState } from './state-copy.ts';
import { copyWorld, type WorldParts } from './worlds.ts';

export interface TestService {
  readonly folder: string;
  readonly config: Config;
  readonly service: Service;
  readonly operator: Operator;
  readonly app: FastifyInstance;
  /** The script of each source; change it between syncs. */
  readonly scripts: Map<string, Script>;
  sync(sources?: readonly string[], acceptLoss?: boolean, full?: boolean): Promise<SyncOutcome>;
  /** A token of a new client. */
  token(options?: { scopes?: readonly Scope[]; instances?: readonly string[]; personData?: boolean }): Promise<string>;
  get(url: string, token?: string, headers?: Record<string, string>): Promise<Answer>;
  /** Every item of a list. */
  everyItem(url: string, token?: string): Promise<Item[]>;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds in a JSON body
  readonly body: any;
}

// biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds in a JSON body
export type Item = any;

export interface TestServiceOptions {
  /** Source id → its script. */
  readonly sources?: Record<string, Script>;
  /** Lines of configuration besides the sources. */
  readonly settings?: Record<string, unknown>;
  readonly folder?: string;
  /** Instead of scripted sources; `settings.sources` then names them. */
  readonly connectors?: readonly Connector[];
  /** Connectors beside the scripted one. */
  readonly moreConnectors?: readonly Connector[];
  readonly batchBytes?: number;
  readonly rowsOfFiles?: ServiceOptions['rowsOfFiles'];
  readonly sourceSilenceMs?: number;
  /**
   * Begin with what a first sync makes, as a copy of what the first test with the same sources made (`worlds.ts`). `of` says what
   * sources hold that are not scripted, unless it is fixed.
   */
  readonly synced?: true | { readonly of: unknown };
  /** Builds may begin again because something was damaged. Otherwise the test fails: it would hide a defect that users wait for. */
  readonly mayRestart?: boolean;
  /** The names of the jobs that run; default: all but `schedule`, so that nothing happens by itself. */
  readonly work?: readonly JobName[];
}

export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const folder = options.folder ?? temporaryFolder();
  if (options.synced)
    await copyWorld(worldPartsOf(options), path.join(folder, 'data'), made => makeWorld(options, made));
  const config = testConfig(folder, Object.keys(options.sources ?? {}), options.settings);
  const scripts = new Map(Object.entries(options.sources ?? {}));
  const warnings: string[] = [];
  const service = await openService(config, {
    log: createLog({ ...config, log_level: 'warn' }, undefined, { write: line => warnings.push(line) }),
    // Most tests ask one version, so a second process would only load its program.
    keepsSpares: false,
    connectors: options.connectors ?? [scriptedConnector(scripts), ...(options.moreConnectors ?? [])],
    ...(options.batchBytes !== undefined && { batchBytes: options.batchBytes }),
    ...(options.rowsOfFiles !== undefined && { rowsOfFiles: options.rowsOfFiles }),
    ...(options.sourceSilenceMs !== undefined && { sourceSilenceMs: options.sourceSilenceMs }),
  });
  await service.work(options.work ?? ['extract', 'build', 'export', 'sweep']);
  const app = await service.createApp();
  const operator = createOperator(service);
  let everything: string | undefined;

  const test: TestService = {
    folder,
    config,
    service,
    operator,
    app,
    scripts,
    sync: (sources = [], acceptLoss = false, full = false) => operator.sync({ sources, acceptLoss, full }, () => {}),
    async token({ scopes = allScopes, instances, personData } = {}) {
      const { client, clientSecret } = await addClient(service.database, {
        tenant: config.tenants[0]!.name,
        name: 'test',
        scopes,
        applicationInstanceIds: instances,
        personData,
        createdBy: 'test',
      });
      const response = await app.inject({
        method: 'POST',
        url: '/oauth2/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${clientSecret}`,
      });
      return response.json().access_token;
    },
    async get(url, token, headers = {}) {
      everything ??= await test.token();
      const response = await app.inject({
        url,
        headers: { authorization: `Bearer ${token ?? everything}`, ...headers },
      });
      return {
        status: response.statusCode,
        headers: response.headers,
        body: response.body ? response.json() : undefined,
      };
    },
    async everyItem(url, token) {
      const items: Item[] = [];
      const separator = url.includes('?') ? '&' : '?';
      for (let next = url; ; ) {
        const { status, body } = await test.get(next, token);
        if (status !== 200) throw new Error(`${next}: ${status} ${body.message}`);
        items.push(...body.items);
        if (body.nextPageToken === undefined) return items;
        next = `${url}${separator}pageToken=${body.nextPageToken}`;
      }
    },
    async close() {
      await service.close();
      if (options.folder === undefined) fs.rmSync(folder, { recursive: true, force: true });
      const restart = warnings.find(line => line.includes('the build begins again'));
      if (restart !== undefined && options.mayRestart !== true) throw new Error(restart);
    },
  };
  return test;
}

const worldPartsOf = ({ settings, sources, batchBytes, rowsOfFiles, synced }: TestServiceOptions): WorldParts => {
  return { settings, sources, others: [batchBytes, rowsOfFiles, synced] };
};

async function makeWorld({ synced: _, work: __, ...options }: TestServiceOptions, folder: string): Promise<void> {
  const test = await startService({ ...options, folder });
  try {
    const { build } = await test.sync();
    if (build?.status !== 'Published') throw new Error(`a world was not published: ${build?.error}`);
  } finally {
    await test.close();
  }
}

export function temporaryFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-test-'));
}

/** A configuration whose state begins as a copy of the migrated template. */
export function testConfig(
  folder: string,
  sourceIds: readonly string[],
  settings: Record<string, unknown> = {},
): Config {
  const state = path.join(folder, 'data/state');
  if (!fs.existsSync(state)) copyState(state);
  return parseConfig(
    JSON.stringify({
      data_dir: 'data',
      log_level: 'silent',
      rate_limit: { per_minute: 10_000_000, burst: 1_000_000 },
      build: { memory_mb: 512 },
      // Processes of queries and lookups have the lowest priority, so on a busy machine they may be slow.
      query: { time: '10m', lookup_time: '10m' },
      sources: sourceIds.map(id => ({ id, connector: 'scripted', settings: { script: id } })),
      ...settings,
    }),
    path.join(folder, 'rolecall.yaml'),
    {},
    {},
  );
}

/** The tokens that queries use: making a client derives two keys from its secret, which takes longer than most queries. */
const queryTokens = new WeakMap<TestService, Promise<string>>();

/** Rows of an SQL query over the model, each a list of values. */
export async function queryRows(test: TestService, sql: string): Promise<unknown[][]> {
  const token = queryTokens.get(test) ?? test.token();
  queryTokens.set(test, token);
  const response = await test.app.inject({
    method: 'POST',
    url: '/v1/query/execute',
    headers: { authorization: `Bearer ${await token}` },
    payload: { query_string: sql },
  });
  if (response.statusCode !== 200) throw new Error(`${sql}: ${response.statusCode} ${response.body}`);
  return response.json().rows;
}

export function instanceOf(test: TestService, source: string): string {
  return test.config.tenants[0]!.sources.find(candidate => candidate.id === source)!.application_instance_id;
}
