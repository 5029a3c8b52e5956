// The owners of a machine identity. A key often acts with the rights of its owner, which no grant of the key shows.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sqlQuery } from '../../api/sql.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Text } from '../../components/text/text.tsx';
import styles from './access.module.css';
import { Choice } from './choice.tsx';

interface Owner {
  readonly id: string;
  readonly alias: string | null;
  readonly name: string | null;
  readonly enabled: boolean | null;
  readonly employment: string | null;
}

const ownersOf = `SELECT owner_account_id AS id, owner_alias AS alias, owner_name AS name, owner_enabled AS enabled,
    owner_employment_status AS employment
  FROM account_owners WHERE account_id = :account::UUID ORDER BY alias, id`;

export function Owners({ account, isKey }: { readonly account: string; readonly isKey: boolean }): ReactNode {
  const query = useQuery(sqlQuery<Owner>(ownersOf, { account }, 100));
  return (
    <Panel title="Belongs to">
      <QueryView query={query} awaited="the owners">
        {({ rows }) =>
          rows.length === 0 ? (
            <p>
              <Tag tone="bad">nobody</Tag> No source names an owner.
              {isKey &&
                ' A key can act with the rights of an owner. As long as its owner is not known, it may reach more than what is shown here.'}
            </p>
          ) : (
            <ul className={styles.lines}>
              {rows.map(owner => (
                <Choice
                  key={owner.id}
                  search={{ from: `Account:${owner.id}` }}
                  name={<Text line>{owner.name ?? owner.alias ?? owner.id}</Text>}
                  tags={
                    <>
                      {owner.enabled === false && <Tag tone="warning">disabled</Tag>}
                      {owner.employment === 'Terminated' && <Tag tone="bad">left</Tag>}
                    </>
                  }
                  detail="what the owner reaches"
                />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Panel>
  );
}
