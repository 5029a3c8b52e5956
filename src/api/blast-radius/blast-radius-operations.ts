// The operation of the blast radius. It is an extension of the interface by this service.
import { pathParameter } from '../contract/operation.ts';
import { group, jsonResponse, readOneErrors } from '../contract/operation-groups.ts';

export const blastRadiusOperations = group('Blast radius', {
  getBlastRadius: {
    method: 'GET',
    path: '/v1/non-human-identities/{id}/blast-radius',
    summary: 'Count the accounts that a machine or token account can act as, and show how',
    description:
      'Directly or through others. A client that is limited to some application instances gets what its instances show: chains through others are neither counted nor shown.',
    scope: 'read',
    parameters: [pathParameter('id', 'Global id of the machine or token account')],
    responses: { 200: jsonResponse('BlastRadius', 'Counts and example chains') },
    errors: [...readOneErrors, 503],
  },
});
