import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { CountedLinks } from './counted-links.tsx';
import { changesQuery } from './numbers.ts';

export function ChangesPanel(): ReactNode {
  const query = useQuery(changesQuery);
  return (
    <Panel title="Changed since last week">
      <QueryView query={query} awaited="the changes">
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="Nothing has changed">
              The versions of the last week do not differ. The first version has nothing to compare with.
            </EmptyState>
          ) : (
            <CountedLinks
              items={rows}
              keyOf={({ change }) => change}
              link={({ change, count }) => (
                <Link to="/overview/$list" params={{ list: change.toLowerCase().replace(' ', '-') }}>
                  {formatCount(count)}
                </Link>
              )}
            />
          )
        }
      </QueryView>
    </Panel>
  );
}
