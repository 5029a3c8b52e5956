// A deployment of many processes for a test: Redis, PostgreSQL and an S3 server on this machine, and `serve` and `work` processes
// that use them. The test's own process requests syncs and reads the state, as the command line does.
import fs from 'node:fs';
import path from 'node:path';
import { connectors } from '../../../connectors/index.ts';
import { type Config, loadConfig } from '../../../src/config/config-file.ts';
import type { Connector } from '../../../src/connector/contract.ts';
import type { Operator } from '../../../src/deployment/operator/commands.ts';
import { createOperator } from '../../../src/deployment/operator/operator.ts';
import { openService, type Service } from '../../../src/deployment/service.ts';
import { createLog } from '../../../src/observability/log.ts';
import { pagedConnector } from '../paged-source.ts';
import { type FaultyProxy, startFaultyProxy } from '../servers/faulty-proxy.ts';
import { freePort } from '../servers/free-port.ts';
import { type ObjectServer, startObjectServer } from '../servers/object-server.ts';
import { type PostgresServer, postgresMissing, startPostgres } from '../servers/postgres.ts';
import { type RedisServer, redisMissing, startRedis } from '../servers/redis.ts';
import { temporaryFolder } from '../service/service.ts';
import { type ClusterProcess, startChild } from './cluster-child.ts';

/** Why this machine cannot run a cluster; undefined when it can. */
export const clusterMissing: string | undefined = redisMissing ?? postgresMissing;

export interface ClusterOptions {
  /** As in rolecall.yaml. */
  readonly sources: readonly Record<string, unknown>[];
  readonly settings?: Record<string, unknown>;
  /** `command-line`: the program itself. `paged`: with the connector `paged` and small batches. */
  readonly program: 'command-line' | 'paged';
  /** Connectors beside those that are shipped, for the test's own process; the others load those that the settings name. */
  readonly connectors?: readonly Connector[];
  /** Default: the bucket, through the proxy. */
  readonly storage?: 'bucket' | 'folder';
}

export interface StartOptions {
  readonly queues?: string;
  /** How far its clock is wrong. */
  readonly clockShiftMs?: number;
}

export interface Cluster {
  readonly folder: string;
  readonly redis: RedisServer;
  readonly postgres: PostgresServer;
  readonly objects: ObjectServer;
  /** Between the processes and the bucket; the test's own process does not use it. */
  readonly proxy: FaultyProxy;
  readonly databaseUrl: string;
  readonly config: Config;
  readonly service: Service;
  readonly operator: Operator;
  /** All started processes, in order. */
  readonly processes: readonly ClusterProcess[];
  serve(name: string, options?: StartOptions): Promise<ClusterProcess>;
  work(name: string, options?: StartOptions): Promise<ClusterProcess>;
  stop(): Promise<void>;
}

const programs = {
  'command-line': (command: string, file: string, queues?: string) => [
    path.join(import.meta.dirname, '../../../src/cli/main.ts'),
    '--config',
    file,
    command,
    ...(queues === undefined ? [] : ['--queues', queues]),
  ],
  paged: (command: string, file: string, queues?: string) => [
    path.join(import.meta.dirname, 'cluster-process.ts'),
    command,
    file,
    ...(queues === undefined ? [] : [queues]),
  ],
};

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { sources, settings = {}, program, storage, connectors: added = [] } = options;
  const folder = temporaryFolder();
  const processes: ClusterProcess[] = [];
  const closers: (() => unknown)[] = [() => fs.rmSync(folder, { recursive: true, force: true })];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const redis = await startRedis();
    closers.push(() => redis.stop());
    const postgres = await startPostgres();
    closers.push(() => postgres.stop());
    const objects = await startObjectServer();
    closers.push(() => objects.stop());
    const proxy = await startFaultyProxy(objects.url);
    closers.push(() => proxy.stop());
    const databaseUrl = await postgres.createDatabase();
    const baseUrl = 'http://rolecall.test';

    /** Each process has a data directory of its own, as on a machine of its own. */
    function configFile(name: string, port: number, endpoint: string): string {
      const file = path.join(folder, `${name}.json`);
      const all = {
        data_dir: name,
        base_url: baseUrl,
        listen: { port },
        queue_url: redis.url,
        database_url: databaseUrl,
        storage: storage === 'folder' ? { folder: 'shared' } : { ...objects.settings, endpoint },
        rate_limit: { per_minute: 10_000_000, burst: 1_000_000 },
        build: { memory_mb: 512, threads: 1 },
        export: { processes: 1 },
        query: { processes: 2, time: '10m', lookup_time: '10m' },
        sources,
        ...settings,
      };
      fs.writeFileSync(file, JSON.stringify(all));
      return file;
    }

    const config = loadConfig(configFile('operator', 1, objects.url));
    const service = await openService(config, {
      log: createLog({ ...config, log_level: 'silent' }),
      connectors: [...connectors, pagedConnector, ...added],
    });
    closers.push(() => service.close());
    closers.push(() => Promise.all(processes.map(child => child.kill())));

    async function start(command: 'serve' | 'work', name: string, { queues, clockShiftMs }: StartOptions = {}) {
      const port = command === 'serve' ? await freePort() : 1;
      const child = startChild({
        name,
        url: `http://127.0.0.1:${port}`,
        args: [
          ...(clockShiftMs === undefined ? [] : ['--import', path.join(import.meta.dirname, 'shifted-clock.ts')]),
          ...programs[program](command, configFile(name, port, proxy.url), queues),
        ],
        env: clockShiftMs === undefined ? {} : { ROLECALL_TEST_CLOCK_MS: String(clockShiftMs) },
      });
      processes.push(child);
      await child.ready();
      return child;
    }

    return {
      ...{ folder, redis, postgres, objects, proxy, databaseUrl, config, service, processes },
      operator: createOperator(service),
      serve: (name, options) => start('serve', name, options),
      work: (name, options) => start('work', name, options),
      stop: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
