// Requests for current data need a published version.
import { ServiceError } from '../errors.ts';
import type { VersionCatalogue } from '../warehouse/version/catalogue.ts';
import type { Version } from '../warehouse/version/version.ts';

/** @throws ServiceError SERVICE_UNAVAILABLE before the first publication */
export function versionInService(catalogue: VersionCatalogue): Version {
  const current = catalogue.current();
  if (!current) throw new ServiceError('SERVICE_UNAVAILABLE', 'there is no data yet: the first version is being made');
  return current;
}
