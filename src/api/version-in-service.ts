// Requests for current data need a published version.
import { ServiceError } from '../errors.ts';
import type { VersionCatalogue } from '../warehouse/version/catalogue.ts';
import type { Version } from '../warehouse/version/version.ts';

const noDataYet =
  'there is no data yet: the first version is made when sources have been read. Wait for it, and ask again; `rolecall sources` and the first page of the console show how far each source is. Where there is none, `rolecall sources add` adds one';

/** The version to answer from with SQL. @throws ServiceError SERVICE_UNAVAILABLE before the first publication, or when it is damaged */
export function versionInService(catalogue: VersionCatalogue): Version {
  const current = versionOfLists(catalogue);
  if (!current) throw new ServiceError('SERVICE_UNAVAILABLE', noDataYet);
  if (catalogue.damage()?.version === current.number) throw damagedVersion(current.number);
  return current;
}

/**
 * The version to answer from with documents, whose damage each read finds by itself.
 * @returns undefined before the first publication
 * @throws ServiceError SERVICE_UNAVAILABLE when no published version can be opened
 */
export function versionOfLists(catalogue: VersionCatalogue): Version | undefined {
  const current = catalogue.current();
  const damage = catalogue.damage();
  if (!current && damage) throw damagedVersion(damage.version);
  return current;
}

/** The answer when files of a version are not as its build wrote them. The cause, with the names of files, goes to the log only. */
export function damagedVersion(version: number | undefined, cause?: unknown): ServiceError {
  const which = version === undefined ? 'a version of the data' : `version ${version} of the data`;
  const message = `${which} is damaged; the operator repairs it with \`rolecall doctor --rebuild --publish\``;
  return new ServiceError('SERVICE_UNAVAILABLE', message, { cause });
}
