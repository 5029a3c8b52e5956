// The result as a list: the objects that an account reaches, or the accounts that reach an object, with what denials leave.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { useEntryState } from '../../app/entry-state.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import type { DataColumn } from '../../components/table/data-table.tsx';
import { TableCsv } from '../../components/table/table-csv.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { type End, endText } from '../../objects/ends.ts';
import { knownType } from '../../objects/object-types.ts';
import {
  hasReachers,
  type ReachingAccount,
  reachCount,
  reachedObjectsQuery,
  reachedPages,
  reachingAccountsQuery,
  reachingPages,
  useReachRows,
} from '../../objects/reach-lists.ts';
import { type Since, SinceText, sinceCsv } from '../../objects/since.tsx';
import { useSourceName } from '../../objects/sources.ts';
import { type Through, throughWords } from '../../objects/through.tsx';
import styles from './access.module.css';
import { Choice } from './choice.tsx';
import { permissionWords } from './graph/words.ts';

interface Line {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Application instance. */
  readonly instance: string;
  readonly isEnabled: boolean;
  readonly hops: number;
  readonly permissions: readonly string[];
  readonly since: Since | undefined;
  readonly through: Through | undefined;
  /** When the account was last used, for whatever; undefined: its source does not say, or it is no account. */
  readonly lastUsed?: string | undefined;
}

/** Whether the service can list what an end reaches, or who reaches it. */
export function hasReachList({ type }: End, isBack: boolean): boolean {
  return isBack ? hasReachers(type) : type === 'Account';
}

const linesAtOnce = 200;

export function ReachList({ end, isBack }: { readonly end: End; readonly isBack: boolean }): ReactNode {
  const [isPrivilegedOnly, setPrivilegedOnly] = useEntryState('only privileged', false);
  const objects = useInfiniteQuery({ ...reachedObjectsQuery(end.id), enabled: !isBack });
  const accounts = useInfiniteQuery({ ...reachingAccountsQuery(end.type, end.id), enabled: isBack });
  const query = isBack ? accounts : objects;
  const [reaching, reached] = [useReachRows(accounts), useReachRows(objects)];
  const [shown, setShown] = useEntryState('lines of the list', linesAtOnce);
  const sourceName = useSourceName();
  const all = isBack ? reaching.map(lineOfAccount) : reached.map(lineOfObject);
  const pages = isBack
    ? linesOf(reachingPages(end.type, end.id), lineOfAccount)
    : linesOf(reachedPages(end.id), lineOfObject);
  if (query.data && all.length === 0 && !isBack) return null;
  const lines = all.filter(({ permissions }) => !isPrivilegedOnly || permissions.includes('Privileged'));
  const privileged = all.filter(({ permissions }) => permissions.includes('Privileged')).length;
  const count = reachCount(all.length, query.hasNextPage, isBack ? ['account', 'accounts'] : ['object', 'objects']);
  const known = `${count}, ${privileged.toLocaleString()} of them privileged`;
  const title = isBack ? 'Who reaches it' : 'What it reaches';
  return (
    <Panel
      title={title}
      actions={
        <div className={styles.controls}>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={isPrivilegedOnly}
              onChange={event => setPrivilegedOnly(event.target.checked)}
            />
            Privileged only
          </label>
          {all.length > 0 && <TableCsv label={title} columns={csvColumns(sourceName, isBack)} pages={() => pages} />}
        </div>
      }
    >
      {query.error && (
        <ErrorPanel error={query.error} what="The list could not be read" onRetry={() => query.refetch()} />
      )}
      {query.isPending && <Loading>the list</Loading>}
      {query.data && all.length === 0 && <EmptyState title="Nobody reaches it" />}
      {all.length > 0 && (
        <p className={styles.hint}>
          {known}.{' '}
          {isBack
            ? 'Grouped by source. The last use is that of the account, whatever it used.'
            : 'In no particular order.'}{' '}
          Choose one to see the paths.
        </p>
      )}
      <ul className={`${styles.lines} ${styles.longList}`}>
        {lines.slice(0, shown).map(line => (
          <ReachLine key={line.id} line={line} source={sourceName(line.instance)} end={end} isBack={isBack} />
        ))}
      </ul>
      {(query.hasNextPage || lines.length > shown) && (
        <Button
          disabled={query.isFetchingNextPage}
          onClick={() => {
            setShown(shown + linesAtOnce);
            if (lines.length <= shown + linesAtOnce && query.hasNextPage) void query.fetchNextPage();
          }}
        >
          Show more
        </Button>
      )}
    </Panel>
  );
}

function ReachLine({
  line,
  source,
  end,
  isBack,
}: {
  readonly line: Line;
  readonly source: string;
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
      detail={
        <>
          <Text line>{source}</Text> · {permissionWords(line.permissions)} · <Way line={line} />
          {line.since && ' · '}
          <SinceText since={line.since} form="line" />
          {isBack && <LastUse at={line.lastUsed} />}
        </>
      }
    />
  );
}

/** The number of steps, and through what they lead. */
function Way({ line: { hops, through } }: { readonly line: Line }): ReactNode {
  const words = throughWords(through);
  const steps = hops === 1 ? 'direct' : `${hops} steps`;
  if (words === undefined || (hops === 1 && through?.isOnlyPath)) return steps;
  if (hops === 1) return words;
  return (
    <>
      through <Text line>{words}</Text> · {steps}
    </>
  );
}

function LastUse({ at }: { readonly at: string | undefined }): ReactNode {
  if (at === undefined) return ' · last use not known';
  return (
    <>
      {' · '}last used <Time at={at} age />
    </>
  );
}

async function* linesOf<Row>(pages: AsyncIterable<readonly Row[]>, lineOf: (row: Row) => Line) {
  for await (const rows of pages) yield rows.map(lineOf);
}

function csvColumns(sourceName: (instance: string) => string, isBack: boolean): DataColumn<Line>[] {
  const column = (header: string, csv: (line: Line) => unknown): DataColumn<Line> => ({
    id: header,
    header,
    csv,
    cell: () => null,
  });
  return [
    column('Name', ({ name }) => name),
    column('Type', ({ type }) => knownType(type)?.one ?? type),
    column('Source', ({ instance }) => sourceName(instance)),
    column('Enabled', ({ isEnabled }) => isEnabled),
    column('Permissions', ({ permissions }) => permissions.join(', ')),
    column('Through', ({ through }) => throughWords(through)),
    column('Since', ({ since }) => sinceCsv(since)),
    ...(isBack ? [column('Last used', ({ lastUsed }) => lastUsed)] : []),
    column('Steps', ({ hops }) => hops),
    column('Id', ({ id }) => id),
  ];
}

function lineOfObject(row: Schemas['ReachedObject']): Line {
  const { objectId: id, objectType: type, objectName, applicationInstanceId: instance, hops, permissions } = row;
  const { since, through } = row;
  return { id, type, name: objectName ?? id, instance, isEnabled: true, hops, permissions, since, through };
}

function lineOfAccount(row: ReachingAccount): Line {
  const {
    accountId: id,
    alias: name,
    applicationInstanceId: instance,
    enabled: isEnabled,
    hops,
    permissions,
    since,
    through,
    lastUsed,
  } = row;
  return { id, type: 'Account', name, instance, isEnabled, hops, permissions, since, through, lastUsed };
}
