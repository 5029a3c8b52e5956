// The second step: disable, take a role, take out of a group, now or after somebody was asked.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { operationWords } from '../../actions/operations.ts';
import { sqlQuery } from '../../api/sql.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { formatCount } from '../../components/text/number.tsx';
import styles from './fix.module.css';
import { containersSql } from './selected-accounts.ts';

/** What can be taken from accounts. */
export const takingOperations = ['DisableAccount', 'RemoveRole', 'RemoveGroupMember'] as const;
type TakingOperation = (typeof takingOperations)[number];

export interface Container {
  /** Global id of the role or group. */
  readonly id: string;
  /** The accounts that are directly in it, of those that the page is about. */
  readonly members: readonly string[];
}

export interface Intention {
  readonly operation: TakingOperation;
  /** Undefined: none is chosen yet, or none is needed. */
  readonly container?: Container;
  /** Whether managers and owners decide first. */
  readonly isAsked: boolean;
}

const labels: Readonly<Record<TakingOperation, string>> = {
  DisableAccount: operationWords.DisableAccount.label,
  RemoveRole: 'Take a role',
  RemoveGroupMember: 'Take out of a group',
};

/** A change that takes something from accounts. */
export type TakingChange =
  | { readonly operation: 'DisableAccount'; readonly accountIds: readonly string[] }
  | {
      readonly operation: 'RemoveRole' | 'RemoveGroupMember';
      readonly containerId: string;
      readonly accountIds: readonly string[];
    };

/** @returns undefined while something is missing */
export function changeOf(
  { operation, container }: Pick<Intention, 'operation' | 'container'>,
  accountIds: readonly string[],
): TakingChange | undefined {
  if (operation === 'DisableAccount') return accountIds.length === 0 ? undefined : { operation, accountIds };
  return container && { operation, containerId: container.id, accountIds: container.members };
}

interface WhatToDoProps {
  readonly intention: Intention;
  readonly accountIds: readonly string[];
  readonly onChange: (intention: Intention) => void;
}

export function WhatToDo({ intention, accountIds, onChange }: WhatToDoProps): ReactNode {
  const { operation, isAsked } = intention;
  return (
    <>
      <Choices
        legend="What to do"
        name="operation"
        labels={labels}
        chosen={operation}
        onChoose={chosen => onChange({ operation: chosen, isAsked })}
      />
      {operation !== 'DisableAccount' && (
        <Containers intention={intention} accountIds={accountIds} onChange={onChange} />
      )}
      <Choices
        legend="Who decides"
        name="decides"
        labels={{ me: 'Decide it here', others: 'Ask managers and owners first' }}
        chosen={isAsked ? 'others' : 'me'}
        onChoose={chosen => onChange({ ...intention, isAsked: chosen === 'others' })}
      />
    </>
  );
}

interface ChoicesProps<Value extends string> {
  /** Read aloud. */
  readonly legend: string;
  readonly name: string;
  readonly labels: Readonly<Record<Value, string>>;
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

function Choices<Value extends string>({ legend, name, labels, chosen, onChoose }: ChoicesProps<Value>): ReactNode {
  return (
    <fieldset className={styles.operations}>
      <legend className={styles.hidden}>{legend}</legend>
      {Object.entries<string>(labels).map(([value, label]) => (
        <label key={value}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value as Value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** The roles or groups that the accounts are in. A change is about those that are in the chosen one. */
function Containers({ intention, accountIds, onChange }: WhatToDoProps): ReactNode {
  const { operation, container } = intention;
  const type = operation === 'RemoveRole' ? 'Role' : 'UserGroup';
  const noun = operation === 'RemoveRole' ? 'role' : 'group';
  const query = useQuery(
    sqlQuery<{ id: string; name: string; source: string; members: string[] }>(containersSql, {
      ...{ ids: accountIds, type },
    }),
  );
  const choose = (id: string, rows: readonly Container[]) => {
    const chosen = rows.find(row => row.id === id);
    const { container: _former, ...others } = intention;
    onChange({ ...others, ...(chosen && { container: { id: chosen.id, members: chosen.members } }) });
  };
  return (
    <QueryView query={query} awaited={`the ${noun}s of the accounts`}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p>None of these accounts is directly in a {noun}.</p>
        ) : (
          <label className={styles.choice}>
            Which {noun}?
            <select value={container?.id ?? ''} onChange={({ target }) => choose(target.value, rows)}>
              <option value="">Choose a {noun}</option>
              {rows.map(({ id, name, source, members }) => (
                <option key={id} value={id}>
                  {name} in {source} ({formatCount(members.length)} of them)
                </option>
              ))}
            </select>
          </label>
        )
      }
    </QueryView>
  );
}
