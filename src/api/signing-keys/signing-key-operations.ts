// The operations of the keys that sign access tokens. They are extensions of the interface by this service.
import { group, jsonResponse, readErrors } from '../contract/operation-groups.ts';

export const signingKeyOperations = group('Signing keys', {
  listSigningKeys: {
    method: 'GET',
    path: '/v1/signing-keys',
    summary: 'List the keys that sign access tokens, oldest first',
    description:
      'For clients that see the whole tenant. All tenants of the deployment have the same keys. Only what is public of them is shown',
    scope: 'admin',
    responses: { 200: jsonResponse('SigningKeyList', 'The keys whose tokens are accepted, now or soon') },
    errors: readErrors,
  },
  rotateSigningKey: {
    method: 'POST',
    path: '/v1/signing-keys',
    summary: 'Rotate the keys that sign access tokens',
    description:
      'A new key is created. It signs as soon as everybody can know it, and tokens of the keys before it are accepted until the last of them has expired. Refused while a key waits to sign',
    scope: 'admin',
    responses: { 201: jsonResponse('SigningKey', 'The new key') },
    errors: [...readErrors, 409],
  },
});
