// A deployment that receives signals about the accounts of a directory in memory, whose connector can read single accounts.
import { z } from 'zod';
import { type Connector, defineConnector, type SourceRecord } from '../../../src/connector/contract.ts';
import { startService, type TestService, type TestServiceOptions } from '../service/service.ts';
import { until } from '../until.ts';
import { audience, endpointToken, managementToken, type TestTransmitter } from './transmitter.ts';

export interface Directory {
  /** Local id → account. */
  readonly accounts: Map<string, SourceRecord>;
  /** What each read of single accounts was asked for. */
  readonly asked: (readonly string[])[];
  /** Reads of all accounts. */
  fullReads: number;
  /** `since` of each read of all accounts. */
  readonly since: (string | undefined)[];
  /** Ids of accounts that an incremental read brings. */
  readonly changed: Set<string>;
  /** Called in each read of single accounts before it ends. */
  hold: () => Promise<void>;
  /** Thrown by the next read of single accounts. */
  fault: Error | undefined;
}

export function createDirectory(count: number): Directory {
  const account = (index: number): SourceRecord => ({
    ...{ id: `u${index}`, alias: `user${index}`, type: 'User', enabled: true, displayName: `User ${index}` },
    email: `User${index}@example.org`,
    federationId: { type: 'sub', value: `sub-${index}` },
  });
  const accounts = Array.from({ length: count }, (_, index) => account(index));
  return {
    accounts: new Map(accounts.map(each => [each.id, each])),
    asked: [],
    since: [],
    changed: new Set(),
    hold: async () => {},
    fullReads: 0,
    fault: undefined,
  };
}

export const directoryConnector = (directory: Directory, canReadObjects = true): Connector =>
  defineConnector({
    type: 'directory',
    title: 'Directory of a test',
    description: 'Accounts in memory.',
    settings: z.strictObject({}),
    open: async () => directory,
    check: async () => [],
    reads: () => [
      {
        lands: 'Account',
        async *pages(_client, _cursor, since) {
          directory.fullReads += 1;
          directory.since.push(since);
          const all = [...directory.accounts.values()];
          const changesOnly = since !== undefined && directory.changed.size > 0;
          const records = changesOnly ? all.filter(({ id }) => directory.changed.has(id)) : all;
          yield { records, next: String(directory.fullReads), ...(changesOnly && { changesOnly }) };
        },
      },
    ],
    ...(canReadObjects && {
      readObjects: {
        async Account(_client, ids) {
          directory.asked.push(ids);
          const { fault } = directory;
          directory.fault = undefined;
          if (fault) throw fault;
          await directory.hold();
          const known = ids.filter(id => directory.accounts.has(id));
          return {
            records: known.map(id => directory.accounts.get(id)!),
            gone: ids.filter(id => !directory.accounts.has(id)),
          };
        },
      },
    }),
  });

type Settings = Readonly<Record<string, unknown>>;

export interface SignalledOptions {
  readonly directory: Directory;
  readonly transmitter: TestTransmitter;
  readonly canReadObjects?: boolean;
  /** Of the transmitter in the configuration. */
  readonly more?: Settings;
  readonly signals?: Settings;
  readonly service?: TestServiceOptions;
  /** Pushes to a second tenant, at the address of its name, about the accounts of an equal directory. */
  readonly neighbour?: TestTransmitter;
}

export const pushSettings = (transmitter: TestTransmitter): Settings => ({
  ...{ name: 'idp', source: 'directory', issuer: transmitter.url, audience: [audience] },
  push: { authorization: endpointToken },
});

/** With `poll`, events are polled; otherwise they are pushed. */
export async function startSignalled(options: SignalledOptions): Promise<TestService> {
  const { directory, transmitter, canReadObjects, more, signals, service, neighbour } = options;
  const transmitters = [{ ...pushSettings(transmitter), ...more }];
  const ofTenant = {
    sources: [{ id: 'directory', connector: 'directory' }],
    hold_back: { gone_percent: 100, rejected_percent: 100 },
  };
  if (neighbour) {
    transmitters[0] = { ...transmitters[0], tenant: 'main' };
    transmitters.push({ ...pushSettings(neighbour), name: 'neighbour', tenant: 'second' });
  }
  const test = await startService({
    connectors: [directoryConnector(directory, canReadObjects)],
    work: ['extract', 'build', 'signals'],
    settings: {
      ...(neighbour ? { tenants: { main: ofTenant, second: ofTenant } } : ofTenant),
      signals: { transmitters, ...signals },
    },
    ...service,
  });
  for (const { name } of test.config.tenants) await test.operator.sync({ tenant: name, sources: [] }, () => {});
  return test;
}

export const polled = { push: undefined, poll: { every: '5s' }, access: { token: managementToken }, stream: {} };

export async function push(test: TestService, token: string, headers: Record<string, string> = {}, name = 'idp') {
  const response = await test.app.inject({
    method: 'POST',
    url: `/ssf/v1/push/${name}`,
    headers: { authorization: endpointToken, 'content-type': 'application/secevent+jwt', ...headers },
    payload: token,
  });
  return { status: response.statusCode, headers: response.headers, body: response.body ? response.json() : undefined };
}

/** Wait until the version in service shows what was read because of each signal. */
export const shown = (test: TestService, count: number) =>
  until(
    async () => ({
      items: await test.everyItem('/v1/signals'),
      served: test.service.tenant(test.config.tenants[0]!.name).catalogue.current()?.number ?? 0,
    }),
    ({ items, served }) =>
      items.length === count &&
      items.every(({ status, version = Infinity }) => status === 'Ignored' || version <= served),
  );
