// What is wrong with sources: data that are held back, a run that failed, data that are older than the schedule promises.
import { useApi } from '../api/api.ts';
import { may } from '../session/session.ts';
import type { Source } from './source-state.tsx';

export interface SourceAlert {
  readonly sourceId: string;
  readonly is: 'held back' | 'failed' | 'stale';
  /** What the service says of it. */
  readonly reason: string | undefined;
  /** ISO 8601; undefined when it is not known. */
  readonly since: string | undefined;
}

/** How often the sources are read again where no stream of events reports them. */
const againMs = 60_000;

function alertsOf({ sourceId, heldBack, lastRun, stale }: Source): SourceAlert[] {
  const alerts: SourceAlert[] = [];
  if (heldBack) {
    const reason = heldBack.findings.map(({ message }) => message).join(' ');
    alerts.push({ sourceId, is: 'held back', reason: reason || undefined, since: heldBack.since });
  }
  if (lastRun?.status === 'Failed')
    alerts.push({ sourceId, is: 'failed', reason: lastRun.error, since: lastRun.endedAt });
  if (stale) alerts.push({ sourceId, is: 'stale', reason: undefined, since: stale.lastCompleteAt });
  return alerts;
}

/** The alerts of all sources that the session may see; none while they are awaited. */
export function useSourceAlerts(): { readonly alerts: readonly SourceAlert[]; readonly isAwaited: boolean } {
  const { data, isLoading } = useApi('get', '/v1/sources', {}, { enabled: may('read'), refetchInterval: againMs });
  return { alerts: data?.items.flatMap(alertsOf) ?? [], isAwaited: isLoading };
}
