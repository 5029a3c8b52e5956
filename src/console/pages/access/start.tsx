// Nothing is chosen yet: questions that begin with one click.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sqlQuery } from '../../api/sql.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
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

/** Where no source marks anything as sensitive. */
const mostReached = sqlQuery<Sensitive>(
  `SELECT global_id AS id, coalesce(display_name, name, id) AS name, resource_class AS class, source_id AS source,
     analytics_accounts_with_access_count AS accounts
   FROM resource_instances WHERE analytics_accounts_with_access_count > 0
   ORDER BY analytics_accounts_with_access_count DESC, name, id`,
  {},
  12,
);

export function Start(): ReactNode {
  return (
    <>
      <p>
        This page shows who can reach what, and through what. Choose somebody, something, or both above, or begin with
        one of these questions.
      </p>
      <Questions />
    </>
  );
}

function Questions(): ReactNode {
  const query = useQuery(sensitive);
  return (
    <Columns>
      <Panel title="Who reaches what is sensitive?">
        <QueryView query={query} awaited="the sensitive resources">
          {({ rows }) => (rows.length === 0 ? <MostReached /> : <Resources rows={rows} />)}
        </QueryView>
      </Panel>
      <div className={styles.split}>
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
        <Panel title="Who should not have access?">
          <ul className={styles.lines}>
            <li>
              <Link to="/overview/$list" params={{ list: 'people-who-left' }} className={styles.line}>
                Which people left and can still sign in?
              </Link>
            </li>
            <li>
              <Link to="/risks" className={styles.line}>
                Which access breaks a rule?
              </Link>
            </li>
            <li>
              <Link to="/search" className={styles.line}>
                Search for a person, an account or a resource by name
              </Link>
            </li>
          </ul>
        </Panel>
      </div>
    </Columns>
  );
}

function MostReached(): ReactNode {
  const query = useQuery(mostReached);
  return (
    <QueryView query={query} awaited="the resources that most accounts reach">
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState title="No resource is reached by an account">
            The page <Link to="/sources">Sources</Link> says what was read, and what could not be read.
          </EmptyState>
        ) : (
          <>
            <p>No source marks anything as sensitive. The most accounts reach these:</p>
            <Resources rows={rows} />
          </>
        )
      }
    </QueryView>
  );
}

function Resources({ rows }: { readonly rows: readonly Sensitive[] }): ReactNode {
  return (
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
  );
}
