// What a version's manifest says of each application instance, so that the next build can tell which rows it need not compute again.
import type { LandedDigest } from '../landing/landed-digest.ts';

export interface IslandStates {
  /** Digest of what concerns every instance: SQL, settings of risks, tenant. */
  readonly common: string;
  /** Whether something was left out or estimated for lack of memory or time. What is left out depends on all instances together. */
  readonly isLimited: boolean;
  readonly instances: readonly InstanceState[];
}

export interface InstanceState {
  readonly applicationInstanceId: string;
  /** The least id among the instances of its island: those whose rows can change when one of them changes. */
  readonly island: string;
  /** Digest of the landed files and of the accepted violations that its rows were made from. */
  readonly inputs: string;
  /** When its rows were computed: the time of that build (ISO 8601). */
  readonly computedAt?: string;
  /** Type → the runs from which its rows were made. */
  readonly landed?: Readonly<Record<string, LandedDigest>>;
  /** Digest of where the authentication keys lead that its rows name. */
  readonly federation?: string;
  /** ISO 8601. From then on its rows differ although nothing changed: an acceptance ends, or a violation is no longer kept. */
  readonly validUntil?: string;
  /** The first and the last number of its nodes in the graph of access, and of its objects in the search. */
  readonly accessNumbers?: NumberRange;
  readonly searchNumbers?: NumberRange;
  /** What the checks counted in its rows. */
  readonly checks: readonly CheckCount[];
}

export type NumberRange = readonly [first: number, last: number];

export interface CheckCount {
  readonly check: string;
  /** For a check that runs for each type. */
  readonly type?: string;
  readonly count: number;
}
