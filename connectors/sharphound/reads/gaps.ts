// What a collection does not have: files that are missing, methods that were left out, computers that did not answer.
import type { Gap } from '../../../src/connector/contract.ts';
import type { SharphoundClient } from '../client.ts';
import { methods, missingParts, withoutMethod } from '../collection.ts';
import type { Kind } from '../kinds.ts';

/** Gaps of missing files. @param kinds of the objects that a read needs; undefined: all */
export function missingFileGaps({ inventory }: SharphoundClient, kinds?: ReadonlySet<Kind>): Gap[] {
  return missingParts(inventory.files)
    .filter(({ kind }) => kinds?.has(kind) ?? true)
    .map(({ gap }) => gap);
}

export function methodGaps(
  { inventory }: SharphoundClient,
  method: keyof typeof methods,
  what: string,
  missing: Gap['missing'],
): Gap[] {
  const [file] = withoutMethod(inventory.files, methods[method]);
  if (file === undefined) return [];
  const message = `${what}: the collection was made without this method; collect again with the method All`;
  return [{ reason: 'failed', subject: file.file.name, message, missing }];
}

/** The most computers that a gap names. With more, any record of the type may be missing. */
const mostNamed = 5_000;

/** Computers whose sessions or groups could not be read. @param prefix of the identifiers of what belongs to a computer */
export function computerGaps(
  computers: readonly string[],
  what: string,
  within: (computers: readonly string[]) => NonNullable<Gap['within']>,
): Gap[] {
  if (computers.length === 0) return [];
  const named = computers.slice(0, 5).join(', ');
  const message = `${what} of ${computers.length} computers were not read (${named}${computers.length > 5 ? ', …' : ''}): they did not answer, or refused`;
  const gap = { reason: 'failed', subject: 'computers', message, missing: 'objects' } as const;
  return [computers.length > mostNamed ? gap : { ...gap, within: within(computers) }];
}
