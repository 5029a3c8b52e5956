// How a read of one type ended: the last line about it in the ledger.

import type { Database } from '../database/database.ts';
import { type Lease, writeHeld } from './leases.ts';
import type { LandedFile, ReadStatus } from './runs.ts';
import { sanitizeText } from './sanitize-text.ts';

/** How a read ended. */
export interface ReadEnd {
  readonly status: Exclude<ReadStatus, 'Running'>;
  readonly duplicates?: number;
  readonly error?: string | undefined;
  /** How many objects keep their former form. They are landed with this read; undefined: they are not. */
  readonly kept?: number | undefined;
  /** The part that holds them. */
  readonly keptPart?: { readonly part: number; readonly file: LandedFile } | undefined;
}

/** End a read. The same statement records the part that holds the kept objects. */
export async function endRead(database: Database, lease: Lease, type: string, end: ReadEnd): Promise<void> {
  const { status, duplicates, error, kept, keptPart } = end;
  await writeHeld(
    database,
    lease,
    `, landed as (
       insert into landed_parts (run_id, type, part, name, bytes, sha256)
       select run_id, $3, $8::integer, $9, $10::bigint, $11 from held where $9::text is not null
     )
     update sync_reads set status = $4, duplicates = $5::bigint, error = $6, kept = $7::bigint, updated_at = now()
     from held where sync_reads.run_id = held.run_id and type = $3 returning 1`,
    [
      ...[type, status, duplicates ?? 0, error === undefined ? null : sanitizeText(error), kept],
      ...[keptPart?.part, keptPart?.file.name, keptPart?.file.bytes, keptPart?.file.sha256],
    ],
  );
}
