// Sign-ins from the system log, and what users have enrolled.

import type { Gap, Page } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { type MappedItem, recordPage } from '../../../src/connector/record-pages.ts';
import { together } from '../../../src/connector/together.ts';
import { type Changes, changesSince, logList, positionOf, startOf } from '../changes.ts';
import type { OktaClient } from '../client.ts';
import { pageSizes } from '../limits.ts';
import { oktaPages, wholeOktaList } from '../paging.ts';
import { activityEvents, activityOf } from '../records/activities.ts';
import { enrollmentOf } from '../records/authenticators.ts';
import { administration } from './administration.ts';
import { everyApp } from './apps.ts';

const dayMs = 24 * 3_600_000;

const activityFilter = [...activityEvents.keys()].map(type => `eventType eq "${type}"`).join(' or ');

/** A full read brings the last days; later ones add what happened since. */
export async function* activityPages(client: OktaClient, cursor?: string, since?: string): AsyncGenerator<Page> {
  const { log_days } = client.settings;
  if (log_days === 0) {
    yield {
      records: [],
      gaps: [
        { reason: 'unsupported', subject: 'log_days', message: 'is 0, so no sign-ins are read', missing: 'objects' },
      ],
    };
    return;
  }
  const start = startOf(client, since);
  const from = start ?? new Date(client.beganAt - log_days * dayMs).toISOString();
  const next = positionOf(client);
  for await (const page of oktaPages(client, logList(from, next, activityFilter), cursor))
    yield {
      ...recordPage(page.items, activityOf, { ...page, cursor: page.next }),
      next,
      changesOnly: start !== undefined,
    };
}

/** Users whose factors are asked for before a page is saved. */
const usersPerPage = 100;

export async function* enrollmentPages(client: OktaClient, cursor?: string, since?: string): AsyncGenerator<Page> {
  const changes = await changesSince(client, since);
  const { landedBefore } = client.context;
  if (changes && landedBefore) {
    yield* changedEnrollments(client, changes, await landedBefore('AuthenticatorEnrollment', 'accountKey'));
    return;
  }
  const next = positionOf(client);
  const all = await usersToAsk(client);
  const users = all.filter(id => cursor === undefined || id > cursor);
  for (let start = 0; start < users.length; start += usersPerPage) {
    const asked = users.slice(start, start + usersPerPage);
    yield { ...(await enrollmentsOf(client, asked)).page, next, cursor: asked.at(-1)! };
  }
  yield { records: [], next, gaps: leftOut(client, all) };
}

async function* changedEnrollments(
  client: OktaClient,
  { enrolled, deactivated, deletedUsers }: Changes,
  landed: ReadonlyMap<string, unknown>,
): AsyncGenerator<Page> {
  const { enrollments_of } = client.settings;
  const without = deactivated.union(deletedUsers);
  const isRead =
    enrollments_of === 'everybody' ? undefined : new Set(enrolled.size > 0 ? await usersToAsk(client) : []);
  const asked = [...enrolled].filter(id => !without.has(id) && (isRead?.has(id) ?? true));
  const { page, users } = await enrollmentsOf(client, asked);
  const present = new Set(page.records.map(({ id }) => id));
  const isGone = (id: string, user: string) => !present.has(id) && (users.has(user) || without.has(user));
  const removed = [...landed].flatMap(([id, user]) => (isGone(id, String(user)) ? [id] : []));
  yield { ...page, changesOnly: true, next: positionOf(client), removed };
}

/** @returns the enrollments, and the users of whom they are all */
async function enrollmentsOf(
  client: OktaClient,
  asked: readonly string[],
): Promise<{ page: Page; users: ReadonlySet<string> }> {
  const [enrollments, gaps, users] = [[] as { user: string; factor: unknown }[], [] as Gap[], new Set<string>()];
  await together(asked, async user => {
    // A user who was deleted after the list was read has none.
    const list = { url: `api/v1/users/${encodeURIComponent(user)}/factors`, scope: 'okta.users.read', absent: [404] };
    const { items, gaps: failed } = await wholeOktaList(client, list);
    enrollments.push(...items.map(factor => ({ user, factor })));
    gaps.push(...failed);
    if (failed.length === 0) users.add(user);
  });
  const map = ({ user, factor }: { user: string; factor: unknown }): MappedItem => enrollmentOf(user, factor);
  return { page: recordPage(enrollments, map, { subject: 'GET /api/v1/users/{id}/factors', gaps }), users };
}

/** @param read ids of the users whose enrollments were asked for */
function leftOut({ settings }: OktaClient, read: readonly string[]): Gap[] {
  if (settings.enrollments_of === 'everybody') return [];
  const message = `is ${settings.enrollments_of}, so the enrollments of other accounts are not known`;
  const except = { field: 'accountKey', is: read };
  return [{ reason: 'unsupported', subject: 'enrollments_of', message, missing: 'fields', except }];
}

/** Ids of the users whose enrollments are read, sorted. */
async function usersToAsk(client: OktaClient): Promise<string[]> {
  const { enrollments_of } = client.settings;
  if (enrollments_of === 'nobody') return [];
  if (enrollments_of === 'administrators') {
    const services = new Set((await everyApp(client)).items.flatMap(app => textAt(app, 'id') ?? []));
    return [...(await administration(client)).administrators].filter(id => !services.has(id)).toSorted();
  }
  const ids: string[] = [];
  for await (const { items } of oktaPages(client, {
    url: 'api/v1/users',
    query: { limit: pageSizes.users },
    scope: 'okta.users.read',
  }))
    ids.push(...items.flatMap(user => textAt(user, 'id') ?? []));
  return ids.toSorted();
}
