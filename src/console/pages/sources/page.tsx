// The sources: how each is, when it was read, and what it brought. Progress is shown as it happens.
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { useApi } from '../../api/api.ts';
import { useLive } from '../../api/live.ts';
import { ActionLink, Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Count, Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { fileKinds, offeredFile } from '../../objects/offered-file.ts';
import { Schedule, type Source, SourceState, scheduleText, stateWords } from '../../objects/source-state.tsx';
import { useLastRead } from '../../objects/sources.ts';
import { may } from '../../session/session.ts';
import { Findings } from './held-back.tsx';

export const page = createLazyRoute('/sources')({ component: SourcesPage });

function SourcesPage(): ReactNode {
  useLive();
  const query = useApi('get', '/v1/sources');
  const lastRead = useLastRead();
  return (
    <Page
      title="Sources"
      about="The systems that are read: their state, when they were read, and what they brought."
      actions={
        may('admin') && (
          <>
            <FromFile />
            <ActionLink to="/add-source">Add a source</ActionLink>
          </>
        )
      }
    >
      <QueryView query={query} awaited="the sources">
        {({ items, lastBuild }) =>
          items.length === 0 ? (
            <EmptyState title="There is no source">
              {may('admin') ? <Link to="/add-source">Add one</Link> : 'An administrator can add one.'}
            </EmptyState>
          ) : (
            <>
              <DataTable
                label="Sources"
                columns={columnsOf(({ applicationInstanceId, lastRun }) => lastRead(applicationInstanceId, lastRun))}
                rows={items}
                keyOf={({ sourceId }) => sourceId}
                height="rows"
              />
              {lastBuild && <LastBuild build={lastBuild} />}
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

/** Opens the choice of a file at once; the page that follows shows what it would bring. */
function FromFile(): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        accept={fileKinds}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (!file) return;
          offeredFile.set(file);
          void navigate({ to: '/add-source' });
        }}
      />
      <Button onClick={() => input.current?.click()}>From a file …</Button>
    </>
  );
}

const columnsOf = (lastReadOf: (source: Source) => string | null | undefined): readonly DataColumn<Source>[] => [
  {
    id: 'source',
    isKey: true,
    header: 'source',
    fields: ['SourceList.items.sourceId'],
    width: 180,
    cell: ({ sourceId }) => (
      <Link to="/sources/$sourceId" params={{ sourceId }}>
        <Text line>{sourceId}</Text>
      </Link>
    ),
    sortBy: ({ sourceId }) => sourceId,
  },
  {
    id: 'state',
    header: 'state',
    fields: ['SourceList.items.lastRun.status'],
    width: 150,
    cell: source => <SourceState source={source} />,
    sortBy: ({ lastRun }) => lastRun?.status,
    csv: stateWords,
  },
  {
    id: 'connector',
    header: 'connector',
    fields: ['SourceList.items.connectorTitle'],
    width: 180,
    cell: ({ connectorTitle }) => <Text line>{connectorTitle}</Text>,
    sortBy: ({ connectorTitle }) => connectorTitle,
  },
  {
    id: 'read',
    header: 'last read',
    fields: ['application_instances.newest_read_at'],
    width: 150,
    about: 'With success: a run that fails leaves the data of earlier ones in use',
    cell: source => {
      const at = lastReadOf(source);
      return at === null ? 'never' : at === undefined ? <Unknown /> : <Time at={at} age />;
    },
    sortBy: lastReadOf,
    csv: source => (lastReadOf(source) === null ? 'never' : lastReadOf(source)),
  },
  {
    id: 'rows',
    header: 'records',
    fields: ['SourceList.items.lastRun.rows'],
    width: 110,
    align: 'end',
    cell: ({ lastRun }) => <Count>{lastRun?.rows}</Count>,
    sortBy: ({ lastRun }) => lastRun?.rows,
  },
  {
    id: 'rejected',
    header: 'rejected',
    fields: ['SourceList.items.lastRun.rejected'],
    width: 100,
    align: 'end',
    cell: ({ lastRun }) => <Count>{lastRun?.rejected}</Count>,
    sortBy: ({ lastRun }) => lastRun?.rejected,
  },
  {
    id: 'schedule',
    header: 'schedule',
    fields: ['SourceList.items.schedule'],
    width: 170,
    cell: source => <Schedule source={source} />,
    csv: scheduleText,
  },
  {
    id: 'writes',
    header: 'changes',
    fields: ['SourceList.items.writes'],
    width: 130,
    cell: ({ writes }) => (writes ? 'allowed' : 'not allowed'),
    sortBy: ({ writes }) => writes,
    csv: ({ writes }) => (writes ? 'allowed' : 'not allowed'),
  },
];

function LastBuild({ build }: { readonly build: Schemas['Build'] }): ReactNode {
  return (
    <Panel title="The last version">
      <p>
        <Tag tone={build.status === 'Published' ? 'good' : build.status === 'Failed' ? 'bad' : 'neutral'}>
          {build.status}
        </Tag>{' '}
        {build.version !== undefined && (
          <>
            version <Count>{build.version}</Count>
            {build.endedAt !== undefined && ' on '}
          </>
        )}
        {build.endedAt !== undefined && <Time at={build.endedAt} />}
      </p>
      {build.error !== undefined && (
        <p>
          <Text>{build.error}</Text>
        </p>
      )}
      <Findings findings={build.findings} />
    </Panel>
  );
}
