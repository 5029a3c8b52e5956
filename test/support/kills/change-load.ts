// Clients of a tenant of a service that is killed: they change, undo, sync, read and save, and note everything that is wrong. What was
// acknowledged to them must be there at the end.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { instanceIdOf } from '../../../src/config/config-file.ts';
import type { Random } from '../random.ts';
import { until } from '../until.ts';
import type { CountedApplication } from './counted-application.ts';
import type { PersistentClient } from './persistent-client.ts';
import { type Change, createChanges, type ServedIds } from './requested-changes.ts';

export interface ChangeLoad {
  readonly problems: readonly string[];
  readonly counts: Readonly<Record<'changes' | 'reverts' | 'syncs' | 'reads' | 'saved' | 'givenUp', number>>;
  /** How many requests were answered. */
  answered(): number;
  /** Begin nothing more; then look whether everything that was acknowledged is there. */
  end(): Promise<void>;
}

export interface ChangeLoadOptions {
  readonly client: PersistentClient;
  readonly counted: CountedApplication;
  readonly tenant: string;
  /** Id of the source of that application. */
  readonly source: string;
  readonly random: Random;
}

const endedWithinMs = 1_200_000;
const changers = 3;
/** Changes that may be undone later. */
const mostRemembered = 12;

/** What is said of a job during which the service was killed five times before it made any progress. */
const givenUp = /the service failed \d+ times while it worked on this job/;

interface Done {
  readonly jobId: string;
  readonly change: Change;
}

