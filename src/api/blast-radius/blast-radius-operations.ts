// The operation of the blast radius. It is an extension of the interface by this service.
import { pathParameter } from '../contract/operation.ts';
import { group, jsonResponse, readOneAsOfErrors } from '../contract/operation-groups.ts';
import { asOfParameter } from '../version-as-of.ts';

const description =
  'Directly or through others. A client that is limited to some application instances gets what its instances show: chains through others are neither counted nor shown.';
const responses = { 200: jsonResponse('BlastRadius', 'Counts and example chains') };

export const blastRadiusOperations = group('Blast radius', {
  getBlastRadius: {
    method: 'GET',
    path: '/v1/non-human-identities/{id}/blast-radius',
    summary: 'Count the accounts that a machine or token account can act as, and show how',
    description,
    scope: 'read',
    parameters: [pathParameter('id', 'Global id of the machine or token account'), asOfParameter],
    responses,
    errors: [...readOneAsOfErrors, 503],
  },
  getAccountBlastRadius: {
    method: 'GET',
    path: '/v1/accounts/{id}/blast-radius',
    summary: 'Count the accounts that an account of any type can act as, and show how',
    description,
    scope: 'read',
    parameters: [pathParameter('id', 'Global id of the account'), asOfParameter],
    responses,
    errors: [...readOneAsOfErrors, 503],
  },
});
