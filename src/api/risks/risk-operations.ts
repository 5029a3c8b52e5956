// The operations of risk violations besides their lists. They are an extension of the interface by this service.
import { pathParameter } from '../contract/operation.ts';
import { changeErrors, group, jsonResponse } from '../contract/operation-groups.ts';

const violationId = pathParameter('id', 'Global id of the violation');

export const riskOperations = group('Risks', {
  acceptRiskViolation: {
    method: 'POST',
    path: '/v1/risk-violations/{id}/accept',
    summary: 'Accept a violation until a date',
    description:
      'Until then its status is Suppressed, and it counts for no posture; afterwards it is Open again. An acceptance that there is already is replaced. Versions never change, so the response says from which version on it shows; that version is being made.',
    scope: 'write',
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
    scope: 'write',
    parameters: [violationId],
    responses: { 204: { description: 'There is no acceptance any more' } },
    errors: changeErrors,
  },
});
