import type { ReactNode } from 'react';
import { Value } from '../../components/text/value.tsx';
import type { ServedObject } from '../../objects/served-object.ts';
import styles from './object.module.css';

/** The fields of an object with their values. */
export function Fields({ object }: { readonly object: ServedObject }): ReactNode {
  return (
    <dl className={styles.fields}>
      {Object.entries(object).map(([field, value]) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            <Value>{value}</Value>
          </dd>
        </div>
      ))}
    </dl>
  );
}
