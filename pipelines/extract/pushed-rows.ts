// The rows of the push that a run lands. They are in state until the run has ended.
import type { PushedRows } from '../../src/connector/contract.ts';
import { parseExactly } from '../../src/connector/exact-json.ts';
import { pushOfRun, rowsOfBatch } from '../../src/state/pushes.ts';
import type { Extraction } from './reading.ts';

/** @returns undefined when no push of the source waits */
export async function pushedRows({ context, run, lease }: Extraction): Promise<PushedRows | undefined> {
  const { database, tenant } = context;
  const push = await pushOfRun(database, lease, { tenant, sourceId: run.source_id });
  if (!push) return undefined;
  const { pushId, complete, names, batches } = push;
  // Several types are made of the same rows, one after the other.
  let last: { readonly number: number; readonly rows: Readonly<Record<string, readonly unknown[]>> } | undefined;
  return {
    isComplete: complete,
    names,
    batches,
    async rows(name, number) {
      if (last?.number !== number) {
        const rows = parseExactly(await rowsOfBatch(database, pushId, number));
        last = { number, rows: rows as Readonly<Record<string, readonly unknown[]>> };
      }
      return Object.hasOwn(last.rows, name) ? last.rows[name]! : [];
    },
  };
}
