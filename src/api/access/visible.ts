// The application instances of a list.
import { ServiceError } from '../../errors.ts';
import type { Instances } from '../../warehouse/version/documents/ranges.ts';
import type { ListQuery } from '../http/list-query.ts';
import type { Caller } from './caller.ts';

/**
 * The application instances that the caller may see, and the request wants; undefined: all.
 * @throws ServiceError FORBIDDEN when the request names an application instance that the client may not see
 */
export function visibleTo(
  caller: Caller,
  { applicationInstanceId }: Pick<ListQuery, 'applicationInstanceId'>,
): Instances {
  const allowed = caller.visible?.instances;
  if (applicationInstanceId === undefined) return allowed;
  if (allowed && !allowed.has(applicationInstanceId)) {
    const message = `applicationInstanceId: this client is not permitted to see the application instance ${applicationInstanceId}`;
    throw new ServiceError('FORBIDDEN', message, { details: { parameter: 'applicationInstanceId' } });
  }
  return new Set([applicationInstanceId]);
}
