// Finds the versions between which changes are listed.
import { momentsOf } from '../../iso-time.ts';
import type { HistoryPoint, Manifest } from '../../warehouse/version/manifest.ts';
import { quoted, wrongParameter } from '../http/parameter-error.ts';

/** The versions since which a version knows the changes, oldest first; the last is the version itself. */
export function historyOf({ history, version, generatedAt }: Manifest): readonly HistoryPoint[] {
  return history ?? [{ version, generatedAt }];
}

/** The versions to compare. */
export interface Span {
  readonly since: HistoryPoint;
  readonly until: HistoryPoint;
}

/**
 * A parameter is a version's number, a date or a time. It stands for the newest known version that is not newer than this. Without
 * `since`, the span begins with the oldest known version; without `until`, it ends with the version that answers.
 * @throws ServiceError BAD_REQUEST with the oldest possible value when changes since then are not known
 */
export function spanOf(history: readonly HistoryPoint[], asked: { since?: string; until?: string }): Span {
  const since = asked.since === undefined ? history[0]! : pointOf(history, 'since', asked.since);
  const until = asked.until === undefined ? history.at(-1)! : pointOf(history, 'until', asked.until);
  if (until.version < since.version) {
    const message = `version ${until.version} is older than version ${since.version}, which \`since\` names`;
    throw wrongParameter('until', message);
  }
  return { since, until };
}

type Parameter = 'since' | 'until';

function pointOf(history: readonly HistoryPoint[], parameter: Parameter, asked: string): HistoryPoint {
  const newest = history.at(-1)!;
  if (/^\d{1,15}$/.test(asked)) {
    const version = Number(asked);
    if (version > newest.version) {
      const message = `the version that answers is ${newest.version}; it knows nothing of version ${version}`;
      throw wrongParameter(parameter, message);
    }
    return history.findLast(point => point.version <= version) ?? refuseUnknown(parameter, history[0]!);
  }
  const moment = momentsOf(asked)?.first;
  if (!moment) {
    const message = `${quoted(asked)} is neither the number of a version nor a date or time of ISO 8601, such as 2026-11-21 or 2026-11-21T13:45:00Z`;
    throw wrongParameter(parameter, message);
  }
  return history.findLast(point => new Date(point.generatedAt) <= moment) ?? refuseUnknown(parameter, history[0]!);
}

function refuseUnknown(parameter: Parameter, oldest: HistoryPoint): never {
  const message = `changes are known since version ${oldest.version}, which was made at ${oldest.generatedAt}, and not before`;
  throw wrongParameter(parameter, message, { oldestVersion: String(oldest.version), oldestTime: oldest.generatedAt });
}
