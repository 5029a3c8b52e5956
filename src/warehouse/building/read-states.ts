// How complete the reads are that a version reports on.
import type { Gap } from '../../connector/contract.ts';
import { type LandedChain, wholeRead } from '../../state/landed-chains.ts';
import { type DuckDB, literal } from '../duckdb.ts';
import { confirmingRun } from '../landing/data-date.ts';
import type { BuildSource } from './build-source.ts';
import { gapsOf } from './ledger-gaps.ts';

export interface ReadState {
  readonly instance: string;
  readonly type: string;
  /** Whether an object that is missing does not exist in the source. */
  readonly isComplete: boolean;
  /** The source has no such objects, or its connector cannot read them. */
  readonly isUnsupported: boolean;
  /** When the newest read that saw the objects ended; undefined: none did. */
  readonly confirmedAt: Date | undefined;
  readonly gaps: readonly Gap[];
}

interface Reads {
  /** Application instance → source. */
  readonly sources: ReadonlyMap<string, BuildSource>;
  /** The reads that the version reports on. */
  readonly reported: readonly LandedChain[];
  readonly heldBack: ReadonlyMap<string, unknown>;
}

export function readStates({ sources, reported, heldBack }: Reads): ReadState[] {
  const instanceOf = new Map([...sources].map(([instance, { sourceId }]) => [sourceId, instance]));
  return reported.flatMap(chain => {
    const { sourceId, type } = chain;
    const read = wholeRead(chain);
    const isUnsupported = read.status === 'Unsupported';
    const sawEverything = read.status === 'Complete' || isUnsupported;
    const instance = instanceOf.get(sourceId);
    if (instance === undefined) return [];
    const isComplete = sawEverything && !heldBack.has(sourceId);
    const confirmedAt = confirmingRun(chain)?.endedAt;
    return [{ instance, type, isComplete, isUnsupported, confirmedAt, gaps: gapsOf(chain) }];
  });
}

/**
 * Set the variable `complete_reads`, for the SQL of the steps: structs of `instance` and `type`. Types that are not supported are left
 * out, because nothing is known of their objects.
 */
export async function setCompleteReads(duckdb: DuckDB, states: readonly ReadState[]): Promise<void> {
  const complete = states.filter(({ isComplete, isUnsupported }) => isComplete && !isUnsupported);
  const values = complete.map(({ instance, type }) => `{'instance': ${literal(instance)}, 'type': ${literal(type)}}`);
  await duckdb.run(`SET VARIABLE complete_reads = [${values.join(', ')}]::STRUCT(instance UUID, type VARCHAR)[]`);
}
