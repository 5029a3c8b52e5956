// The names of landed files. A read has numbered parts, each written by an attempt: `000001-1.parquet`, with what was rejected
// beside it. Files of former releases have no attempt in their names.

const partOf = (part: number, attempt: number) => `${String(part).padStart(6, '0')}-${attempt}`;
const rejectedEnding = '.rejected.ndjson';

/** The accepted records of a part. */
export const parquetName = (part: number, attempt: number) => `${partOf(part, attempt)}.parquet`;
export const isParquet = (name: string) => name.endsWith('.parquet');

/** The records of a part that were rejected, with the reasons. */
export const rejectedName = (part: number, attempt: number) => `${partOf(part, attempt)}${rejectedEnding}`;
/** The ids that came more than once in a read; a list like that of rejected records. */
export const duplicatesName = (attempt: number) => `duplicates-${attempt}${rejectedEnding}`;
/** Whether a file is a list of rejected records or of duplicates. */
export const isRejected = (name: string) => name.endsWith(rejectedEnding);

/** The ids of the objects whose records were rejected. */
export const rejectedIdsName = (part: number, attempt: number) => `${partOf(part, attempt)}.rejected-ids.ndjson`;
export const isRejectedIds = (name: string) => /^\d+-\d+\.rejected-ids\.ndjson$/.test(name);

/** The ids of objects that the source has deleted. */
export const removedIdsName = (part: number, attempt: number) => `${partOf(part, attempt)}.removed-ids.ndjson`;
export const isRemovedIds = (name: string) => /^\d+-\d+\.removed-ids\.ndjson$/.test(name);

/** The same ids, as Parquet, of those objects that are in earlier runs: written when the read ends. */
export const removedName = (part: number, attempt: number) => `${partOf(part, attempt)}.removed.parquet`;

/** The ids of objects that the read did not see, with the dates of the reads that last did. */
export const unconfirmedName = (part: number, attempt: number) => `${partOf(part, attempt)}.unconfirmed.parquet`;

/** What a file belongs to, and the attempt that wrote it: 0 for files of former releases. Undefined for other files. */
export function originOf(name: string): { readonly part: number | 'duplicates'; readonly attempt: number } | undefined {
  const [, part, attempt = '0'] = /^(\d+|duplicates)(?:-(\d+))?\./.exec(name) ?? [];
  if (part === undefined) return undefined;
  return { part: part === 'duplicates' ? part : Number(part), attempt: Number(attempt) };
}

/** The number of a part that a former release landed; undefined for other files. */
export function formerPart(name: string): number | undefined {
  const part = /^(\d{6})\.parquet$/.exec(name)?.[1];
  return part === undefined ? undefined : Number(part);
}
