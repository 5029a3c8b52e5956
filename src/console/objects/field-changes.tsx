// The fields of an object that a change altered, with the values before and after it.
import type { ReactNode } from 'react';
import { FieldName } from '../components/text/field-name.tsx';
import { Value } from '../components/text/value.tsx';
import styles from './field-changes.module.css';

export interface FieldChange {
  readonly field: string;
  /** Absent or null: it had no value. */
  readonly before?: unknown;
  readonly after?: unknown;
}

export function FieldChanges({ fields }: { readonly fields: readonly FieldChange[] }): ReactNode {
  return (
    <dl className={styles.fields}>
      {fields.map(({ field, before, after }) => (
        <div key={field}>
          <dt>
            <FieldName>{field}</FieldName>
          </dt>
          <dd>
            <del>{valueOrNone(before)}</del>
            {' → '}
            <ins>{valueOrNone(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function valueOrNone(value: unknown): ReactNode {
  return value === undefined || value === null ? 'no value' : <Value>{value}</Value>;
}
