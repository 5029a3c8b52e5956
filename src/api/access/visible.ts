// The application instances that a caller may see in a list.
import { ServiceError } from '../../errors.ts';
import type { Visible } from '../../warehouse/version/version.ts';
import type { ListQuery } from '../http/list-query.ts';
import type { Caller } from './caller.ts';

/** @throws ServiceError FORBIDDEN when the request names an application instance that the client may not see */
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
