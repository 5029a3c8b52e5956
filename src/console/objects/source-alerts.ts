// What is wrong with sources: data that are held back, a run that failed or has to be tried again, data that are older than the schedule promises.
import { useApi } from '../api/api.ts';
import { may } from '../session/session.ts';
import type { Source } from './source-state.tsx';

export interface SourceAlert {
  readonly sourceId: string;
  readonly is: 'held back' | 'failed' | 'delayed' | 'stale';
  /** What the service says of it. */
  readonly reason: string | undefined;
  /** ISO 8601; undefined when it is not known. Of a delayed source: when it is tried again. */
  readonly at: string | undefined;
}

/** How often the sources are read again where no stream of events reports them. */
const againMs = 60_000;

/** A message without the name of its source, where that stands beside it. */
export const withoutName = (message: string, sourceId: string | undefined): string =>
  sourceId !== undefined && message.startsWith(`${sourceId}: `) ? message.slice(sourceId.length + 2) : message;

function alertsOf({ sourceId, heldBack, lastRun, stale }: Source): SourceAlert[] {
  const alerts: SourceAlert[] = [];
  if (heldBack) {
    const reason = heldBack.findings.map(({ message }) => withoutName(message, sourceId)).join(' ');
    alerts.push({ sourceId, is: 'held back', reason: reason || undefined, at: heldBack.since });
  }
  if (lastRun?.status === 'Failed') alerts.push({ sourceId, is: 'failed', reason: lastRun.error, at: lastRun.endedAt });
  // The fault may be over soon, or last for days: nobody would see it while the run is tried again and again.
  if (lastRun?.retryAt !== undefined)
    alerts.push({ sourceId, is: 'delayed', reason: lastRun.error, at: lastRun.retryAt });
  if (stale) alerts.push({ sourceId, is: 'stale', reason: undefined, at: stale.lastCompleteAt });
  return alerts;
}

/** The alerts of all sources that the session may see; none while they are awaited. */
export function useSourceAlerts(): { readonly alerts: readonly SourceAlert[]; readonly isAwaited: boolean } {
  const { data, isLoading } = useApi('get', '/v1/sources', {}, { enabled: may('read'), refetchInterval: againMs });
  return { alerts: data?.items.flatMap(alertsOf) ?? [], isAwaited: isLoading };
}
