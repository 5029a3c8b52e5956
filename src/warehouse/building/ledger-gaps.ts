// What the ledger of a version says about fields that a source did not give.
import type { Gap } from '../../connector/contract.ts';
import type { LandedChain } from '../../state/landed-chains.ts';

/** A flag with a default that must not pass for what the source said: access is reviewed by it. */
const assumedFlag = { field: 'enabled', value: true };

/** The reads that brought all objects. A full read brought every object; runs below it only hold some of them. */
function broughtBy({ runs }: LandedChain): LandedChain['runs'] {
  const newestFull = runs.findLastIndex(({ read }) => !read.changes_only);
  return runs.slice(Math.max(0, newestFull));
}

/**
 * The fields that no record of the type had, so that all objects show their documented defaults. A field that only some records lack is a
 * gap ({@link assumedGaps}) or stays unsaid: which objects lack it is not kept.
 */
export function assumedFields(chain: LandedChain): string[] {
  const brought = broughtBy(chain);
  const records = sum(brought.map(({ read }) => read.rows));
  if (records === 0) return [];
  const fields = new Set(brought.flatMap(({ read }) => Object.keys(read.filled)));
  return [...fields].filter(field => sum(brought.map(({ read }) => read.filled[field] ?? 0)) >= records).sort();
}

/** The gap of a type whose objects partly lack the flag. One that no object has is what the source is like: {@link assumedFields}. */
export function assumedGaps(chain: LandedChain): Gap[] {
  const { type, runs } = chain;
  const { field, value } = assumedFlag;
  const newest = runs.at(-1)!.read;
  const brought = broughtBy(chain);
  const filled = sum(brought.map(({ read }) => read.filled[field] ?? 0));
  const records = sum(brought.map(({ read }) => read.rows));
  if (filled === 0 || filled >= records) return [];
  const isExact = brought.length === 1 && newest.duplicates === 0;
  const count = `${isExact ? '' : 'up to '}${filled} of ${records} records`;
  const message = `${count} do not say whether they are ${field}, or not in a way that is understood; they are shown as ${field}: ${value}, which is not known`;
  return [{ reason: 'failed', subject: `${type}.${field}`, message, missing: 'fields' }];
}

/**
 * The gaps of the newest read. A read of changes did not see the fields again that the reads below it could not see, and a targeted
 * read saw nothing of the other objects.
 */
export function gapsOf({ runs }: LandedChain): Gap[] {
  const ofSome = runs.filter(({ targeted }) => targeted).flatMap(({ read }) => read.gaps);
  const others = runs.filter(({ targeted }) => !targeted);
  const newest = others.at(-1)?.read;
  const below = newest?.changes_only ? others.slice(0, -1).flatMap(({ read }) => read.gaps) : [];
  const all = [...(newest?.gaps ?? []), ...[...below, ...ofSome].filter(({ missing }) => missing === 'fields')];
  return [...new Map(all.map(gap => [JSON.stringify([gap.subject, gap.message]), gap])).values()];
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
