// A service with writable applications, and what tests of changes do with it.
import { setTimeout } from 'node:timers/promises';
import { type Send, sendAs } from '../send.ts';
import {
  type Answer,
  type Item,
  instanceOf,
  startService,
  type TestService,
  type TestServiceOptions,
} from '../service/service.ts';
import { until } from '../until.ts';
import type { Application } from './application.ts';
import { writableConnector } from './writable-connector.ts';

export interface WritableService {
  readonly test: TestService;
  readonly send: Send;
  instance(source: string): string;
  /** The global id of an object by its local id. */
  idOf(collection: string, source: string, id: string): Promise<string>;
  /** Send a change, and wait for the end of its job. */
  change(...request: Parameters<Send>): Promise<Item>;
  /** Poll a job until it has ended. */
  ended(jobId: string): Promise<Item>;
  results(jobId: string): Promise<Item[]>;
  revert(jobId: string): Promise<Item>;
  /** What the data show of an object, once they show what the job has changed. */
  shown(url: string, jobId: string): Promise<Item>;
}

/** @param readOnly ids of sources without `writes: true` */
export async function startWritable(
  applications: Readonly<Record<string, Application>>,
  { readOnly = [], ...options }: TestServiceOptions & { readonly readOnly?: readonly string[] } = {},
): Promise<WritableService> {
  const held = Object.entries(applications).map(([name, { accounts, groups, roles }]) => {
    return [name, [...accounts], [...groups], [...roles]];
  });
  const test = await startService({
    work: ['act', 'extract', 'build', 'export', 'sweep'],
    ...(options.folder === undefined && { synced: { of: held } }),
    ...options,
    connectors: [writableConnector((name, call) => applications[name]!.request(call))],
    settings: {
      sources: Object.keys(applications).map(id => ({
        id,
        connector: 'writable',
        writes: !readOnly.includes(id),
        settings: { application: id },
      })),
      ...options.settings,
    },
  });
  if (options.folder !== undefined) await test.sync();
  return driving(test, sendAs(test, await test.token()));
}

export function driving(test: TestService, send: Send): WritableService {
  const service: WritableService = {
    test,
    send,
    instance: source => instanceOf(test, source),
    async idOf(collection, source, id) {
      const items = await test.everyItem(
        `/v1/${collection}?applicationInstanceId=${instanceOf(test, source)}&pageSize=200`,
      );
      return items.find(item => item.id === id).globalId;
    },
    async change(...request) {
      return service.ended(accepted(await send(...request)));
    },
    async ended(jobId) {
      for (;;) {
        const { body } = await send('GET', `/v1/action-jobs/${jobId}`);
        if (body.completedAt) return body;
        await setTimeout(10);
      }
    },
    results: jobId => test.everyItem(`/v1/action-jobs/${jobId}/results`),
    revert: jobId => service.change('POST', `/v1/action-jobs/${jobId}/revert`),
    shown: async (url, jobId) => (await answerAfter(test, url, jobId)).body,
  };
  return service;
}

/**
 * What the service answers once it shows what a job did, or cannot. On a busy machine, a sync can take longer than the service waits.
 * @param url the path of a list or an object
 */
export function answerAfter(test: TestService, url: string, jobId: string): Promise<Answer> {
  return until(
    () => test.get(`${url}?waitForJob=${jobId}`, undefined, { prefer: 'wait=60' }),
    answer => answer.body.code !== 'JOB_NOT_VISIBLE' || answer.body.details.dataSync === 'Failed',
  );
}

/** The id of the job that an answer names. */
export function accepted({ status, body }: Answer): string {
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.jobId;
}
