import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { CollectionLink } from '../../objects/collection-link.tsx';
import { objectTypes } from '../../objects/object-types.ts';
import { useSourceName } from '../../objects/sources.ts';
import { type CountBySource, countedPaths, countsQuery } from './numbers.ts';
import styles from './overview.module.css';

const titles = new Map(objectTypes.flatMap(({ collections }) => collections.map(({ path, title }) => [path, title])));

/** What there is, by source and type. */
export function CountsPanel(): ReactNode {
  const query = useQuery(countsQuery);
  return (
    <Panel title="What there is">
      <QueryView query={query} awaited="the counts">
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="Nothing has been read yet">
              Name your sources in <code>rolecall.yaml</code>. They are read when the service starts.
            </EmptyState>
          ) : (
            <>
              <p className={styles.about}>
                Everything that was read, disabled or not. Machine identities are accounts, so both columns count them.
              </p>
              <Counts rows={rows} />
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}

function Counts({ rows }: { readonly rows: readonly CountBySource[] }): ReactNode {
  const nameOf = useSourceName();
  const instances = [...new Set(rows.map(({ instance }) => instance))].sort((left, right) =>
    nameOf(left).localeCompare(nameOf(right)),
  );
  const paths = countedPaths.filter(path => rows.some(row => row.path === path));
  const sum = (wanted: (row: CountBySource) => boolean) =>
    rows.filter(wanted).reduce((total, { count }) => total + count, 0);
  return (
    // The region scrolls on narrow screens, so it has to take the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus
    <section className={styles.scroller} tabIndex={0} aria-label="Objects by source and type">
      <table className={styles.counts}>
        <thead>
          <tr>
            <th scope="col">Source</th>
            {paths.map(path => (
              <th key={path} scope="col">
                {titles.get(path)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {instances.map(instance => (
            <tr key={instance}>
              <th scope="row">
                <Text line>{nameOf(instance)}</Text>
              </th>
              {paths.map(path => {
                const count = sum(row => row.path === path && row.instance === instance);
                return (
                  <td key={path}>
                    {count > 0 && (
                      <CollectionLink path={path} search={{ source: instance }}>
                        {formatCount(count)}
                      </CollectionLink>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            {paths.map(path => (
              <td key={path}>
                <CollectionLink path={path}>{formatCount(sum(row => row.path === path))}</CollectionLink>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
