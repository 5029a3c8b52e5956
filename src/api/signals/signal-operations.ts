// The operations that list signals and who sends and gets them. They are an extension of the interface by this service.
import { applicationInstanceId, pageSize, pageToken } from '../contract/operation.ts';
import { group, jsonResponse, readErrors } from '../contract/operation-groups.ts';

export const signalOperations = group('Signals', {
  listSignals: {
    method: 'GET',
    path: '/v1/signals',
    summary: 'List security events that transmitters have sent, newest first',
    description:
      'Each event is stored once, and leads to a read of what it is about. `status` says how far that is. Only the events about sources that the client sees',
    scope: 'read',
    parameters: [pageSize, pageToken, applicationInstanceId],
    responses: { 200: jsonResponse('SignalList', 'A page of signals') },
    errors: readErrors,
  },
  getSignalStreams: {
    method: 'GET',
    path: '/v1/signal-streams',
    summary: 'Get the transmitters and receivers of security events, and how far their events are',
    description: 'Those of the configuration, without their secrets.',
    scope: 'admin',
    responses: { 200: jsonResponse('SignalStreams', 'The transmitters and receivers') },
    errors: readErrors,
  },
});
