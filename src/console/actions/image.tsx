// What a source shows of a record: field by field, now or before and after.
import type { ReactNode } from 'react';
import { Value } from '../components/text/value.tsx';
import styles from './actions.module.css';

type Image = Readonly<Record<string, unknown>>;

export function ImageView({ image }: { readonly image: Image }): ReactNode {
  return (
    <dl className={styles.image}>
      {Object.entries(image).map(([field, value]) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            <ImageValue>{value}</ImageValue>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The fields that differ. */
export function ImageChange({ from, to }: { readonly from: Image; readonly to: Image }): ReactNode {
  const fields = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    field => JSON.stringify(from[field]) !== JSON.stringify(to[field]),
  );
  return (
    <dl className={styles.image}>
      {fields.map(field => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            <del>
              <ImageValue>{from[field]}</ImageValue>
            </del>
            {' → '}
            <ins>
              <ImageValue>{to[field]}</ImageValue>
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A field of an image is NULL, or an empty list, when the source has no value for it: that is known. */
function ImageValue({ children }: { readonly children: unknown }): ReactNode {
  if (children === undefined || children === null) return 'none';
  if (Array.isArray(children) && children.length === 0) return 'none';
  return <Value>{children}</Value>;
}
