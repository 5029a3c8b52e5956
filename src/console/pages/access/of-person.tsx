// A person reaches what the accounts of the person reach. Here the reader chooses one of these accounts.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Text } from '../../components/text/text.tsx';
import { type End, endText } from '../../objects/ends.ts';
import { ObjectLink } from '../../objects/object-link.tsx';
import { personAccountsQuery } from '../../objects/person-accounts.ts';
import styles from './access.module.css';
import { Choice } from './choice.tsx';

/** @param id of the person @param to what is reached, when it is chosen */
export function OfPerson({ id, to }: { readonly id: string; readonly to: End | undefined }): ReactNode {
  const query = useQuery(personAccountsQuery(id));
  return (
    <Panel title="The accounts of the person">
      <QueryView query={query} awaited="the accounts">
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No account is known to be of this person" />
          ) : (
            <>
              <p className={styles.hint}>
                A person has access through accounts. Choose one to see the paths.{' '}
                <ObjectLink type="Person" id={id} name="The page of the person" /> lists everything that the accounts
                reach.
              </p>
              <ul className={styles.lines}>
                {rows.map(account => (
                  <Choice
                    key={account.id}
                    search={{ from: `Account:${account.id}`, ...(to && { to: endText(to) }) }}
                    name={<Text line>{account.alias}</Text>}
                    tags={
                      <>
                        {account.administrator === true && <Tag tone="warning">administrator</Tag>}{' '}
                        {account.enabled === false && <Tag>disabled</Tag>}
                      </>
                    }
                    detail={<Text line>{account.source}</Text>}
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
