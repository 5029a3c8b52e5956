// The operation that lists changes over time. It is an extension of the interface by this service.
import { resources } from '../../resources/registry.ts';
import { applicationInstanceId, pageSize, pageToken } from '../contract/operation.ts';
import { group, jsonResponse, readAsOfErrors } from '../contract/operation-groups.ts';
import { asOfParameter } from '../version-as-of.ts';

/** What can have become of an object. */
export const changeKinds = ['Appeared', 'Changed', 'Vanished'] as const;

/** How the list can be ordered. */
export const changeOrders = ['object', 'newest'] as const;

export const historyOperations = group('History', {
  listChanges: {
    method: 'GET',
    path: '/v1/changes',
    summary: 'List what appeared, vanished and changed since a version or a time, or between two of them',
    description:
      'Compares the version that was in service then with the present one, or with that of `until` or `asOf`, so an object that appeared and vanished again is not listed. Metadata of the read, the use of objects (such as `lastActivityDate`) and values that change with the date do not count; activities are not compared. `partialVersions` names the versions in which only what sources say was compared with the version before.',
    scope: 'read',
    parameters: [
      {
        name: 'since',
        in: 'query',
        description:
          'The number of a version (`warehouse-version`), or a date or time of ISO 8601: then the last version that was made before it. Left out: the oldest version from which on changes are known',
        schema: { type: 'string', minLength: 1 },
      },
      {
        name: 'until',
        in: 'query',
        description:
          'The version to compare with, in the same forms; it may not be older than that of `since`. It reaches back as far as changes are known, also to versions that are no longer kept. Left out: the version that answers',
        schema: { type: 'string', minLength: 1 },
      },
      {
        name: 'objectType',
        in: 'query',
        description: 'Limits the list to objects or relationships of one type',
        schema: { type: 'string', enum: resources.map(({ type }) => type) },
      },
      {
        name: 'change',
        in: 'query',
        description: 'Limits the list to one kind of change',
        schema: { type: 'string', enum: [...changeKinds] },
      },
      {
        name: 'order',
        in: 'query',
        description: 'Which come first: `object` orders by type and global id, `newest` begins with what changed last',
        schema: { type: 'string', enum: [...changeOrders], default: 'object' },
      },
      pageSize,
      pageToken,
      applicationInstanceId,
      asOfParameter,
    ],
    responses: { 200: jsonResponse('ChangeList', 'A page of objects') },
    errors: [...readAsOfErrors, 503],
  },
});
