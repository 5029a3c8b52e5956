// The operations of exports.
import { pageSize, pageToken, pathParameter } from '../contract/operation.ts';
import { group, jsonResponse, readErrors, readOneErrors } from '../contract/operation-groups.ts';
import { idempotencyKey } from '../http/idempotency-key.ts';

const exportId = pathParameter('id', 'Id of the export');

export const exportOperations = group('Downloads', {
  createDownload: {
    method: 'POST',
    path: '/v1/downloads',
    summary: 'Start an export',
    description:
      'Contexts, their columns and the filters of each type are in docs/reference/exports.md. With `Accept: text/csv` the response is the CSV itself.',
    scope: 'read',
    parameters: [idempotencyKey('the export')],
    requestSchema: 'DownloadCreation',
    responses: {
      200: { description: 'The CSV, when it is requested directly', alsoAs: ['text/csv'] },
      201: {
        ...jsonResponse('DownloadRequest', 'The export is accepted; poll it until it is completed or failed'),
        headers: { Location: 'Path of the export' },
      },
    },
    errors: [400, 401, 403, 406, 409, 410, 429, 500],
  },
  listDownloads: {
    method: 'GET',
    path: '/v1/downloads',
    summary: 'List the exports of the client, newest first',
    description: 'Exports are kept until 24 hours after they ended.',
    scope: 'read',
    parameters: [pageSize, pageToken],
    responses: { 200: jsonResponse('DownloadList', 'A page') },
    errors: readErrors,
  },
  recordSavedFile: {
    method: 'POST',
    path: '/v1/downloads/saved-files',
    summary: 'Record that rows are saved as a file',
    description:
      'A program that makes a file of rows that it has read with other operations, as the console does for its tables, says so here. The audit log then has an entry `download.save`, beside those of exports.',
    scope: 'read',
    parameters: [],
    requestSchema: 'SavedFile',
    responses: { 204: { description: 'The audit log names the file' } },
    errors: [400, 401, 403, 429, 500, 503],
  },
  getDownload: {
    method: 'GET',
    path: '/v1/downloads/{id}',
    summary: 'Get one export',
    description: 'Only the client that requested an export can get it, until 24 hours after it ended.',
    scope: 'read',
    parameters: [exportId],
    responses: { 200: jsonResponse('DownloadRequest', 'The export') },
    errors: readOneErrors,
  },
  getDownloadManifest: {
    method: 'GET',
    path: '/v1/downloads/{id}/manifest',
    summary: 'Get the manifest of a completed export: its request, size and digest',
    scope: 'read',
    parameters: [exportId],
    responses: { 200: jsonResponse('DownloadManifest', 'The manifest') },
    errors: readOneErrors,
  },
  fetchDownload: {
    method: 'GET',
    path: '/v1/downloads/{id}/file',
    summary: 'Fetch the file of an export',
    description:
      'The `url` of a completed export; its signature replaces a token. Takes Range and If-Range (RFC 9110, section 14).',
    scope: 'none',
    parameters: [
      exportId,
      { name: 'expires', in: 'query', description: 'When the link expires', schema: { type: 'string' } },
      { name: 'signature', in: 'query', description: 'Made by the service', schema: { type: 'string' } },
    ],
    responses: {
      200: { description: 'The file', alsoAs: ['text/csv', 'application/vnd.apache.parquet', 'application/jsonl'] },
      206: { description: 'The part that Range names' },
      304: { description: 'The file is the one that If-None-Match names' },
    },
    errors: [400, 403, 404, 416, 500, 503],
  },
});
