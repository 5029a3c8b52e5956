// The rows of the list as CSV: by the service's exports, or the columns of the table as they are read.
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { Menu } from '../../components/controls/menu.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { formatCount } from '../../components/text/number.tsx';
import type { ListSearch } from '../../objects/list-filter.ts';
import type { Collection } from './collection.ts';
import { exportContext, exportList, saveTable } from './export.ts';
import type { ListColumn } from './list-table.tsx';

interface ExportMenuProps {
  readonly collection: Collection;
  readonly columns: readonly ListColumn[];
  readonly search: ListSearch;
}

export function ExportMenu({ collection, columns, search }: ExportMenuProps): ReactNode {
  const [rows, setRows] = useState(0);
  const [stop, setStop] = useState<AbortController>();
  const work = useMutation({
    mutationFn: async (kind: 'table' | 'service') => {
      const controller = new AbortController();
      setStop(controller);
      setRows(0);
      if (kind === 'service') await exportList(collection, search, controller.signal);
      else await saveTable(collection, columns, search, controller.signal, setRows);
    },
  });
  const leave = () => {
    stop?.abort();
    work.reset();
  };
  const context = exportContext(collection.path);
  return (
    <>
      <Menu
        label="Export"
        trigger={
          <>
            <Download size={15} aria-hidden="true" />
            Export
          </>
        }
        items={[
          ...(context ? [{ label: 'Every column as CSV', onSelect: () => work.mutate('service') }] : []),
          { label: 'The columns of the table as CSV', onSelect: () => work.mutate('table') },
        ]}
      />
      <Dialog title="Export" isOpen={work.isPending || work.isError} onClose={leave}>
        {work.isError && !stop?.signal.aborted ? (
          <ErrorPanel error={work.error} what="The export failed" />
        ) : (
          <p role="status">
            {rows > 0 ? `${formatCount(rows)} rows are read …` : 'Waiting for the rows of the list …'}
          </p>
        )}
        <Button onClick={leave}>{work.isPending ? 'Stop' : 'Close'}</Button>
      </Dialog>
    </>
  );
}
