// The operations of the session of a browser, and of all of them for administrators. They are extensions of the interface by this service.
import type { Operation } from '../contract/operation.ts';
import { group, jsonResponse, readErrors, readOneErrors } from '../contract/operation-groups.ts';

const sessionId: Operation['parameters'][number] = {
  name: 'sessionId',
  in: 'path',
  description: 'Id of the session',
  schema: { type: 'string', format: 'uuid' },
};

export const sessionOperations = group('Session', {
  getSession: {
    method: 'GET',
    path: '/v1/session',
    summary: 'Get the session of this browser',
    description:
      'Who is signed in, what the person may do, and the token that every request of the session needs that is not GET or HEAD. It counts as a use of the session',
    scope: 'session',
    responses: { 200: jsonResponse('Session', 'The session') },
    errors: [401, 403, 429, 500],
  },
  deleteSession: {
    method: 'DELETE',
    path: '/v1/session',
    summary: 'Sign out',
    scope: 'session',
    responses: { 204: { description: 'The session has ended, and its cookie is removed' } },
    errors: [400, 401, 403, 429, 500],
  },
  listSessions: {
    method: 'GET',
    path: '/v1/sessions',
    summary: 'List the sessions of people who signed in with a browser, newest first',
    description: 'Those of the tenant that can be used. For clients and people that see the whole tenant',
    scope: 'admin',
    responses: { 200: jsonResponse('BrowserSessionList', 'The sessions') },
    errors: readErrors,
  },
  revokeSession: {
    method: 'DELETE',
    path: '/v1/sessions/{sessionId}',
    summary: 'Revoke a session',
    description: 'It stops working at once. The person may sign in again',
    scope: 'admin',
    parameters: [sessionId],
    responses: { 204: { description: 'The session has ended' } },
    errors: readOneErrors,
  },
  listSignInMethods: {
    method: 'GET',
    path: '/v1/sign-in-methods',
    summary: 'List the ways to sign in with a browser',
    description: 'People sign in at `/sign-in?return=/path`, which offers all of them',
    scope: 'none',
    responses: { 200: jsonResponse('SignInMethods', 'The ways to sign in') },
    errors: [500],
  },
});
