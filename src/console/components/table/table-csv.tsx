import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { saveRows } from '../../api/save-rows.ts';
import { IconButton } from '../controls/button.tsx';
import { ErrorPanel } from '../feedback/error-panel.tsx';
import { csvFile } from '../files/csv.ts';
import { fileNameOf } from '../files/file-name.ts';
import { savedValue } from '../text/value.tsx';

/** What a file takes from a column of a table. */
interface SavedColumn<Row> {
  readonly id: string;
  readonly header: ReactNode;
  readonly sortBy?: (row: Row) => unknown;
  readonly csv?: (row: Row) => unknown;
}

interface TableCsvProps<Row> {
  /** What the table lists; names the file. */
  readonly label: string;
  /** Columns without `sortBy` and `csv` have no value of their own and are left out. */
  readonly columns: readonly SavedColumn<Row>[];
  /** Every row of the list, also those that the page has not read yet. */
  readonly pages: () => AsyncIterable<readonly Row[]>;
}

/** A button that saves a table as CSV: its columns, with all of its rows. */
export function TableCsv<Row>({ label, columns, pages }: TableCsvProps<Row>): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    const written = columns.flatMap(({ id, header, csv, sortBy }) => {
      const value = csv ?? sortBy;
      return value ? [{ name: typeof header === 'string' ? header : id, value }] : [];
    });
    async function* lines() {
      for await (const rows of pages()) yield rows.map(row => written.map(({ value }) => savedValue(value(row))));
    }
    try {
      const names = written.map(({ name }) => name);
      await saveRows(fileNameOf(label, 'csv'), await csvFile(names, lines()));
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <IconButton label={`${label} as CSV`} disabled={isBusy} onClick={() => void save()}>
        <Download size={15} aria-hidden="true" />
      </IconButton>
      {problem !== undefined && <ErrorPanel error={problem} what="The rows could not be downloaded" />}
    </>
  );
}
