// The result as a list: the objects that an account reaches, or the accounts that reach an object, with what denials leave.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/api.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Text } from '../../components/text/text.tsx';
import { knownType } from '../../objects/object-types.ts';
import styles from './access.module.css';
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

interface LinePage {
  readonly lines: readonly Line[];
  readonly nextPageToken?: string | undefined;
}

const pageSize = 200;

/** Type → the list of the accounts that reach an object of it. */
const accountLists = {
  ResourceInstance: '/v1/resource-instances/{id}/accounts',
  Role: '/v1/roles/{id}/accounts',
  UserGroup: '/v1/user-groups/{id}/accounts',
  AssignedApplication: '/v1/assigned-applications/{id}/accounts',
  IntegratedApplication: '/v1/integrated-applications/{id}/accounts',
} as const;

/** Whether the service can list what an end reaches, or who reaches it. */
export function hasReachList({ type }: End, isBack: boolean): boolean {
  return isBack ? type in accountLists : type === 'Account';
}

export function ReachList({ end, isBack }: { readonly end: End; readonly isBack: boolean }): ReactNode {
  const [isPrivilegedOnly, setPrivilegedOnly] = useState(false);
  const query = useInfiniteQuery({
    queryKey: ['reach list', endText(end), isBack],
    queryFn: ({ pageParam, signal }) => (isBack ? readAccounts : readObjects)(end, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
  });
  const all = query.data?.pages.flatMap(({ lines }) => lines) ?? [];
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
          <li key={line.id}>
            <ReachLine line={line} end={end} isBack={isBack} />
          </li>
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
    <Link to="/access" search={search} className={styles.line}>
      <span className={styles.lineName}>
        <Text line>{line.name}</Text>
      </span>
      <span>
        {!isBack && <Tag>{knownType(line.type)?.one ?? line.type}</Tag>}{' '}
        {line.permissions.includes('Privileged') && <Tag tone="warning">Privileged</Tag>}{' '}
        {!line.isEnabled && <Tag>disabled</Tag>}
      </span>
      <small>
        {permissionWords(line.permissions)} · {line.hops === 1 ? 'direct' : `${line.hops} steps`}
      </small>
    </Link>
  );
}

async function readObjects({ id }: End, pageToken: string | undefined, signal: AbortSignal): Promise<LinePage> {
  const params = { path: { id }, query: { pageSize, ...(pageToken && { pageToken }) } };
  const { data } = await api.GET('/v1/accounts/{id}/access', { params, signal });
  const { items, nextPageToken } = data!;
  const lines = items.map(({ objectId, objectType, objectName, hops, permissions }) => {
    return { id: objectId, type: objectType, name: objectName ?? objectId, isEnabled: true, hops, permissions };
  });
  return { lines, nextPageToken };
}

async function readAccounts({ type, id }: End, pageToken: string | undefined, signal: AbortSignal): Promise<LinePage> {
  const params = { path: { id }, query: { pageSize, ...(pageToken && { pageToken }) } };
  const { data } = await api.GET(accountLists[type as keyof typeof accountLists], { params, signal });
  const { items, nextPageToken } = data as Schemas['ReachingAccountList'];
  const lines = items.map(({ accountId, alias, enabled, hops, permissions }) => {
    return { id: accountId, type: 'Account', name: alias, isEnabled: enabled, hops, permissions };
  });
  return { lines, nextPageToken };
}
