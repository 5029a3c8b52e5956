// What there is, how fresh it is, and where to look first.
import { createLazyRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/api.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';

export const page = createLazyRoute('/')({ component: OverviewPage });

function OverviewPage(): ReactNode {
  const runs = useApi('get', '/v1/sync-runs', { params: { query: { pageSize: 20 } } });
  return (
    <Page title="Overview" about="What your sources have, how fresh it is, and where to look first.">
      <Panel title="Last runs">
        <QueryView query={runs} awaited="the last runs">
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title="No source has been read yet">
                Name your sources in <code>rolecall.yaml</code>; they are read at the start.
              </EmptyState>
            ) : (
              <ul>
                {items.map(run => (
                  <li key={run.id}>
                    <Tag tone={toneOf(run.status)}>{run.status}</Tag> <Text>{run.sourceId}</Text>{' '}
                    <Time at={run.startedAt ?? run.queuedAt} age />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </Panel>
    </Page>
  );
}

function toneOf(status: 'Queued' | 'Running' | 'Landed' | 'Partial' | 'HeldBack' | 'Failed'): Tone {
  if (status === 'Failed') return 'bad';
  if (status === 'Partial' || status === 'HeldBack') return 'warning';
  return status === 'Landed' ? 'good' : 'info';
}
