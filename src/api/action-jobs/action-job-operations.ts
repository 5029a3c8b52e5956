// The operations of action jobs, and of what can be changed.
import { acceptedJob } from '../changes/change-operations.ts';
import { pageSize, pageToken, pathParameter } from '../contract/operation.ts';
import { changeErrors, group, jsonResponse, readErrors, readOneErrors } from '../contract/operation-groups.ts';
import { idempotencyKey } from '../http/idempotency-key.ts';

const jobId = pathParameter('id', 'Id of the job, as the write that made it returned it');

export const actionJobOperations = group('Action jobs', {
  listActionJobs: {
    method: 'GET',
    path: '/v1/action-jobs',
    summary: 'List action jobs, newest first',
    scope: 'read',
    parameters: [
      {
        name: 'targetId',
        in: 'query',
        description: 'Limits the list to jobs about one account, by its global id, and to what undid them',
        schema: { type: 'string', format: 'uuid' },
      },
      pageSize,
      pageToken,
    ],
    responses: { 200: jsonResponse('ActionJobList', 'A page') },
    errors: readErrors,
  },
  getActionJob: {
    method: 'GET',
    path: '/v1/action-jobs/{id}',
    summary: 'Get one action job',
    description: 'Poll until the status is terminal: every status but Queued and Running is.',
    scope: 'read',
    parameters: [jobId],
    responses: { 200: jsonResponse('ActionJob', 'The job') },
    errors: readOneErrors,
  },
  listActionJobTargets: {
    method: 'GET',
    path: '/v1/action-jobs/{id}/targets',
    summary: 'List the targets that an action job names',
    description:
      'In the order of the request, from the moment when the job is accepted: for who has to approve it. Of an undo: those of the job that it undoes, as far as it undoes them.',
    scope: 'read',
    parameters: [jobId, pageSize, pageToken],
    responses: { 200: jsonResponse('ActionJobTargetList', 'A page') },
    errors: readOneErrors,
  },
  listActionJobResults: {
    method: 'GET',
    path: '/v1/action-jobs/{id}/results',
    summary: 'List the results of an action job',
    description: 'One result per target that the change touched.',
    scope: 'read',
    parameters: [jobId, pageToken],
    responses: { 200: jsonResponse('ActionJobResultList', 'A page') },
    errors: readOneErrors,
  },
  listActionJobChanges: {
    method: 'GET',
    path: '/v1/action-jobs/{id}/changes',
    summary: 'List what an action job changed, before and after',
    description:
      'One item per record that the job altered in a source. An undo brings each of them from `after` back to `before`, unless somebody else has changed it since.',
    scope: 'read',
    parameters: [jobId, pageToken],
    responses: { 200: jsonResponse('ActionJobChangeList', 'A page') },
    errors: readOneErrors,
  },
  getActionJobEvidence: {
    method: 'GET',
    path: '/v1/action-jobs/{id}/evidence',
    summary: 'Get evidence of an action job for an auditor',
    description:
      'What the job did to each target, who asked and approved, and the risks of the targets, as two files with digests. Names and risks are from the version in service.',
    scope: 'read',
    parameters: [jobId],
    responses: { 200: jsonResponse('ActionJobEvidence', 'The files') },
    errors: [...readOneErrors, 503],
  },
  cancelActionJob: {
    method: 'POST',
    path: '/v1/action-jobs/{id}/cancel',
    summary: 'Cancel an action job',
    description: 'A running job finishes its current target first.',
    scope: 'write',
    parameters: [jobId, idempotencyKey('the job')],
    responses: { 202: acceptedJob },
    errors: changeErrors,
  },
  stopActionJob: {
    method: 'POST',
    path: '/v1/action-jobs/{id}/stop',
    summary: 'Stop an action job',
    description:
      'As cancelling, but the job ends by its results, `PartiallyCompleted` where it has changed something, so that this can be undone.',
    scope: 'write',
    parameters: [jobId, idempotencyKey('the job')],
    responses: { 202: acceptedJob },
    errors: changeErrors,
  },
  revertActionJob: {
    method: 'POST',
    path: '/v1/action-jobs/{id}/revert',
    summary: 'Undo what an action job changed',
    description:
      'The response names the job that undoes it. A target that somebody else has changed since is left as it is, and its result says what differs. A job that was undone in part can be undone again, for what is left. A body with `targets` undoes the change of these only. An undo of more targets than `changes.approval_above` waits for an approval, as a change does.',
    scope: 'write',
    parameters: [jobId, idempotencyKey('the job')],
    requestSchema: 'RevertSelection',
    bodyIsOptional: true,
    responses: { 202: acceptedJob },
    errors: changeErrors,
  },
  approveActionJob: {
    method: 'POST',
    path: '/v1/action-jobs/{id}/approve',
    summary: 'Approve an action job that waits for it',
    description:
      'The client that submitted the job cannot approve it. A proposal (`approval.by` is `Person`) takes the session of a browser, and no token. The guards apply again: 409 `GUARD_REFUSED` when they forbid the job now.',
    scope: 'write',
    parameters: [jobId, idempotencyKey('the job')],
    responses: { 202: acceptedJob },
    errors: changeErrors,
  },
  listCapabilities: {
    method: 'GET',
    path: '/v1/capabilities',
    summary: 'List what can be changed in each application instance, and why something cannot',
    scope: 'read',
    responses: { 200: jsonResponse('CapabilityList', 'The application instances that the client may see') },
    errors: readErrors,
  },
});
