import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/api.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { openFile } from '../../components/files/save-file.ts';
import { Panel } from '../../components/layout/page.tsx';
import type { DataColumn } from '../../components/table/data-table.tsx';
import { TableCsv } from '../../components/table/table-csv.tsx';
import { Count } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { everyPage } from '../../objects/paged-list/every-page.ts';
import type { FetchPage } from '../../objects/paged-list/paged-rows.ts';
import { PagedTable } from '../../objects/paged-list/paged-table.tsx';

type Export = Schemas['DownloadList']['items'][number];

/** The exports that this client or person asked for, with their files. */
export function Exports(): ReactNode {
  const [readings, setReadings] = useState(0);
  const [problem, setProblem] = useState<unknown>();
  const download = (row: Export) => {
    setProblem(undefined);
    openExport(row).catch(setProblem);
  };
  return (
    <Panel
      title="Your exports"
      actions={
        <>
          <Button onClick={() => setReadings(readings + 1)}>Read again</Button>
          <TableCsv label="Exports" columns={columnsFor(download)} pages={() => everyPage(fetchExports)} />
        </>
      }
    >
      {problem !== undefined && <ErrorPanel error={problem} what="The file could not be downloaded" />}
      <PagedTable
        label="Exports"
        columns={columnsFor(download)}
        keyOf={({ id }) => id}
        list={String(readings)}
        fetchPage={fetchExports}
        empty={{
          title: 'There are no exports',
          next: 'They are kept for a day. “Export” of a list in the inventory makes one.',
        }}
        height="rows"
      />
    </Panel>
  );
}

const fetchExports: FetchPage<Export> = async ({ pageToken }, signal) => {
  const params = { query: pageToken === undefined ? {} : { pageToken } };
  return (await api.GET('/v1/downloads', { params, signal })).data!;
};

/** The address of a file is valid for minutes, so it is asked for when it is used. */
async function openExport({ id, context, format }: Export): Promise<void> {
  const { data } = await api.GET('/v1/downloads/{id}', { params: { path: { id } } });
  if (data!.url === undefined) throw new Error('the export has no file any more');
  // The service may be reached at another name than its own.
  const { pathname, search } = new URL(data!.url);
  openFile(pathname + search, `${context}.${format}`);
}

function columnsFor(onDownload: (row: Export) => void): DataColumn<Export>[] {
  return [
    {
      id: 'created',
      header: 'asked for',
      fields: ['DownloadList.items.createdAt'],
      width: 180,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      csv: ({ createdAt }) => createdAt,
    },
    {
      id: 'context',
      header: 'content',
      fields: ['DownloadList.items.context'],
      width: 240,
      cell: ({ context }) => <Text line>{context}</Text>,
      csv: ({ context }) => context,
    },
    {
      ...{ id: 'format', header: 'format', fields: ['DownloadList.items.format'], width: 90 },
      cell: ({ format }) => format,
      csv: ({ format }) => format,
    },
    {
      id: 'version',
      header: 'version',
      fields: ['DownloadList.items.version'],
      width: 90,
      align: 'end',
      cell: ({ version }) => version,
      csv: ({ version }) => version,
    },
    {
      id: 'rows',
      header: 'rows',
      fields: ['DownloadList.items.rows'],
      width: 110,
      align: 'end',
      cell: ({ rows }) => <Count>{rows}</Count>,
      csv: ({ rows }) => rows,
    },
    {
      id: 'bytes',
      header: 'bytes',
      fields: ['DownloadList.items.bytes'],
      width: 120,
      align: 'end',
      cell: ({ bytes }) => <Count>{bytes}</Count>,
      csv: ({ bytes }) => bytes,
    },
    {
      id: 'state',
      header: 'state',
      fields: ['DownloadList.items.status'],
      width: 240,
      csv: ({ status, error }) =>
        status === 'accepted' ? 'being made' : error ? `failed ${error.message}` : 'completed',
      cell: row => {
        if (row.status === 'accepted') return <Tag tone="info">being made</Tag>;
        if (row.error) {
          return (
            <>
              <Tag tone="bad">failed</Tag> <Text line>{row.error.message}</Text>
            </>
          );
        }
        return (
          <Button look="quiet" onClick={() => onDownload(row)}>
            Download
          </Button>
        );
      },
    },
  ];
}
