// Finds the version from which on changes are listed.
import { ServiceError } from '../../errors.ts';
import { momentsOf } from '../../iso-time.ts';
import type { HistoryPoint, Manifest } from '../../warehouse/version/manifest.ts';

/** The versions from which on a version knows the changes, oldest first; the last is the version itself. */
export function historyOf({ history, version, generatedAt }: Manifest): readonly HistoryPoint[] {
  return history ?? [{ version, generatedAt }];
}

/**
 * The newest known version that is not newer than what `since` names: a version's number, or a date or time.
 * @param since undefined: the oldest known version
 * @throws ServiceError BAD_REQUEST with the oldest possible value when changes since then are not known
 */
export function pointSince(history: readonly HistoryPoint[], since: string | undefined): HistoryPoint {
  const oldest = history[0]!;
  const newest = history.at(-1)!;
  if (since === undefined) return oldest;
  if (/^\d{1,15}$/.test(since)) {
    const version = Number(since);
    if (version > newest.version)
      throw invalid(`since: there is no version ${version} yet; the version in service is ${newest.version}`);
    return known(
      history.findLast(point => point.version <= version),
      oldest,
    );
  }
  const moment = momentsOf(since)?.first;
  if (!moment) {
    throw invalid(
      `since: ${JSON.stringify(since.slice(0, 60))} is neither the number of a version nor a date or time of ISO 8601, such as 2026-11-21 or 2026-11-21T13:45:00Z`,
    );
  }
  return known(
    history.findLast(point => new Date(point.generatedAt) <= moment),
    oldest,
  );
}

function known(found: HistoryPoint | undefined, oldest: HistoryPoint): HistoryPoint {
  if (found) return found;
  throw invalid(
    `since: changes are known since version ${oldest.version}, which was made at ${oldest.generatedAt}, and not before`,
    { oldestVersion: String(oldest.version), oldestTime: oldest.generatedAt },
  );
}

function invalid(message: string, details: object = {}): ServiceError {
  return new ServiceError('BAD_REQUEST', message, { details: { parameter: 'since', ...details } });
}
