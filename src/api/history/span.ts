// Finds the versions between which changes are listed.
import { ServiceError } from '../../errors.ts';
import { momentsOf } from '../../iso-time.ts';
import type { HistoryPoint, Manifest } from '../../warehouse/version/manifest.ts';

/** The versions from which on a version knows the changes, oldest first; the last is the version itself. */
export function historyOf({ history, version, generatedAt }: Manifest): readonly HistoryPoint[] {
  return history ?? [{ version, generatedAt }];
}

/** The versions to compare. */
export interface Span {
  readonly since: HistoryPoint;
  readonly until: HistoryPoint;
}

/**
 * The newest known versions that are not newer than what the parameters name: a version's number, or a date or time. Without `since`, the
 * oldest known version; without `until`, the version in service.
 * @throws ServiceError BAD_REQUEST with the oldest possible value when changes since then are not known
 */
export function spanOf(history: readonly HistoryPoint[], asked: { since?: string; until?: string }): Span {
  const since = asked.since === undefined ? history[0]! : pointOf(history, 'since', asked.since);
  const until = asked.until === undefined ? history.at(-1)! : pointOf(history, 'until', asked.until);
  if (until.version < since.version) {
    const message = `until: version ${until.version} is older than version ${since.version}, which \`since\` names`;
    throw invalid('until', message);
  }
  return { since, until };
}

type Parameter = 'since' | 'until';

function pointOf(history: readonly HistoryPoint[], parameter: Parameter, asked: string): HistoryPoint {
  const newest = history.at(-1)!;
  if (/^\d{1,15}$/.test(asked)) {
    const version = Number(asked);
    if (version > newest.version) {
      const message = `${parameter}: there is no version ${version} yet; the version in service is ${newest.version}`;
      throw invalid(parameter, message);
    }
    return history.findLast(point => point.version <= version) ?? refuseUnknown(parameter, history[0]!);
  }
  const moment = momentsOf(asked)?.first;
  if (!moment) {
    const message = `${parameter}: ${JSON.stringify(asked.slice(0, 60))} is neither the number of a version nor a date or time of ISO 8601, such as 2026-11-21 or 2026-11-21T13:45:00Z`;
    throw invalid(parameter, message);
  }
  return history.findLast(point => new Date(point.generatedAt) <= moment) ?? refuseUnknown(parameter, history[0]!);
}

function refuseUnknown(parameter: Parameter, oldest: HistoryPoint): never {
  const message = `${parameter}: changes are known since version ${oldest.version}, which was made at ${oldest.generatedAt}, and not before`;
  throw invalid(parameter, message, { oldestVersion: String(oldest.version), oldestTime: oldest.generatedAt });
}

function invalid(parameter: Parameter, message: string, details: object = {}): ServiceError {
  return new ServiceError('BAD_REQUEST', message, { details: { parameter, ...details } });
}
