import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/api.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Count } from '../../components/text/number.tsx';
import { CollectionLink } from '../../objects/collection-link.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import styles from './overview.module.css';

const shown = 8;

/** The list is ordered by blast radius. */
export function MachinesPanel(): ReactNode {
  const query = useApi('get', '/v1/non-human-identities', { params: { query: { pageSize: shown } } });
  return (
    <Panel
      title="Machine identities by blast radius"
      actions={<CollectionLink path="/v1/non-human-identities">All of them</CollectionLink>}
    >
      <QueryView query={query} awaited="the machine identities">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No machine identity has been read" />
          ) : (
            <>
              <p className={styles.about}>How many other accounts each can act as, directly or through others.</p>
              <dl className={styles.ranking}>
                {items.map(({ globalId, alias, analyticsImpersonatableAccountsCount }) => (
                  <div key={globalId}>
                    <dt>
                      <ObjectLink type="Account" id={globalId} name={alias} />
                    </dt>
                    <dd>
                      <Link to="/access" search={{ from: `Account:${globalId}` }}>
                        <Count>{analyticsImpersonatableAccountsCount}</Count>
                      </Link>
                    </dd>
                  </div>
                ))}
              </dl>
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}
