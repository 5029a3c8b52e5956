// The operations of API clients. They are an extension of the interface by this service.
import type { Operation } from '../contract/operation.ts';
import { changeErrors, group, jsonResponse, readErrors } from '../contract/operation-groups.ts';

const clientId: Operation['parameters'][number] = {
  name: 'clientId',
  in: 'path',
  description: 'Id of the client',
  schema: { type: 'string', format: 'uuid' },
};

export const clientOperations = group('Clients', {
  listClients: {
    method: 'GET',
    path: '/v1/clients',
    summary: 'List the API clients of the tenant, revoked ones too, oldest first',
    description: 'For clients that see the whole tenant. Secrets are never shown.',
    scope: 'admin',
    responses: { 200: jsonResponse('ClientList', 'All clients') },
    errors: readErrors,
  },
  createClient: {
    method: 'POST',
    path: '/v1/clients',
    summary: 'Create an API client',
    description:
      'The response shows its secret, and nothing shows it again. A client gives no scope that it lacks itself.',
    scope: 'admin',
    requestSchema: 'ClientCreation',
    responses: { 201: jsonResponse('CreatedClient', 'The client with its secret') },
    errors: readErrors,
  },
  revokeClient: {
    method: 'DELETE',
    path: '/v1/clients/{clientId}',
    summary: 'Revoke an API client',
    description: 'It gets no more tokens, and those that it has stop working within seconds. It stays in the list.',
    scope: 'admin',
    parameters: [clientId],
    responses: { 204: { description: 'The client is revoked' } },
    errors: changeErrors,
  },
});
