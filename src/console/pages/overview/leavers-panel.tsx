import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { CountedLinks } from './counted-links.tsx';
import { leaversQuery } from './numbers.ts';

export function LeaversPanel(): ReactNode {
  const query = useQuery(leaversQuery);
  return (
    <Panel title="Leavers with access">
      <QueryView query={query} awaited="the leavers">
        {({ rows: [found] }) =>
          found === undefined || found.known === 0 ? (
            <EmptyState title="Not known">No source says who works here. A people register does.</EmptyState>
          ) : (
            <CountedLinks
              items={[
                { label: 'People who left and can still sign in', count: found.people, list: 'people-who-left' },
                {
                  label:
                    found.unsaid > 0
                      ? `Their accounts that are enabled, or of which it is not known (${formatCount(found.unsaid)})`
                      : 'Their enabled accounts',
                  count: found.accounts,
                  list: 'leavers',
                },
                {
                  label: 'Used after the last day of work',
                  count: found.used,
                  list: 'used-after-leaving',
                },
              ]}
              keyOf={({ label }) => label}
              link={({ count, list }) => (
                <Link to="/overview/$list" params={{ list }}>
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
