// The operations of sync runs. They are an extension of the interface by this service.
import { applicationInstanceId, pageSize, pageToken, pathParameter } from '../contract/operation.ts';
import { group, jsonResponse, readErrors, readOneErrors } from '../contract/operation-groups.ts';

export const syncRunOperations = group('Sync runs', {
  listSyncRuns: {
    method: 'GET',
    path: '/v1/sync-runs',
    summary: 'List runs that read sources, newest first',
    scope: 'read',
    parameters: [pageSize, pageToken, applicationInstanceId],
    responses: { 200: jsonResponse('SyncRunList', 'A page of runs') },
    errors: readErrors,
  },
  getSyncRun: {
    method: 'GET',
    path: '/v1/sync-runs/{id}',
    summary: 'Get one run with what it has read of each type, while it runs and afterwards',
    scope: 'read',
    parameters: [pathParameter('id', 'Id of the run')],
    responses: { 200: jsonResponse('SyncRunDetails', 'The run') },
    errors: readOneErrors,
  },
});
