// The result as a list: the objects that an account reaches, or the accounts that reach an object, with what denials leave.
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Text } from '../../components/text/text.tsx';
import { knownType } from '../../objects/object-types.ts';
import { hasReachers, reachedObjectsQuery, reachingAccountsQuery } from '../../objects/reach-lists.ts';
import styles from './access.module.css';
import { Choice } from './choice.tsx';
import { type End, endText } from './ends.ts';
import { permissionWords } from './graph/words.ts';

interface Line {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly hops: number;
  readonly permissions: readonly string[];
}

/** Whether the service can list what an end reaches, or who reaches it. */
export function hasReachList({ type }: End, isBack: boolean): boolean {
  return isBack ? hasReachers(type) : type === 'Account';
}

export function ReachList({ end, isBack }: { readonly end: End; readonly isBack: boolean }): ReactNode {
  const [isPrivilegedOnly, setPrivilegedOnly] = useState(false);
  const objects = useInfiniteQuery({ ...reachedObjectsQuery(end.id), enabled: !isBack });
  const accounts = useInfiniteQuery({ ...reachingAccountsQuery(end.type, end.id), enabled: isBack });
  const query = isBack ? accounts : objects;
  const all = isBack
    ? (accounts.data?.pages ?? []).flatMap(({ items }) => items.map(lineOfAccount))
    : (objects.data?.pages ?? []).flatMap(({ items }) => items.map(lineOfObject));
  if (query.data && all.length === 0 && !isBack) return null;
  const lines = all.filter(({ permissions }) => !isPrivilegedOnly || permissions.includes('Privileged'));
  const privileged = all.filter(({ permissions }) => permissions.includes('Privileged')).length;
  const noun = isBack ? 'accounts' : 'objects';
  const known = `${all.length.toLocaleString()}${query.hasNextPage ? ' or more' : ''} ${noun}, ${privileged.toLocaleString()} of them privileged`;
  return (
    <Panel
      title={isBack ? 'Who reaches it' : 'What it reaches'}
      actions={
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isPrivilegedOnly}
            onChange={event => setPrivilegedOnly(event.target.checked)}
          />
          Privileged only
        </label>
      }
    >
      {query.error && (
        <ErrorPanel error={query.error} what="The list could not be read" onRetry={() => query.refetch()} />
      )}
      {query.isPending && <Loading>the list</Loading>}
      {query.data && all.length === 0 && <EmptyState title="Nobody reaches it" />}
      {all.length > 0 && <p className={styles.hint}>{known}. Choose one to see the paths.</p>}
      <ul className={styles.lines}>
        {lines.map(line => (
          <ReachLine key={line.id} line={line} end={end} isBack={isBack} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Panel>
  );
}

function ReachLine({
  line,
  end,
  isBack,
}: {
  readonly line: Line;
  readonly end: End;
  readonly isBack: boolean;
}): ReactNode {
  const other = `${line.type}:${line.id}`;
  const search = isBack ? { from: other, to: endText(end) } : { from: endText(end), to: other };
  return (
    <Choice
      search={search}
      name={<Text line>{line.name}</Text>}
      tags={
        <>
          {!isBack && <Tag>{knownType(line.type)?.one ?? line.type}</Tag>}{' '}
          {line.permissions.includes('Privileged') && <Tag tone="warning">Privileged</Tag>}{' '}
          {!line.isEnabled && <Tag>disabled</Tag>}
        </>
      }
      detail={`${permissionWords(line.permissions)} · ${line.hops === 1 ? 'direct' : `${line.hops} steps`}`}
    />
  );
}

function lineOfObject({ objectId, objectType, objectName, hops, permissions }: Schemas['ReachedObject']): Line {
  return { id: objectId, type: objectType, name: objectName ?? objectId, isEnabled: true, hops, permissions };
}

function lineOfAccount({ accountId, alias, enabled, hops, permissions }: Schemas['ReachingAccount']): Line {
  return { id: accountId, type: 'Account', name: alias, isEnabled: enabled, hops, permissions };
}
