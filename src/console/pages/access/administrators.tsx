// The accounts that can become root on a machine, including those that can do so only by a single command, a key or a group.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sqlQuery } from '../../api/sql.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Text } from '../../components/text/text.tsx';
import { Value } from '../../components/text/value.tsx';
import styles from './access.module.css';
import { Choice } from './choice.tsx';

interface Administrator {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly enabled: boolean | null;
  readonly because: unknown;
}

const administratorsOf = `SELECT account.global_id AS id, account.alias AS name, account.type, account.enabled,
    list_filter(account.profile_metadata, fact -> fact.name = 'administratorBecause')[1].value AS because
  FROM accounts AS account JOIN resource_instances AS host USING (application_instance_id)
  WHERE host.global_id = :host::UUID AND host.resource_class = 'host' AND host.id LIKE 'host:%' AND account.is_admin
  ORDER BY account.enabled DESC, account.alias, account.global_id`;

/** Only for resources that are machines; of others it shows nothing. */
export function Administrators({ host, hostName }: { readonly host: string; readonly hostName: string }): ReactNode {
  const query = useQuery(sqlQuery<Administrator>(administratorsOf, { host }));
  return (
    <Panel title={`Who can become root on ${hostName.slice(0, 60)}`}>
      <QueryView query={query} awaited="the administrators">
        {({ rows, hasMore }) =>
          rows.length === 0 ? (
            <p>Nobody, as far as could be read.</p>
          ) : (
            <>
              <p className={styles.hint}>
                {rows.length.toLocaleString()}
                {hasMore && ' or more'} {rows.length === 1 ? 'account' : 'accounts'}: by user id 0, a sudo rule, a group
                that is as good as root, or a key of one of these.
              </p>
              <ul className={styles.lines}>
                {rows.map(row => (
                  <Choice
                    key={row.id}
                    search={{ from: `Account:${row.id}`, to: `ResourceInstance:${host}` }}
                    name={<Text line>{row.name}</Text>}
                    tags={
                      <>
                        <Tag>{row.type}</Tag> {row.enabled === false && <Tag>disabled</Tag>}
                      </>
                    }
                    detail={row.because !== null && <Value line>{row.because}</Value>}
                  />
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}