export async function startChangeLoad(options: ChangeLoadOptions): Promise<ChangeLoad> {
  const { client, counted, source, random } = options;
  const problems: string[] = [];
  const counts = { changes: 0, reverts: 0, syncs: 0, reads: 0, saved: 0, givenUp: 0 };
  const changes = createChanges(counted, await servedIds(options), random);
  const done: Done[] = [];
  const jobs: string[] = [];
  const runs = new Set<string>();
  const saved: string[] = [];
  const clients: string[] = [];
  let isOver = false;

  async function carryOut(change: Change, undone?: Change): Promise<void> {
    counted.claim(change.objects);
    const { method, url, body } = change;
    const answer = await client.ask(method, url, { body, key: randomUUID(), accept: [202] });
    const { jobId } = answer.body;
    jobs.push(jobId);
    const job = await until(
      async () => (await client.ask('GET', `/v1/action-jobs/${jobId}`)).body,
      ({ completedAt }) => Boolean(completedAt),
      endedWithinMs,
    );
    const isDone = job.status === 'Completed';
    const results = isDone ? '' : JSON.stringify(await client.everyItem(`/v1/action-jobs/${jobId}/results`));
    const isGivenUp = givenUp.test(results);
    const wrong = isGivenUp ? changes.abandon(change) : changes.end(change, undone);
    if (isGivenUp) counts.givenUp += 1;
    else if (!isDone) wrong.push(`${job.status}: ${results}`);
    problems.push(...wrong.map(fault => `job ${jobId}, ${method} ${url}: ${fault}`));
    for (let index = done.length - 1; index >= 0; index -= 1) {
      if (done[index]!.change.objects.some(object => change.objects.includes(object))) done.splice(index, 1);
    }
    if (isDone && !undone && hasChanged(change)) done.push({ jobId, change });
    if (done.length > mostRemembered) done.shift();
  }

  async function change(): Promise<void> {
    const undoable = done.filter(each => each.change.objects.every(counted.isFree));
    if (undoable.length > 0 && random.below(3) === 0) {
      const { jobId, change: undone } = random.of(undoable);
      await carryOut(changes.undoing(undone, jobId), undone);
      counts.reverts += 1;
    } else {
      await carryOut(changes.next());
      counts.changes += 1;
    }
  }

  async function save(): Promise<void> {
    const name = `saved ${randomUUID()}`;
    const body = { name, query_string: 'SELECT 1' };
    await client.ask('POST', '/v1/query/saved-queries', { body, key: randomUUID(), accept: [201] });
    saved.push(name);
    if (saved.length % 4 !== 0) return;
    const added = await client.ask('POST', '/v1/clients', { body: { name, scopes: ['read'] }, accept: [201] });
    clients.push(added.body.clientId);
  }

  async function sync(): Promise<void> {
    const { body } = await client.ask('POST', `/v1/sources/${source}/sync`, { body: {} });
    runs.add(body.id);
    counts.syncs += 1;
    await pause(random.below(3_000));
  }

  async function read(): Promise<void> {
    const items = await client.everyItem('/v1/accounts?pageSize=20');
    const present = new Set(items.map(item => item.id));
    if (items.length !== present.size || present.size !== counted.application.accounts.size) {
      problems.push(`${items.length} accounts are served, ${present.size} different ones`);
    }
    counts.reads += 1;
    if (random.below(4) === 0) await save();
    counts.saved = saved.length + clients.length;
    await pause(random.below(500));
  }

  const loops = [...Array<() => Promise<void>>(changers).fill(change), sync, read].map(async work => {
    while (!isOver) {
      try {
        await work();
      } catch (error) {
        problems.push((error as Error).message);
        await pause(1_000);
      }
    }
  });

  async function expectAcknowledged(): Promise<void> {
    const known = async (url: string, idOf: (item: Record<string, string>) => string) =>
      new Set((await client.everyItem(url)).map(idOf));
    const savedNames = await known('/v1/query/saved-queries', item => item['name']!);
    const clientIds = await known('/v1/clients', item => item['clientId']!);
    const ends = (await client.everyItem('/v1/audit-events?action=actionJob.end&pageSize=200')).map(
      item => item.target,
    );
    problems.push(
      ...saved.filter(name => !savedNames.has(name)).map(name => `saved query ${name} is lost`),
      ...clients.filter(id => !clientIds.has(id)).map(id => `client ${id} is lost`),
      ...jobs
        .map(id => ({ id, count: ends.filter(target => target === id).length }))
        .filter(({ count }) => count !== 1)
        .map(({ id, count }) => `job ${id} has ${count} entries of its end in the audit log`),
    );
    for (const id of runs) {
      const { body } = await client.ask('GET', `/v1/sync-runs/${id}`);
      // A run that is interrupted five times is given up, and says so; the next one reads the source again.
      const isGivenUp = body.status === 'Failed' && body.error?.includes('each was interrupted');
      if (body.status !== 'Landed' && !isGivenUp) problems.push(`run ${id} is ${body.status}: ${body.error}`);
    }
  }

  return {
    problems,
    counts,
    answered: client.answered,
    async end() {
      isOver = true;
      await Promise.all(loops);
      await client.ask('POST', `/v1/sources/${source}/sync`, { body: {} });
      await expectServed(client, counted).catch(error => problems.push(error.message));
      await expectAcknowledged();
      problems.push(...counted.problems);
    },
  };
}

/** A job that changed nothing cannot be undone. */
const hasChanged = ({ group, before, expected }: Change): boolean =>
  group !== undefined || [...expected].some(([account, person]) => !isDeepStrictEqual(before.get(account), person));

async function servedIds({ client, tenant, source }: ChangeLoadOptions): Promise<ServedIds> {
  const idsIn = async (list: string) => {
    const items = await client.everyItem(`/v1/${list}?pageSize=200`);
    return new Map(items.map(item => [String(item.id), String(item.globalId)]));
  };
  return {
    instance: instanceIdOf(tenant, source),
    accounts: await idsIn('accounts'),
    groups: await idsIn('user-groups'),
    roles: await idsIn('roles'),
  };
}

/** Wait until exactly what the application has is served. */
async function expectServed(client: PersistentClient, { application }: CountedApplication): Promise<void> {
  const wanted = JSON.stringify([...application.accounts].map(([id, { enabled }]) => [id, enabled]).toSorted());
  await until(
    async () => {
      const items = await client.everyItem('/v1/accounts?pageSize=200');
      return JSON.stringify(items.map(({ id, enabled }) => [id, enabled]).toSorted());
    },
    served => served === wanted,
    endedWithinMs,
  );
}
