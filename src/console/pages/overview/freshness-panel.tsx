import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { type Source, sourcesQuery } from '../../objects/sources.ts';
import styles from './overview.module.css';

/** How old the data of each source are, and whether everything was seen. */
export function FreshnessPanel(): ReactNode {
  const query = useQuery(sourcesQuery);
  return (
    <Panel
      title="How fresh and complete"
      actions={
        <Link to="/overview/$list" params={{ list: 'caveats' }}>
          What is missing
        </Link>
      }
    >
      <QueryView query={query} awaited="the sources">
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No source has been read yet" />
          ) : (
            <ul className={styles.sources}>
              {rows.map(source => (
                <li key={source.application_instance_id}>
                  <Link to="/sources/$sourceId" params={{ sourceId: source.source_id }}>
                    <Text line>{source.source_id}</Text>
                  </Link>
                  <Completeness source={source} />
                  {source.oldest_read_at === null ? <Unknown /> : <Time at={source.oldest_read_at} age />}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Panel>
  );
}

function Completeness({ source }: { readonly source: Source }): ReactNode {
  if (source.is_held_back) return <Tag tone="bad">held back</Tag>;
  return source.is_complete ? <Tag tone="good">complete</Tag> : <Tag tone="warning">not complete</Tag>;
}
