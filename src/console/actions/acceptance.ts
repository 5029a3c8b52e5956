// Accepting violations, and taking it back. A version never changes, so what was decided shows in the version that is made next.
import { useState } from 'react';
import { api } from '../api/api.ts';

/** What the dialogs say of a violation, besides what they change. */
export interface DecidedViolation {
  /** Global id. */
  readonly id: string;
  /** Name of the rule. */
  readonly rule: string;
  readonly description: string | null;
  readonly object_name: string | null;
  readonly accepted_until: string | null;
  readonly accepted_because: string | null;
}

/** What was decided about a violation and does not show yet. */
export interface Decision {
  readonly is: 'accepted' | 'taken back';
  /** The last day of an acceptance. */
  readonly until: string | undefined;
  /** The first version that shows it. */
  readonly fromVersion: number;
}

export interface Decisions<Violation extends DecidedViolation = DecidedViolation> {
  /** By global id of the violation. */
  readonly pending: ReadonlyMap<string, Decision>;
  /** The violation that was decided about last, in this visit of the page. */
  readonly last: { readonly violation: Violation; readonly decision: Decision } | undefined;
  accept(violation: Violation, reason: string, until: string): Promise<void>;
  takeBack(violation: Violation): Promise<void>;
}

/** @param version the version in service, as far as it is known; the page asks again while a decision does not show */
export function useDecisions<Violation extends DecidedViolation>(version: number | undefined): Decisions<Violation> {
  const [decided, setDecided] = useState<ReadonlyMap<string, Decision>>(new Map());
  const [last, setLast] = useState<Decisions<Violation>['last']>();
  const note = (violation: Violation, decision: Decision) => {
    setDecided(former => new Map([...former, [violation.id, decision]]));
    setLast({ violation, decision });
  };
  const isPending = ([, { fromVersion }]: [string, Decision]) => version === undefined || version < fromVersion;
  return {
    pending: new Map([...decided].filter(isPending)),
    last,
    async accept(violation, reason, until) {
      const params = { path: { id: violation.id } };
      const { data } = await api.POST('/v1/risk-violations/{id}/accept', { params, body: { reason, until } });
      note(violation, { is: 'accepted', until, fromVersion: data!.shownFromVersion });
    },
    async takeBack(violation) {
      await api.DELETE('/v1/risk-violations/{id}/accept', { params: { path: { id: violation.id } } });
      note(violation, { is: 'taken back', until: undefined, fromVersion: (version ?? 0) + 1 });
    },
  };
}
