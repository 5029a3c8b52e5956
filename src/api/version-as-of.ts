// Requests for data as of an earlier version. They are answered from the same files as when the version was in service.
import { ServiceError } from '../errors.ts';
import { momentsOf } from '../iso-time.ts';
import type { PublishedVersion } from '../state/versions.ts';
import type { VersionCatalogue } from '../warehouse/version/catalogue.ts';
import type { Version } from '../warehouse/version/version.ts';
import type { Parameter } from './contract/operation.ts';
import { quoted, wrongParameter } from './http/parameter-error.ts';
import { versionInService } from './version-in-service.ts';

const meaning =
  'The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`';

/** `asOf` of operations whose answer comes from one version. */
export const asOfParameter: Parameter = {
  name: 'asOf',
  in: 'query',
  description: `Answers from an earlier version. ${meaning}. The same on every page. Left out: the version in service`,
  schema: { type: 'string', minLength: 1, examples: ['41', '2026-11-21T13:45:00Z'] },
};

/** The meaning of a member `as_of` in a body. */
export const asOfMember = `Answer from an earlier version. ${meaning}. Default: the version in service`;

/**
 * The version that a request names.
 * @param asOf number of a version, or ISO 8601 date or time; undefined: the version in service
 * @param parameter where the request has it, for messages
 * @throws ServiceError BAD_REQUEST for text that names no version, a version that does not exist yet, or a time in the future;
 *   VERSION_GONE when it is no longer kept; SERVICE_UNAVAILABLE before the first publication
 */
export async function versionAsOf(
  catalogue: VersionCatalogue,
  asOf: string | undefined,
  parameter = 'asOf',
): Promise<Version> {
  if (asOf === undefined) return versionInService(catalogue);
  const isNumber = /^\d{1,15}$/.test(asOf);
  const moment = isNumber ? undefined : momentOf(asOf, parameter);
  const newestKnown = catalogue.kept()[0];
  // Another process may have published a version that this one does not know yet.
  const mayBeNewer = isNumber
    ? Number(asOf) > (newestKnown?.version ?? 0)
    : !newestKnown || moment! >= newestKnown.published_at;
  if (mayBeNewer) await catalogue.refresh();
  const kept = catalogue.kept();
  if (kept.length === 0) return versionInService(catalogue);
  const number = isNumber ? Number(asOf) : inServiceAt(kept, moment!)?.version;
  if (number !== undefined && number > kept[0]!.version) {
    const message = `there is no version ${number} yet; the version in service is ${kept[0]!.version}`;
    throw wrongParameter(parameter, message);
  }
  const version = number === undefined ? undefined : await catalogue.find(number);
  if (!version) throw versionGone(parameter, asOf, kept);
  return version;
}

/** @throws ServiceError BAD_REQUEST */
function momentOf(text: string, parameter: string): Date {
  const moment = momentsOf(text)?.first;
  if (!moment) {
    const message = `${quoted(text)} is neither the number of a version nor a date or time of ISO 8601, such as 2026-11-21 or 2026-11-21T13:45:00Z`;
    throw wrongParameter(parameter, message);
  }
  if (moment.getTime() > Date.now()) {
    throw wrongParameter(
      parameter,
      `${moment.toISOString()} is in the future; leave it out for the version in service`,
    );
  }
  return moment;
}

/** @param kept newest first. An export may keep one version longer than others, so there may be gaps */
function inServiceAt(kept: readonly PublishedVersion[], moment: Date): PublishedVersion | undefined {
  const last = kept.find(({ published_at: publishedAt }) => publishedAt <= moment);
  return last && (last.replaced_at === null || last.replaced_at > moment) ? last : undefined;
}

function versionGone(parameter: string, asked: string, kept: readonly PublishedVersion[]): ServiceError {
  const [oldest, newest] = [kept.at(-1)!, kept[0]!];
  const message = `${parameter}: the data of ${asked} are not kept; the oldest that are kept are of version ${oldest.version}, published at ${oldest.published_at.toISOString()}`;
  return new ServiceError('VERSION_GONE', message, {
    details: { parameter, oldest: described(oldest), newest: described(newest) },
  });
}

function described({ version, published_at: publishedAt }: PublishedVersion): object {
  return { version: String(version), publishedAt: publishedAt.toISOString() };
}
