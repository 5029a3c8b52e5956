import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sqlQuery } from '../../api/sql.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Time } from '../../components/text/time.tsx';
import { FieldChanges } from '../../objects/field-changes.tsx';
import styles from './object.module.css';

interface Seen {
  readonly change: 'Appeared' | 'Changed' | 'Vanished';
  readonly changed_at: string;
  readonly version: number;
  /** A value of NULL: the field has no value. */
  readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[] | null;
}

const history = `SELECT change, changed_at, version, fields FROM changes WHERE object_id = :id::UUID ORDER BY version DESC`;
const tones: Readonly<Record<Seen['change'], Tone>> = { Appeared: 'good', Changed: 'info', Vanished: 'bad' };
const shownChanges = 50;

/** What has changed about the object, as long as the history is kept. @param id global id */
export function History({ type, id }: { readonly type: string; readonly id: string }): ReactNode {
  const query = useQuery(sqlQuery<Seen>(history, { id }, shownChanges));
  return (
    <Panel title="History">
      <QueryView query={query} awaited="the history">
        {({ rows, hasMore }) =>
          rows.length === 0 ? (
            <EmptyState title="Nothing has changed since the history began" />
          ) : (
            <ol className={styles.history}>
              {rows.map(seen => (
                <li key={`${seen.version} ${seen.changed_at}`}>
                  <Tag tone={tones[seen.change]}>{seen.change}</Tag> <Time at={seen.changed_at} />
                  {seen.change === 'Changed' && <FieldChanges type={type} fields={seen.fields ?? []} />}
                </li>
              ))}
              {hasMore && <li>Older changes are not shown.</li>}
            </ol>
          )
        }
      </QueryView>
    </Panel>
  );
}
