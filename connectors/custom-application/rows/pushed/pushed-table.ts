// Rows that a system has sent, in the order of their batches.
import type { PushedRows } from '../../../../src/connector/contract.ts';
import type { ColumnUse } from '../../mapping/mapping.ts';
import { jsonColumns } from '../json/json-columns.ts';
import { valueRows } from '../json/value-rows.ts';
import type { RowTable } from '../row-table.ts';

/** @param name under which the rows were sent */
export function openPushedTable(pushed: PushedRows, name: string, uses: readonly ColumnUse[]): RowTable {
  const columns = jsonColumns(uses);
  return {
    name,
    fingerprint: undefined,
    column: columns.column,
    // A mark has the number of the next row in all batches, the batch that it is in, and how many rows come before that batch.
    async *rows(from) {
      const [first = 1, before = 0] = from?.page?.split(' ').map(Number) ?? [];
      let earlier = before;
      for (let batch = first; batch <= pushed.batches; batch++) {
        const values = await pushed.rows(name, batch);
        const place = (index: number) => `${name}[${index}]${pushed.batches > 1 ? ` of batch ${batch}` : ''}`;
        const at = batch === first && from ? { line: from.line - earlier } : undefined;
        for (const { rows } of valueRows(values, columns, place, at)) {
          const page = `${batch} ${earlier}`;
          const ahead = earlier;
          yield {
            rows: rows.map(row => {
              return { ...row, line: row.line + ahead, end: { line: row.line + ahead + 1, page } };
            }),
          };
        }
        earlier += values.length;
      }
    },
    unmatched: () => columns.unmatched(name),
  };
}
