// The second step: disable, take a role, take out of a group, or ask somebody first.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Change, operationWords } from '../../actions/operations.ts';
import { sqlQuery } from '../../api/sql.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { SqlList } from '../../objects/sql-list.tsx';
import styles from './fix.module.css';
import { askSql, containersSql } from './selected-accounts.ts';

/** What is done with the accounts; `Ask` changes nothing. */
export type FixOperation = 'DisableAccount' | 'RemoveRole' | 'RemoveGroupMember' | 'Ask';

export interface Intention {
  readonly operation: FixOperation;
  /** Global id of the role or group; undefined: none is chosen yet, or none is needed. */
  readonly container?: string;
}

const labels: Readonly<Record<FixOperation, string>> = {
  DisableAccount: operationWords.DisableAccount.label,
  RemoveRole: 'Take a role',
  RemoveGroupMember: 'Take out of a group',
  Ask: 'Ask somebody first',
};

/** @returns undefined while something is missing */
export function changeOf({ operation, container }: Intention, accountIds: readonly string[]): Change | undefined {
  if (operation === 'Ask' || accountIds.length === 0) return undefined;
  if (operation === 'DisableAccount') return { operation, accountIds };
  return container === undefined ? undefined : { operation, containerId: container, accountIds };
}

interface WhatToDoProps {
  readonly intention: Intention;
  readonly accountIds: readonly string[];
  readonly onChange: (intention: Intention) => void;
}

export function WhatToDo({ intention, accountIds, onChange }: WhatToDoProps): ReactNode {
  const { operation } = intention;
  return (
    <>
      <fieldset className={styles.operations}>
        <legend className={styles.hidden}>What to do</legend>
        {Object.entries(labels).map(([each, label]) => (
          <label key={each}>
            <input
              type="radio"
              name="operation"
              checked={operation === each}
              onChange={() => onChange({ operation: each as FixOperation })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {operation === 'Ask' && (
        <SqlList
          label="Whom to ask"
          sql={askSql}
          parameters={{ ids: accountIds }}
          empty="No account is meant, so there is nobody to ask"
        />
      )}
      {(operation === 'RemoveRole' || operation === 'RemoveGroupMember') && (
        <Containers intention={intention} accountIds={accountIds} onChange={onChange} />
      )}
    </>
  );
}

/** The roles or groups that the accounts are in. A job is about accounts of one source, so choosing one leaves the others out. */
function Containers({ intention, accountIds, onChange }: WhatToDoProps): ReactNode {
  const { operation, container } = intention;
  const type = operation === 'RemoveRole' ? 'Role' : 'UserGroup';
  const noun = operation === 'RemoveRole' ? 'role' : 'group';
  const query = useQuery(
    sqlQuery<{ id: string; name: string; source: string; accounts: number }>(containersSql, { ids: accountIds, type }),
  );
  return (
    <QueryView query={query} awaited={`the ${noun}s of the accounts`}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p>None of these accounts is directly in a {noun}.</p>
        ) : (
          <label className={styles.choice}>
            Which {noun}?
            <select
              value={container ?? ''}
              onChange={({ target }) =>
                onChange({ operation, ...(target.value !== '' && { container: target.value }) })
              }
            >
              <option value="">Choose a {noun}</option>
              {rows.map(({ id, name, source, accounts }) => (
                <option key={id} value={id}>
                  {name} in {source} ({formatCount(accounts)} of them)
                </option>
              ))}
            </select>
          </label>
        )
      }
    </QueryView>
  );
}
