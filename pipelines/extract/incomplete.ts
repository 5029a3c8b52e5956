// Why a run did not read everything, in one text for the operator.
import type { SyncRead } from '../../src/state/reads.ts';

type Ended = Pick<SyncRead, 'type' | 'status' | 'rows' | 'rejected' | 'gaps' | 'error'>;

/** Why each incomplete read did not see everything; undefined when every read is complete, or of a type that the source lacks. */
export function reasonsOf(sourceId: string, reads: readonly Ended[]): string | undefined {
  const incomplete = reads.filter(({ status }) => !['Complete', 'Unsupported'].includes(status));
  if (incomplete.length === 0) return undefined;
  const reasons = incomplete.map(read => `${read.type}: ${read.error ?? (shortcomings(read) || read.status)}`);
  const remedy = `\`rolecall sources rejected ${sourceId}\` shows the rejected records`;
  return [...reasons, ...(incomplete.some(({ rejected }) => rejected > 0) ? [remedy] : [])].join('; ');
}

function shortcomings({ rows, rejected, gaps }: Ended): string {
  const unseen = gaps.filter(({ missing }) => missing === 'objects');
  const [first] = unseen;
  const others = unseen.length > 1 ? ` (and ${unseen.length - 1} more)` : '';
  return [
    ...(rejected > 0 ? [`${rejected} of ${rows + rejected} records were rejected`] : []),
    ...(first ? [`${first.subject}: ${first.message}${others}`] : []),
  ].join(', ');
}
