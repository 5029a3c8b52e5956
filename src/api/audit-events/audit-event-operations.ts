// The operation that reads the audit log. It is an extension of the interface by this service.
import { type Parameter, pageSize, pageToken } from '../contract/operation.ts';
import { group, jsonResponse, readErrors } from '../contract/operation-groups.ts';

const filter = (name: string, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
});

export const auditEventOperations = group('Audit', {
  listAuditEvents: {
    method: 'GET',
    path: '/v1/audit-events',
    summary: 'List what was done and what was refused, newest first',
    description: 'For clients with the scope `admin` that see the whole tenant. Filters must all hold.',
    scope: 'admin',
    parameters: [
      pageSize,
      pageToken,
      filter(
        'since',
        'Entries of this moment or later: a date or an instant of ISO 8601, in UTC unless it names its offset',
      ),
      filter('until', 'Entries up to this time; a date without a time includes the whole day'),
      filter('principal', 'Entries of this principal'),
      filter('action', 'Entries of this action'),
    ],
    responses: { 200: jsonResponse('AuditEventList', 'A page of entries') },
    errors: readErrors,
  },
});
