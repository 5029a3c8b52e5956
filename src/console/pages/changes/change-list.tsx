import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { requesterOf } from '../../actions/operations.ts';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { schemaQuery } from '../../api/fields.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { isComputedChange } from '../../objects/computed-changes.ts';
import { FieldChanges } from '../../objects/field-changes.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { useAreNamesAwaited, useObjectNames } from '../../objects/object-names.ts';
import { knownType } from '../../objects/object-types.ts';
import { sourcesQuery, useSourceName } from '../../objects/sources.ts';
import styles from './changes.module.css';
import { useRelationNames } from './relation-names.ts';
import { useResolvedViolations } from './resolved-violations.ts';
import type { ChangesSearch } from './search.ts';

type Change = Schemas['Change'];

const pageSize = 100;
const tones: Readonly<Record<Change['change'], Tone>> = { Appeared: 'good', Changed: 'info', Vanished: 'bad' };

interface ChangeListProps {
  readonly search: ChangesSearch;
  readonly onChange: (search: ChangesSearch) => void;
}

export function ChangeList({ search, onChange }: ChangeListProps): ReactNode {
  const query = useChanges(search);
  const pages = query.data?.pages ?? [];
  const changes = pages.flatMap(({ items }) => items);
  const { shownName, resolved, isAwaited } = useAboutChanges(changes, query.data?.pages[0]?.until.version);
  const named = changes.filter(change => {
    const name = shownName(change) ?? '';
    return name.toLowerCase().includes((search.name ?? '').toLowerCase());
  });
  const listed = search.computed ? named : named.filter(change => !isComputedChange(change));
  const hidden = named.length - listed.length;
  const first = pages[0];
  const { since: _, until: __, ...others } = search;
  const wrong = query.error instanceof ApiError ? query.error.details?.['parameter'] : undefined;
  return (
    <>
      {/* Entries that are there already stay in sight while those of a further page get their names. */}
      {(query.isPending || (isAwaited && pages.length === 1)) && <Loading>the changes</Loading>}
      {!query.isPending && (
        <QueryView query={query} awaited="the changes">
          {() => (
            <>
              {first && (
                <p className={styles.between}>
                  From version {first.since.version} (<Time at={first.since.generatedAt} />) to version{' '}
                  {first.until.version} (<Time at={first.until.generatedAt} />)
                  {changes.length > 0 &&
                    `: ${formatCount(changes.length)}${query.hasNextPage ? ' or more' : ''} ${changes.length === 1 ? 'change' : 'changes'}`}
                </p>
              )}
              {first?.partialVersions && (
                <p className={styles.between}>
                  Another release made version {first.partialVersions.join(', ')}: what the service computes was not
                  compared there.
                </p>
              )}
              {hidden > 0 && (
                <p className={styles.between}>
                  {formatCount(hidden)} {hidden === 1 ? 'change is' : 'changes are'} not shown: only counts and flags
                  that follow from other changes differ.{' '}
                  <Button look="quiet" onClick={() => onChange({ ...search, computed: true })}>
                    Show them
                  </Button>
                </p>
              )}
              {changes.length === 0 ? (
                <EmptyState title="Nothing is different">
                  {first?.since.version === first?.until.version
                    ? 'Both ends are the same version. Changes are seen from the second version on.'
                    : 'Choose an earlier version, or another kind or type.'}
                </EmptyState>
              ) : (
                <ol className={styles.list} aria-label="Changes">
                  {listed.map(change => (
                    <ChangeEntry
                      key={`${change.objectType} ${change.objectId}`}
                      change={change}
                      name={shownName(change)}
                      isResolved={resolved.has(change.objectId)}
                    />
                  ))}
                </ol>
              )}
            </>
          )}
        </QueryView>
      )}
      {(wrong === 'since' || wrong === 'until') && (
        <Button onClick={() => onChange(others)}>Show as long as changes are known</Button>
      )}
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Read more
        </Button>
      )}
    </>
  );
}

/** What changes do not say themselves: names, and which risks are resolved. @param version the one that the span ends with */
function useAboutChanges(changes: readonly Change[], version: string | undefined) {
  const violations = changes.flatMap(({ objectType, objectId }) => (objectType === 'RiskViolation' ? [objectId] : []));
  const nameOf = useObjectNames(violations);
  const relations = useRelationNames(changes);
  const { resolved, isAwaited } = useResolvedViolations(changes, version);
  const areNamesAwaited = useAreNamesAwaited(violations);
  // A name of a source takes less room than its id.
  const { isLoading: areSourcesAwaited } = useQuery(sourcesQuery);
  // The label of a field is not as long as its name.
  const { isLoading: areLabelsAwaited } = useQuery(schemaQuery);
  return {
    shownName: (change: Change) => relations.relationNameOf(change) ?? nameOf(change.objectId) ?? change.objectName,
    resolved,
    isAwaited: isAwaited || relations.isAwaited || areNamesAwaited || areSourcesAwaited || areLabelsAwaited,
  };
}

function useChanges({ since, until, type, kind, source }: ChangesSearch) {
  return useInfiniteQuery({
    queryKey: ['changes', since, until, type, kind, source],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        pageSize,
        order: 'newest' as const,
        ...(since !== undefined && { since }),
        ...(until !== undefined && { until }),
        ...(type && { objectType: type }),
        ...(kind && { change: kind }),
        ...(source !== undefined && { applicationInstanceId: source }),
        ...(pageParam !== undefined && { pageToken: pageParam }),
      };
      return (await api.GET('/v1/changes', { params: { query }, signal })).data!;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
  });
}

interface ChangeEntryProps {
  readonly change: Change;
  readonly name: string | undefined;
  /** Of a risk that appeared: whether it is resolved in the version that the span ends with. */
  readonly isResolved: boolean;
}

function ChangeEntry({ change, name, isResolved }: ChangeEntryProps): ReactNode {
  const sourceName = useSourceName();
  const { objectType, objectId, fields = [], actionJob } = change;
  return (
    <li className={styles.entry}>
      <p className={styles.head}>
        <span>{knownType(objectType)?.one ?? objectType}</span>
        <span className={styles.name}>
          <ObjectLink type={objectType} id={objectId} name={name} />
        </span>
        <Tag tone={isResolved ? 'neutral' : tones[change.change]}>{change.change.toLowerCase()}</Tag>
        {isResolved && <Tag tone="good">resolved</Tag>}
        <span className={styles.muted}>
          in <Text line>{sourceName(change.applicationInstanceId)}</Text> on <Time at={change.changedAt} />
        </span>
        {actionJob && (
          <Link to="/jobs/$id" params={{ id: actionJob.id }}>
            asked for by <Text line>{requesterOf(actionJob)}</Text>
          </Link>
        )}
      </p>
      {change.change === 'Changed' && <FieldChanges type={objectType} fields={fields} />}
      {change.change === 'Vanished' && fields.length > 0 && (
        <details>
          <summary>What it was</summary>
          <FieldChanges type={objectType} fields={fields} />
        </details>
      )}
    </li>
  );
}
