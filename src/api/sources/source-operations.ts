// The operations of sources. They are an extension of the interface by this service.
import type { Parameter } from '../contract/operation.ts';
import { changeErrors, group, jsonResponse, readErrors, readOneErrors } from '../contract/operation-groups.ts';
import { idempotencyKey } from '../http/idempotency-key.ts';

const sourceId: Parameter = {
  name: 'sourceId',
  in: 'path',
  description: 'The source, as the configuration names it',
  schema: { type: 'string', minLength: 1 },
};

export const sourceOperations = group('Sources', {
  listSources: {
    method: 'GET',
    path: '/v1/sources',
    summary: 'List the configured sources with their last run, its ledger, and why data are held back',
    scope: 'read',
    responses: { 200: jsonResponse('SourceList', 'The sources that the client may see') },
    errors: readErrors,
  },
  syncSource: {
    method: 'POST',
    path: '/v1/sources/{sourceId}/sync',
    summary: 'Read a source now',
    description:
      'A run that has not ended is joined. A version with what it reads is made afterwards; `/v1/events` shows the progress.',
    scope: 'admin',
    parameters: [sourceId],
    requestSchema: 'SourceSync',
    responses: { 200: jsonResponse('SyncRun', 'The run') },
    errors: readOneErrors,
  },
  pushObjects: {
    method: 'PUT',
    path: '/v1/sources/{sourceId}/objects',
    summary: 'Send rows to a source that takes them',
    description:
      'A push is a read of the source: a run lands it with a ledger, and a version with it is made afterwards. The answer comes when the batch is durable. The same batch under the same name, or with the same Idempotency-Key, changes nothing again.',
    scope: 'write',
    parameters: [sourceId, idempotencyKey('the push')],
    requestSchema: 'SourcePush',
    responses: { 202: jsonResponse('Push', 'The batch is durable') },
    errors: [...changeErrors, 413, 503].sort(),
  },
  acceptSourceLoss: {
    method: 'POST',
    path: '/v1/sources/{sourceId}/accept-loss',
    summary: 'Accept the newest data of a source that is held back',
    description:
      'The next version is made of its newest data, with everything that was lost or rejected, although they look broken.',
    scope: 'admin',
    parameters: [sourceId],
    responses: { 200: jsonResponse('Build', 'The build that will make the version') },
    errors: changeErrors,
  },
  listRejectedRecords: {
    method: 'GET',
    path: '/v1/sources/{sourceId}/rejected-records',
    summary: 'List records that the last run of a source rejected, with the reasons',
    description: 'The first 1,000 of them.',
    scope: 'admin',
    parameters: [sourceId],
    responses: { 200: jsonResponse('RejectedRecordList', 'The records') },
    errors: readOneErrors,
  },
});

export const sourceSetupOperations = group('Sources', {
  listConnectors: {
    method: 'GET',
    path: '/v1/connectors',
    summary: 'List the kinds of sources with their settings',
    description: 'The settings are described by a JSON Schema, in which secrets are marked by `secret: true`.',
    scope: 'read',
    responses: { 200: jsonResponse('ConnectorList', 'The connectors') },
    errors: readErrors,
  },
  checkSource: {
    method: 'POST',
    path: '/v1/sources/check',
    summary: 'Check the settings of a source that is not configured yet',
    description:
      'Opens the source and reads its first records, without keeping anything. Settings may name addresses and files that the process can reach. Settings are never returned.',
    scope: 'admin',
    requestSchema: 'SourceCheck',
    responses: { 200: jsonResponse('SourceCheckResult', 'What is wrong, and what the source would bring') },
    errors: [...readErrors, 501],
  },
  checkUpload: {
    method: 'POST',
    path: '/v1/sources/uploads/check',
    summary: 'Check a file that is to become a source',
    description:
      'Guesses how its rows become objects, or takes the description that is sent, and shows the first of them. Nothing is kept. The body may have 32 MiB.',
    scope: 'admin',
    requestSchema: 'SourceUpload',
    responses: { 200: jsonResponse('SourceUploadPreview', 'The description, what is wrong, and what it would bring') },
    errors: [...readErrors, 501],
  },
  uploadSource: {
    method: 'POST',
    path: '/v1/sources/uploads',
    summary: 'Make a source of a file, and add it to the configuration file',
    description:
      'The file and its description lie in the folder `sources/{sourceId}` beside the configuration file. The service takes the source up at once. With `replaces`, the next run of the source reads the new file. The body may have 32 MiB.',
    scope: 'admin',
    requestSchema: 'SourceUpload',
    responses: { 201: jsonResponse('SourceAdded', 'The source is in the file and in force') },
    errors: [...readErrors, 404, 409, 501].sort(),
  },
  addSource: {
    method: 'POST',
    path: '/v1/sources',
    summary: 'Add a source to the configuration file',
    description:
      'The service takes it up at once; it is read when it is requested or its schedule says so. Settings are never returned. Not where several processes or tenants share the configuration.',
    scope: 'admin',
    requestSchema: 'SourceCreation',
    responses: { 201: jsonResponse('SourceAdded', 'The source is in the file and in force') },
    errors: [...readErrors, 409, 501].sort(),
  },
});
