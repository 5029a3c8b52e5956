import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { severityTone } from '../../objects/severity.ts';
import { CountedLinks } from './counted-links.tsx';
import { risksQuery } from './numbers.ts';

export function RisksPanel(): ReactNode {
  const query = useQuery(risksQuery);
  return (
    <Panel title="Open risks">
      <QueryView query={query} awaited="the risks">
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No rule is violated" />
          ) : (
            <CountedLinks
              items={rows}
              keyOf={({ severity }) => severity}
              label={({ severity }) => <Tag tone={severityTone(severity)}>{severity}</Tag>}
              link={({ severity, count }) => (
                <Link to="/risks" search={{ severity }}>
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
