// Accepting violations, and taking it back. A version never changes, so what was decided shows in the version that is made next.
import { useState } from 'react';
import { api } from '../../api/api.ts';

/** What was decided about a violation and does not show yet. */
export interface Decision {
  readonly is: 'accepted' | 'taken back';
  /** The first version that shows it. */
  readonly fromVersion: number;
}

export interface Decisions {
  /** By global id of the violation. */
  readonly pending: ReadonlyMap<string, Decision>;
  accept(violation: string, reason: string, until: string): Promise<void>;
  takeBack(violation: string): Promise<void>;
}

/** @param version the version in service, as far as it is known; the page asks again while a decision does not show */
export function useDecisions(version: number | undefined): Decisions {
  const [decided, setDecided] = useState<ReadonlyMap<string, Decision>>(new Map());
  const note = (violation: string, decision: Decision) => setDecided(new Map([...decided, [violation, decision]]));
  const isPending = ([, { fromVersion }]: [string, Decision]) => version === undefined || version < fromVersion;
  return {
    pending: new Map([...decided].filter(isPending)),
    async accept(violation, reason, until) {
      const params = { path: { id: violation } };
      const { data } = await api.POST('/v1/risk-violations/{id}/accept', { params, body: { reason, until } });
      note(violation, { is: 'accepted', fromVersion: data!.shownFromVersion });
    },
    async takeBack(violation) {
      await api.DELETE('/v1/risk-violations/{id}/accept', { params: { path: { id: violation } } });
      note(violation, { is: 'taken back', fromVersion: (version ?? 0) + 1 });
    },
  };
}
