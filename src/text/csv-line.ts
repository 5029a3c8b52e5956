// Rows as CSV (RFC 4180), as the service writes it: in UTF-8, with a header row, and safe to open in a spreadsheet.
import { stringify } from 'csv-stringify/sync';
import { withoutFormula } from '../csv-formula.ts';

/** One row. Objects are JSON, times ISO 8601 in UTC; null and undefined are empty cells. */
export function csvLine(cells: readonly unknown[]): string {
  return stringify([cells], {
    record_delimiter: 'windows',
    // By itself, csv-stringify leaves a cell with half a line break without quotes.
    quoted_match: /[\r\n]/,
    cast: {
      boolean: String,
      date: time => time.toISOString(),
      object: value => JSON.stringify(value),
      string: text => withoutFormula(text),
    },
  });
}
