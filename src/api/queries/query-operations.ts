// The operations of queries and saved queries.

import { pageSize, pageToken, pathParameter } from '../contract/operation.ts';
import { changeErrors, group, jsonResponse, readErrors, readOneErrors } from '../contract/operation-groups.ts';
import { idempotencyKey } from '../http/idempotency-key.ts';

const queryId = pathParameter('query_id', 'Id of the saved query');

export const savedQueryOperations = group('Saved queries', {
  createSavedQuery: {
    method: 'POST',
    path: '/v1/query/saved-queries',
    summary: 'Save a query',
    scope: 'annotate',
    parameters: [idempotencyKey('the saved query')],
    requestSchema: 'SavedQueryCreation',
    responses: {
      201: { ...jsonResponse('SavedQuery', 'The saved query'), headers: { Location: 'Path of the saved query' } },
    },
    errors: [400, 401, 403, 409, 429, 500],
  },
  listSavedQueries: {
    method: 'GET',
    path: '/v1/query/saved-queries',
    summary: 'List saved queries by name',
    scope: 'read',
    parameters: [pageSize, pageToken],
    responses: { 200: jsonResponse('SavedQueryList', 'A page') },
    errors: readErrors,
  },
  getSavedQuery: {
    method: 'GET',
    path: '/v1/query/saved-queries/{query_id}',
    summary: 'Get one saved query',
    scope: 'read',
    parameters: [queryId],
    responses: { 200: jsonResponse('SavedQuery', 'The saved query') },
    errors: readOneErrors,
  },
  updateSavedQuery: {
    method: 'PUT',
    path: '/v1/query/saved-queries/{query_id}',
    summary: 'Replace a saved query',
    description: 'A version that is no longer current is refused with 409.',
    scope: 'annotate',
    parameters: [queryId],
    requestSchema: 'SavedQueryUpdate',
    responses: { 200: jsonResponse('SavedQuery', 'The saved query after the update') },
    errors: changeErrors,
  },
  deleteSavedQuery: {
    method: 'DELETE',
    path: '/v1/query/saved-queries/{query_id}',
    summary: 'Delete a saved query',
    scope: 'annotate',
    parameters: [queryId],
    responses: { 204: { description: 'The saved query is gone' } },
    errors: readOneErrors,
  },
});

export const queryOperations = group('Queries', {
  executeQuery: {
    method: 'POST',
    path: '/v1/query/execute',
    summary: 'Run a query',
    description: 'Takes either `query_id` or `query_string`. As CSV or as an Arrow stream the whole result is sent.',
    scope: 'read',
    requestSchema: 'QueryExecution',
    responses: {
      200: {
        ...jsonResponse('QueryResult', 'A page of the result'),
        alsoAs: ['text/csv', 'application/vnd.apache.arrow.stream'],
      },
    },
    errors: [400, 401, 403, 404, 406, 410, 429, 500],
  },
  listPackedQueries: {
    method: 'GET',
    path: '/v1/query/packed-queries',
    summary: 'List the queries that are shipped with the service',
    description: 'Each answers a common question. Save one to keep a changed copy of it.',
    scope: 'read',
    responses: { 200: jsonResponse('PackedQueryList', 'All queries of the pack, by name') },
    errors: readErrors,
  },
  listSchemaModels: {
    method: 'GET',
    path: '/v1/schema/models',
    summary:
      'Describe the data: the resources with their fields, and the semantic models with their tables and columns',
    scope: 'read',
    responses: { 200: jsonResponse('SchemaModelList', 'All models') },
    errors: readErrors,
  },
});
