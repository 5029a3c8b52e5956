// The other object of a change: the role or group for an account, the account for a role or group, the name of a new group.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { apiQuery } from '../api/api.ts';
import { sqlQuery } from '../api/sql.ts';
import { Button } from '../components/controls/button.tsx';
import { Field } from '../components/controls/field.tsx';
import { usePaused } from '../components/controls/use-paused.ts';
import { EmptyState } from '../components/feedback/empty-state.tsx';
import { QueryView } from '../components/feedback/query-view.tsx';
import { Text } from '../components/text/text.tsx';
import styles from './actions.module.css';
import type { Change, MemberOperation, Operation, RoleOperation } from './operations.ts';
import type { Subject } from './subject.ts';

interface ChangeChoiceProps {
  readonly operation: Operation;
  readonly subject: Subject;
  readonly onChoose: (change: Change) => void;
}

export function ChangeChoice({ operation, subject, onChoose }: ChangeChoiceProps): ReactNode {
  if (operation === 'CreateUserGroup') return <GroupName subject={subject} onChoose={onChoose} />;
  const takes = operation === 'RemoveRole' || operation === 'RemoveGroupMember';
  const choose = (id: string) =>
    onChoose({
      operation: operation as RoleOperation | MemberOperation,
      ...(subject.type === 'Account'
        ? { containerId: id, accountIds: [subject.id] }
        : { containerId: subject.id, accountIds: [id] }),
    });
  const type =
    subject.type !== 'Account'
      ? 'Account'
      : operation === 'AssignRole' || operation === 'RemoveRole'
        ? 'Role'
        : 'UserGroup';
  return takes ? (
    <PresentMemberships subject={subject} type={type} onChoose={choose} />
  ) : (
    <Search subject={subject} type={type} onChoose={choose} />
  );
}

interface PickProps {
  readonly subject: Subject;
  readonly type: 'Account' | 'Role' | 'UserGroup';
  readonly onChoose: (id: string) => void;
}

const nouns = { Account: 'account', Role: 'role', UserGroup: 'group' } as const;

/** By name, within the source of the subject: nothing else can be combined with it. */
function Search({ subject, type, onChoose }: PickProps): ReactNode {
  const [text, setText] = useState('');
  const q = usePaused(text.trim());
  const { applicationInstanceId } = subject;
  const query = useQuery({
    ...apiQuery('get', '/v1/search', { params: { query: { q, type, applicationInstanceId } } }),
    enabled: q !== '',
  });
  return (
    <div className={styles.part}>
      <Field
        label={`Which ${nouns[type]}?`}
        hint="A name, username, e-mail address or id"
        type="search"
        maxLength={200}
        autoComplete="off"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      {q !== '' && (
        <QueryView query={query} awaited="what the search finds">
          {({ items }) => (
            <Choices
              empty={`No ${nouns[type]} of this source is found. Try fewer words.`}
              choices={items.map(({ objectId, objectName, alias }) => ({
                id: objectId,
                name: objectName ?? alias ?? objectId,
              }))}
              onChoose={onChoose}
            />
          )}
        </QueryView>
      )}
    </div>
  );
}

const containersOf = `SELECT container_id AS id, container_name AS name FROM memberships
  WHERE member_id = :id::UUID AND container_type = :type AND depth = 1 ORDER BY name`;
const accountsOf = `SELECT member_id AS id, member_name AS name FROM memberships
  WHERE container_id = :id::UUID AND member_type = :type AND depth = 1 ORDER BY name`;

/** The direct memberships of an account, or the direct members of a role or group: what can be taken away. */
function PresentMemberships({ subject, type, onChoose }: PickProps): ReactNode {
  const [text, setText] = useState('');
  const sql = subject.type === 'Account' ? containersOf : accountsOf;
  const query = useQuery(sqlQuery<{ readonly id: string; readonly name: string }>(sql, { id: subject.id, type }));
  return (
    <div className={styles.part}>
      <QueryView query={query} awaited={`the ${nouns[type]}s`}>
        {({ rows, hasMore }) => (
          <>
            <Field
              label={`Which ${nouns[type]}?`}
              hint={
                hasMore
                  ? 'Not all of them are listed here. Others can be chosen on their own pages.'
                  : 'Part of its name'
              }
              type="search"
              autoComplete="off"
              value={text}
              onChange={event => setText(event.target.value)}
            />
            <Choices
              empty={`There is no such ${nouns[type]} to take away.`}
              choices={rows.filter(({ name }) => name?.toLowerCase().includes(text.trim().toLowerCase()))}
              onChoose={onChoose}
            />
          </>
        )}
      </QueryView>
    </div>
  );
}

interface ChoicesProps {
  readonly empty: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  readonly onChoose: (id: string) => void;
}

function Choices({ empty, choices, onChoose }: ChoicesProps): ReactNode {
  if (choices.length === 0) return <EmptyState title={empty} />;
  return (
    <ul className={styles.choices} aria-label="Choices">
      {choices.map(({ id, name }) => (
        <li key={id}>
          <Button look="quiet" onClick={() => onChoose(id)}>
            <Text line>{name}</Text>
          </Button>
        </li>
      ))}
    </ul>
  );
}

const longestName = 256;

function GroupName({ subject, onChoose }: Omit<ChangeChoiceProps, 'operation'>): ReactNode {
  const [groupName, setGroupName] = useState('');
  const { applicationInstanceId } = subject;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChoose({ operation: 'CreateUserGroup', applicationInstanceId, groupName });
  };
  return (
    <form className={styles.part} onSubmit={submit}>
      <Field
        label="Name of the new group"
        hint="It reaches the source exactly as it is typed."
        required
        maxLength={longestName}
        autoComplete="off"
        value={groupName}
        onChange={event => setGroupName(event.target.value)}
      />
      <div className={`${styles.buttons} ${styles.end}`}>
        <Button type="submit" look="primary">
          See what would happen
        </Button>
      </div>
    </form>
  );
}
