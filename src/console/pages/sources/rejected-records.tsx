import type { ReactNode } from 'react';
import { useApi } from '../../api/api.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { Text } from '../../components/text/text.tsx';
import { knownType } from '../../objects/object-types.ts';
import type { Source } from '../../objects/source-state.tsx';

/** The service gives the first 1,000. */
const mostRecords = 1000;

/** The records that the last run rejected, with the reasons. */
export function RejectedRecords({ source: { sourceId } }: { readonly source: Source }): ReactNode {
  const query = useApi('get', '/v1/sources/{sourceId}/rejected-records', { params: { path: { sourceId } } });
  return (
    <Panel title="Rejected records">
      <QueryView query={query} awaited="the rejected records">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="The last run rejected no record" />
          ) : (
            <>
              {items.length >= mostRecords && <p>The first 1,000 are shown; there may be more.</p>}
              <DataTable
                label="Rejected records"
                columns={[
                  {
                    id: 'type',
                    header: 'type',
                    fields: ['RejectedRecordList.items.type'],
                    width: 180,
                    cell: ({ type }) => knownType(type)?.one ?? type,
                    sortBy: ({ type }) => knownType(type)?.one ?? type,
                  },
                  {
                    id: 'place',
                    header: 'place',
                    fields: ['RejectedRecordList.items.place'],
                    width: 280,
                    cell: ({ place }) => <Text line>{place}</Text>,
                    csv: ({ place }) => place,
                  },
                  {
                    id: 'reasons',
                    header: 'why',
                    fields: ['RejectedRecordList.items.reasons'],
                    width: 480,
                    cell: ({ reasons }) => <Text line>{reasons.join('; ')}</Text>,
                    csv: ({ reasons }) => reasons.join('; '),
                  },
                ]}
                rows={items}
                keyOf={({ type, place, reasons }) => JSON.stringify([type, place, reasons])}
                height="rows"
              />
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}
