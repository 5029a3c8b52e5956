// The operation that streams events. It is an extension of the interface by this service.
import { group, readErrors } from '../contract/operation-groups.ts';

/** What events are about. */
export const topics = ['sync-runs', 'action-jobs', 'versions'] as const;
export type Topic = (typeof topics)[number];

export const eventOperations = group('Events', {
  streamEvents: {
    method: 'GET',
    path: '/v1/events',
    summary: 'Receive changes of sync runs, action jobs and the version in service as they happen',
    description:
      'A stream of server-sent events (WHATWG HTML, section 9.2). The data of an event is the whole current state of its subject: `sync-run` has a `SyncRun`, `action-job` an `ActionJob`, `version` the object `{version, generatedAt}`. The stream begins with the current state: runs and jobs that have not ended, and the version. After a lost connection, `Last-Event-ID` adds what has ended since; the same state may come twice. `reset` says that this was too long ago, so that lists have to be fetched again. The service ends each stream after some minutes, and clients connect again.',
    scope: 'read',
    parameters: [
      {
        name: 'topics',
        in: 'query',
        description: `What to receive, separated by commas: ${topics.join(', ')}. Left out: everything`,
        schema: { type: 'string', examples: ['sync-runs,versions'] },
      },
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'The id of the last event that the client has received',
        schema: { type: 'string' },
      },
    ],
    responses: { 200: { description: 'Events, until either side ends the stream', alsoAs: ['text/event-stream'] } },
    errors: readErrors,
  },
});
