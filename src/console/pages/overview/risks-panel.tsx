import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { severityTone } from '../../objects/severity.ts';
import { risksQuery } from './numbers.ts';
import styles from './overview.module.css';

export function RisksPanel(): ReactNode {
  const query = useQuery(risksQuery);
  return (
    <Panel title="Open risks">
      <QueryView query={query} awaited="the risks">
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No rule is violated" />
          ) : (
            <dl className={styles.numbers}>
              {rows.map(({ severity, count }) => (
                <div key={severity}>
                  <dt>
                    <Tag tone={severityTone(severity)}>{severity}</Tag>
                  </dt>
                  <dd>
                    <Link to="/risks" search={{ severity }}>
                      {formatCount(count)}
                    </Link>
                  </dd>
                </div>
              ))}
            </dl>
          )
        }
      </QueryView>
    </Panel>
  );
}
