// What of a tenant a caller may see of a list.
import { ServiceError } from '../../errors.ts';
import type { Visible } from '../../warehouse/version/version.ts';
import type { ListQuery } from '../http/list-query.ts';
import type { Caller } from './caller.ts';

/** @throws ServiceError FORBIDDEN when the list names an application instance that the client is kept from */
export function visibleTo(
  caller: Caller,
  { applicationInstanceId }: Pick<ListQuery, 'applicationInstanceId'>,
): Visible {
  const allowed = caller.applicationInstanceIds;
  if (applicationInstanceId === undefined) return allowed;
  if (allowed && !allowed.has(applicationInstanceId)) {
    const message = `applicationInstanceId: this client is not permitted to see the application instance ${applicationInstanceId}`;
    throw new ServiceError('FORBIDDEN', message, { details: { parameter: 'applicationInstanceId' } });
  }
  return new Set([applicationInstanceId]);
}
