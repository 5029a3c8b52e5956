// The operations of risk violations, except their lists. They are an extension of the interface by this service.
import { applicationInstanceId, pathParameter } from '../contract/operation.ts';
import { changeErrors, group, jsonResponse, readAsOfErrors } from '../contract/operation-groups.ts';
import { asOfParameter } from '../version-as-of.ts';

const violationId = pathParameter('id', 'Global id of the violation');

export const riskOperations = group('Risks', {
  listRiskCounts: {
    method: 'GET',
    path: '/v1/risk-counts',
    summary: 'Count violations by rule and severity, now and in former versions',
    description:
      'The counts of the past are taken from when violations were detected and resolved. They cover the versions from which on changes are known; of many versions, some are left out.',
    scope: 'read',
    parameters: [applicationInstanceId, asOfParameter],
    responses: { 200: jsonResponse('RiskCounts', 'The counts, the worst severity first') },
    errors: [...readAsOfErrors, 503],
  },
  acceptRiskViolation: {
    method: 'POST',
    path: '/v1/risk-violations/{id}/accept',
    summary: 'Accept a violation until a date',
    description:
      'Until then its status is Suppressed, and it does not count for the `analyticsAccessRiskPosture` of its account or person; afterwards it is Open again. An earlier acceptance is replaced. Versions never change, so the response says from which version on it shows; that version is being made.',
    scope: 'annotate',
    parameters: [violationId],
    requestSchema: 'RiskAcceptanceCreation',
    responses: { 200: jsonResponse('RiskAcceptance', 'The acceptance') },
    errors: changeErrors,
  },
  withdrawRiskAcceptance: {
    method: 'DELETE',
    path: '/v1/risk-violations/{id}/accept',
    summary: 'End the acceptance of a violation before its date',
    description: 'The violation is Open again in the version that is being made.',
    scope: 'annotate',
    parameters: [violationId],
    responses: { 204: { description: 'There is no acceptance any more' } },
    errors: changeErrors,
  },
});
