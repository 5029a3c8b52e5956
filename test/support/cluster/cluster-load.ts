// Clients of a cluster whose processes are killed. Every answer must be correct; a request without an answer is retried. Problems
// are collected instead of thrown, so that a test shows all of them.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { rowsOf } from '../exports.ts';
import { generated, generatedTypes, generationOf, type ListedItem } from '../generations.ts';
import type { Random } from '../random.ts';
import type { ClusterProcess } from './cluster-child.ts';
import { type Ask, type ClusterClient, type Reply, versionOf } from './cluster-client.ts';

export interface ClusterLoad {
  readonly problems: readonly string[];
  readonly counts: Readonly<Record<'paginations' | 'queries' | 'exports' | 'refused' | 'brokenOff', number>>;
  /** Ids of all exports that were accepted. */
  readonly accepted: readonly string[];
  /** Begin no further pagination, query or export. Resolves when the running ones have ended. */
  end(): Promise<void>;
}

export interface LoadOptions {
  readonly client: ClusterClient;
  readonly apis: readonly ClusterProcess[];
  readonly instances: readonly string[];
  readonly random: Random;
}

/** The time for an answer after the last kill. */
const answerWithinMs = 60_000;
const exportedWithinMs = 120_000;

export const exportContexts = ['accessInventoryAccounts', 'accessInventoryRolesV2'] as const;
export const accountsByInstance =
  'SELECT application_instance_id, count(*), min(name), max(name) FROM accounts GROUP BY 1 ORDER BY 1';

export function startLoad({ client, apis, instances, random }: LoadOptions): ClusterLoad {
  const problems: string[] = [];
  const counts = { paginations: 0, queries: 0, exports: 0, refused: 0, brokenOff: 0 };
  const accepted: string[] = [];
  /** Version and instance → the generation that clients have found in it. */
  const generations = new Map<string, number>();
  const newest = new Map<string, number>();
  let endedAt: number | undefined;
  const isOver = (milliseconds: number) => endedAt !== undefined && Date.now() > endedAt + milliseconds;

  function agree(version: number | string, instance: string, generation: number, seenBy: string): void {
    const key = `${version} ${instance}`;
    const known = generations.get(key);
    if (known === undefined) generations.set(key, generation);
    else if (known !== generation)
      problems.push(`${seenBy}: version ${version} has generation ${generation} of ${instance}, and had ${known}`);
  }

  /** Ask random processes until one answers. @param accept statuses that count as an answer */
  async function ask(url: string, asked: Ask = {}, accept: readonly number[] = [200]): Promise<Reply> {
    for (;;) {
      const process = random.of(apis);
      const { deaths, isReady } = process;
      const former = newest.get(process.name) ?? 0;
      let wrong: string | undefined;
      try {
        const reply = await client.ask(process, url, asked);
        if (accept.includes(reply.status)) {
          const version = url.includes('pageToken') ? Number.NaN : versionOf(reply);
          if (version < former) problems.push(`${process.name}: ${url}: version ${version} after ${former}`);
          if (version > former) newest.set(process.name, Math.max(version, newest.get(process.name) ?? 0));
          return reply;
        }
        if (reply.status !== 503) wrong = `${process.name}: ${url}: ${reply.status} ${reply.bytes.toString()}`;
        counts.refused += 1;
      } catch (error) {
        counts.brokenOff += 1;
        const { message, cause } = error as Error;
        if (isReady && process.isReady && process.deaths === deaths)
          problems.push(`${process.name}: ${url}: ${message} (${cause}), and it was not killed`);
      }
      if (wrong !== undefined) throw new Error(wrong);
      if (isOver(answerWithinMs)) throw new Error(`${url}: no answer within ${answerWithinMs} ms`);
      await pause(50);
    }
  }

  async function paginate(): Promise<void> {
    const [type, instance] = [random.of(generatedTypes), random.of(instances)];
    const list = `${generated[type].list}?pageSize=50&applicationInstanceId=${instance}`;
    const items: ListedItem[] = [];
    let version: number | undefined;
    for (let next: string | undefined = ''; next !== undefined; ) {
      const reply: Reply = await ask(`${list}${next && `&pageToken=${next}`}`);
      version ??= versionOf(reply);
      if (version !== versionOf(reply))
        problems.push(`${list}: version ${versionOf(reply)} in a pagination of ${version}`);
      items.push(...reply.body.items);
      next = reply.body.nextPageToken;
    }
    agree(version!, instance, generationOf(type, items), list);
    counts.paginations += 1;
  }

  async function query(): Promise<void> {
    const { body } = await ask('/v1/query/execute', { method: 'POST', body: { query_string: accountsByInstance } });
    for (const [instance, count, first, last] of body.rows) {
      const generation = Number(/ (\d+)$/.exec(first)?.[1]);
      if (count !== generated.Account.count || first !== last)
        problems.push(`query of version ${body.warehouse_version}: ${count} accounts, ${first} to ${last}`);
      else agree(body.warehouse_version, instance, generation, 'query');
    }
    counts.queries += 1;
  }

  async function exportOne(): Promise<void> {
    const context = random.of(exportContexts);
    // Every retry sends the same key, to any process, so it is one export.
    const headers = { 'idempotency-key': randomUUID() };
    const { body } = await ask('/v1/downloads', { method: 'POST', body: { context }, headers }, [200, 201]);
    accepted.push(body.id);
    for (;;) {
      const { body: found } = await ask(`/v1/downloads/${body.id}`);
      if (found.status === 'completed') {
        const { pathname, search } = new URL(found.url);
        const { bytes } = await ask(pathname + search);
        checkExport(context, bytes);
        break;
      }
      if (found.status === 'failed') {
        if (!found.error?.code) problems.push(`export ${body.id} failed without a reason`);
        break;
      }
      if (isOver(exportedWithinMs)) {
        problems.push(`export ${body.id} is ${found.status} after ${exportedWithinMs} ms`);
        break;
      }
      await pause(100);
    }
    counts.exports += 1;
  }

  function checkExport(context: (typeof exportContexts)[number], bytes: Buffer): void {
    const type = context === 'accessInventoryAccounts' ? 'Account' : 'Role';
    const names = rowsOf(bytes).map(row => row['name']!);
    const perGeneration = Map.groupBy(names, name => name);
    const whole = [...perGeneration.values()].every(each => each.length % generated[type].count === 0);
    if (!whole || names.length !== generated[type].count * instances.length)
      problems.push(`${context}: ${[...perGeneration].map(([name, each]) => `${each.length} ${name}`).join(', ')}`);
  }

  const loop = async (what: () => Promise<void>, restMs: number) => {
    while (endedAt === undefined) {
      await what().catch(error => problems.push((error as Error).message));
      await pause(restMs);
    }
  };
  const all = Promise.all([
    loop(paginate, 20),
    loop(paginate, 20),
    loop(query, 200),
    loop(exportOne, 300),
    loop(exportOne, 300),
  ]);
  return {
    ...{ problems, counts, accepted },
    async end() {
      endedAt = Date.now();
      await all;
    },
  };
}
