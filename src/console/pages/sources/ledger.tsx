// What the last run has read of each type, and what it could not see.
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Count } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { knownType } from '../../objects/object-types.ts';
import type { Source } from '../../objects/source-state.tsx';
import styles from './sources.module.css';

type Read = Source['reads'][number];

const tones: Readonly<Record<Read['status'], Tone>> = {
  Running: 'info',
  Complete: 'good',
  Partial: 'warning',
  Forbidden: 'warning',
  Unsupported: 'neutral',
  Failed: 'bad',
};

export function Ledger({ source: { reads } }: { readonly source: Source }): ReactNode {
  const gaps = reads.flatMap(({ type, gaps: ofType }) => ofType.map(gap => ({ type, ...gap })));
  const errors = reads.filter(({ error }) => error !== undefined);
  return (
    <Panel title="What was read">
      {reads.length === 0 ? (
        <EmptyState title="Nothing has been read yet" />
      ) : (
        <DataTable
          label="What was read"
          columns={columns}
          rows={readFirst(reads)}
          keyOf={({ type }) => type}
          height="rows"
        />
      )}
      {(gaps.length > 0 || errors.length > 0) && (
        <ul className={styles.findings} aria-label="What could not be seen">
          {errors.map(({ type, error }) => (
            <li key={type}>
              <Tag tone="bad">{typeName(type)}</Tag>
              <Text>{error!}</Text>
            </li>
          ))}
          {gaps.map(({ type, subject, message, missing }) => (
            <li key={`${type} ${subject} ${message}`}>
              <Tag tone="warning">{typeName(type)}</Tag>
              <span>
                <Text>{`${subject}: ${message}`}</Text> <span className={styles.muted}>({missing} are missing)</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What the source has, and then what it does not. */
const readFirst = (reads: readonly Read[]) =>
  reads.toSorted((a, b) => Number(a.status === 'Unsupported') - Number(b.status === 'Unsupported'));

const statusWords = (status: Read['status']) =>
  status === 'Unsupported' ? 'not in this source' : status.toLowerCase();

const typeName = (type: string) => knownType(type)?.one ?? type;

const number = (id: 'rows' | 'rejected' | 'kept' | 'unchanged' | 'duplicates', about?: string): DataColumn<Read> => ({
  id,
  header: id === 'rows' ? 'records' : id,
  about,
  fields: [`SourceList.items.reads.${id}`],
  width: 110,
  align: 'end',
  // A type that the source does not have has no counts, not even unknown ones.
  cell: read => (read.status === 'Unsupported' ? null : <Count>{read[id]}</Count>),
  sortBy: read => read[id],
  csv: read => (read.status === 'Unsupported' ? undefined : read[id]),
});

const columns: readonly DataColumn<Read>[] = [
  {
    id: 'type',
    isKey: true,
    header: 'type',
    fields: ['SourceList.items.reads.type'],
    width: 220,
    cell: ({ type }) => typeName(type),
    sortBy: ({ type }) => typeName(type),
  },
  {
    id: 'status',
    header: 'status',
    fields: ['SourceList.items.reads.status'],
    width: 130,
    cell: ({ status }) => <Tag tone={tones[status]}>{statusWords(status)}</Tag>,
    sortBy: ({ status }) => statusWords(status),
  },
  number('rows', 'Records that were landed'),
  number('rejected', 'Records that were rejected'),
  number('kept'),
  number('unchanged'),
  number('duplicates', 'Records that were there before'),
];
