import type { ReactNode } from 'react';
import { useApi } from '../../api/api.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { Count } from '../../components/text/number.tsx';
import styles from './administration.module.css';

const pollMs = 5000;

const meanings: Readonly<Record<string, string>> = {
  act: 'change a source',
  extract: 'read a source',
  build: 'make a version',
  export: 'write a file',
  notify: 'send messages',
  report: 'deliver reports',
  schedule: 'start what is due',
  signals: 'receive and send signals',
  sweep: 'remove what is no longer kept',
};

const counted = ['waiting', 'active', 'delayed', 'failed', 'workers'] as const;

/** How many jobs of each kind wait, and whether a process takes them. */
export function Queues(): ReactNode {
  const query = useApi('get', '/v1/queues', {}, { refetchInterval: pollMs });
  return (
    <Panel title="Queues" actions={query.data?.page !== undefined && <a href={query.data.page}>Every job</a>}>
      <QueryView query={query} awaited="the queues">
        {({ items }) => (
          <DataTable
            label="Queues"
            columns={[
              {
                id: 'name',
                isKey: true,
                header: 'jobs that',
                fields: ['QueueList.items.name'],
                width: 240,
                cell: ({ name }) => meanings[name] ?? name,
                csv: ({ name }) => meanings[name] ?? name,
              },
              ...counted.map(id => ({
                id,
                header: id,
                fields: [`QueueList.items.${id}` as const],
                width: 100,
                align: 'end' as const,
                cell: (row: (typeof items)[number]) => <Count>{row[id]}</Count>,
                sortBy: (row: (typeof items)[number]) => row[id],
              })),
            ]}
            rows={items}
            keyOf={({ name }) => name}
            height="rows"
          />
        )}
      </QueryView>
      {query.data && query.data.page === undefined && (
        <p className={styles.about}>
          The jobs are in the process of the service. With the setting <code>queue_url</code> they are in a server, and
          each of them can be looked at.
        </p>
      )}
    </Panel>
  );
}
