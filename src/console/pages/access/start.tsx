// Nothing is chosen yet: questions that begin with one click.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sqlQuery } from '../../api/sql.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Columns, Panel } from '../../components/layout/page.tsx';
import { Count } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import styles from './access.module.css';
import { Choice } from './choice.tsx';

interface Sensitive {
  readonly id: string;
  readonly name: string;
  readonly class: string | null;
  readonly source: string;
  readonly accounts: number | null;
}

/** Machines first: whoever reaches them with privileges can become root. */
const sensitive = sqlQuery<Sensitive>(
  `SELECT global_id AS id, coalesce(display_name, name, id) AS name, resource_class AS class, source_id AS source,
     analytics_accounts_with_access_count AS accounts
   FROM resource_instances WHERE is_sensitive OR (resource_class = 'host' AND id LIKE 'host:%')
   ORDER BY resource_class = 'host' DESC, analytics_accounts_with_access_count DESC, name, id`,
  {},
  12,
);

export function Start(): ReactNode {
  const query = useQuery(sensitive);
  return (
    <Columns>
      <Panel title="Who reaches what is sensitive?">
        <QueryView query={query} awaited="the sensitive resources">
          {({ rows }) =>
            rows.length === 0 ? (
              <p>No source marks anything as sensitive. Choose what you want to know about above.</p>
            ) : (
              <ul className={styles.lines}>
                {rows.map(row => (
                  <Choice
                    key={row.id}
                    search={{ to: `ResourceInstance:${row.id}` }}
                    name={
                      <>
                        {row.class === 'host' ? 'Who can become root on ' : 'Who reaches '}
                        <Text line>{row.name}</Text>?
                      </>
                    }
                    detail={
                      <>
                        <Text line>{row.source}</Text> · <Count>{row.accounts}</Count>{' '}
                        {row.accounts === 1 ? 'account' : 'accounts'}
                      </>
                    }
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Panel>
      <Panel title="What can machines do?">
        <ul className={styles.lines}>
          <li>
            <Link to="/identities" search={{ owner: 'nobody', kind: 'Token' }} className={styles.line}>
              Which keys and tokens belong to nobody?
            </Link>
          </li>
          <li>
            <Link to="/identities" search={{ owner: 'gone' }} className={styles.line}>
              Which machine identities belong only to people who left?
            </Link>
          </li>
          <li>
            <Link to="/identities" search={{}} className={styles.line}>
              Which machine identities can act as the most accounts?
            </Link>
          </li>
        </ul>
      </Panel>
    </Columns>
  );
}
