// The fields of an object that a change altered, with the values before and after it.
import type { ReactNode } from 'react';
import type { DescribedField } from '../api/fields.ts';
import { FieldName } from '../components/text/field-name.tsx';
import { isComputedField } from './computed-changes.ts';
import styles from './field-changes.module.css';
import { FieldText } from './field-text.tsx';
import { useFieldWords } from './schema.ts';

export interface FieldChange {
  readonly field: string;
  /** Absent or null: it had no value. */
  readonly before?: unknown;
  readonly after?: unknown;
}

interface FieldChangesProps {
  /** The type of the object. */
  readonly type: string;
  readonly fields: readonly FieldChange[];
}

export function FieldChanges({ type, fields }: FieldChangesProps): ReactNode {
  const wordsOf = useFieldWords(type);
  return (
    <dl className={styles.fields}>
      {causesFirst(fields).map(({ field, before, after }) => (
        <div key={field}>
          <dt title={wordsOf(field).about}>
            <FieldName>{wordsOf(field).label}</FieldName>
          </dt>
          <dd>
            <del>{valueOrNone(before, wordsOf(field).format)}</del>
            {' → '}
            <ins>{valueOrNone(after, wordsOf(field).format)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What a source changed, and then the counts and flags that follow from it. */
const causesFirst = (fields: readonly FieldChange[]) =>
  fields.toSorted((a, b) => Number(isComputedField(a.field)) - Number(isComputedField(b.field)));

function valueOrNone(value: unknown, format: DescribedField['format']): ReactNode {
  return value === undefined || value === null ? 'no value' : <FieldText format={format}>{value}</FieldText>;
}
