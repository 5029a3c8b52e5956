// What has changed since the last run, as the system log says. So a run after small changes takes few requests.
import type { Page } from '../../src/connector/contract.ts';
import { listAt, textAt } from '../../src/connector/json-values.ts';
import type { OktaClient } from './client.ts';
import { pageSizes } from './limits.ts';
import { oktaPages } from './paging.ts';

/** Kinds of objects whose changes the log shows. */
export type Kind = 'apps' | 'roles' | 'policies' | 'authenticators' | 'tokens';

/**
 * The beginning of the event types after which a kind is read again
 * (developer.okta.com/docs/reference/api/event-types).
 */
const events: readonly (readonly [prefix: string, kind: Kind])[] = [
  ['application.', 'apps'],
  ['group.application_assignment.', 'apps'],
  ['app.oauth2.', 'apps'],
  ['app.oauth2.', 'roles'],
  ['user.account.privilege.', 'roles'],
  ['group.privilege.', 'roles'],
  ['group.account.privilege.', 'roles'],
  ['iam.', 'roles'],
  ['policy.', 'policies'],
  ['zone.', 'policies'],
  ['network_zone.', 'policies'],
  ['security.authenticator.', 'authenticators'],
  ['system.idp.', 'authenticators'],
  ['system.api_token.', 'tokens'],
];

/** What the log says. */
export interface Changes {
  /** The time from which on changes are asked for. */
  readonly start: string;
  readonly kinds: ReadonlySet<Kind>;
  /** Ids of the applications that changed, or whose users or groups did. */
  readonly apps: ReadonlySet<string>;
  /** Ids of users who were deleted. */
  readonly deletedUsers: ReadonlySet<string>;
  /** Ids of users whose enrolled authenticators changed, or who were activated. */
  readonly enrolled: ReadonlySet<string>;
  /** Ids of users who were deactivated: their enrollments are not read any more. */
  readonly deactivated: ReadonlySet<string>;
}

/** Events arrive in the log, and objects in lists, some time after the change. */
const overlapMs = 5 * 60_000;
/** The log keeps events for 90 days. */
const longestGapMs = 80 * 24 * 3_600_000;
/** With more events than these, a full read takes fewer requests. */
const mostPages = 50;

/** The position where the next run continues: the time when this one began. */
export const positionOf = (client: OktaClient): string => new Date(client.beganAt).toISOString();

/** The time from which on changes are asked for; undefined: a full read is needed. @param since a position */
export function startOf(client: OktaClient, since: string | undefined): string | undefined {
  const time = Date.parse(since ?? '');
  if (Number.isNaN(time) || client.beganAt - time > longestGapMs || time > client.beganAt) return undefined;
  return new Date(time - overlapMs).toISOString();
}

/** @returns undefined when a full read is needed: the log may not be read, or has too many events */
export function changesSince(client: OktaClient, since: string | undefined): Promise<Changes | undefined> {
  const start = startOf(client, since);
  if (start === undefined) return Promise.resolve(undefined);
  return client.once(`changes ${start}`, () => readChanges(client, start));
}

async function readChanges(client: OktaClient, start: string): Promise<Changes | undefined> {
  const kinds = new Set<Kind>();
  const [apps, deletedUsers] = [new Set<string>(), new Set<string>()];
  const [enrolled, deactivated] = [new Set<string>(), new Set<string>()];
  let pages = 0;
  for await (const { items, gaps } of oktaPages(client, logList(start, positionOf(client)))) {
    pages += 1;
    if (gaps.length > 0 || pages > mostPages) return undefined;
    for (const event of items) {
      const type = textAt(event, 'eventType') ?? '';
      for (const [prefix, kind] of events) if (type.startsWith(prefix)) kinds.add(kind);
      const targets = (kind: RegExp) =>
        listAt(event, 'target').flatMap(target =>
          kind.test(textAt(target, 'type') ?? '') ? (textAt(target, 'id') ?? []) : [],
        );
      for (const id of targets(/^AppInstance$/))
        if (/^(application|group\.application_assignment)\./.test(type)) apps.add(id);
      for (const id of targets(/^User$/)) {
        if (type.startsWith('user.lifecycle.delete')) deletedUsers.add(id);
        if (/^user\.lifecycle\.(re)?activate$/.test(type)) deactivated.delete(id);
        if (type === 'user.lifecycle.deactivate') deactivated.add(id);
        if (/^user\.(mfa|account\.reset_factor|authentication\.factor|lifecycle\.(re)?activate$)/.test(type))
          enrolled.add(id);
      }
    }
  }
  return { start, kinds, apps, deletedUsers, enrolled, deactivated };
}

/** Events from one time to another, the oldest first. With `until` the list ends; without it, it would go on for ever. */
export function logList(since: string, until: string, filter?: string) {
  const query = { since, until, limit: pageSizes.events, sortOrder: 'ASCENDING', filter };
  return { url: 'api/v1/logs', query, scope: 'okta.logs.read' };
}

/** The page of a read whose objects have not changed. */
export const nothingChanged = (client: OktaClient): Page => ({
  records: [],
  changesOnly: true,
  next: positionOf(client),
});

/** Whether none of these kinds has changed. @param since a position; undefined: a full read is due */
export async function isUnchanged(
  client: OktaClient,
  since: string | undefined,
  ...kinds: readonly Kind[]
): Promise<boolean> {
  const changes = await changesSince(client, since);
  return changes !== undefined && kinds.every(kind => !changes.kinds.has(kind));
}
