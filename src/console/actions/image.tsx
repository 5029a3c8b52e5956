// What a source shows of a record: field by field, now or before and after.
import type { ReactNode } from 'react';
import { Value } from '../components/text/value.tsx';
import styles from './actions.module.css';

type Image = Readonly<Record<string, unknown>>;

export function ImageView({ image }: { readonly image: Image }): ReactNode {
  return (
    <dl className={styles.image}>
      {identifyingFirst(Object.keys(image)).map(field => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            <ImageValue>{image[field]}</ImageValue>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What identifies a record for a reader, the most telling first. Sources name it differently. */
const identifying = [
  'name',
  'displayname',
  'alias',
  'username',
  'login',
  'uid',
  'samaccountname',
  'email',
  'mail',
  'id',
];

/** Fields that identify the record come first; all others keep their order. */
function identifyingFirst(fields: readonly string[]): readonly string[] {
  const place = (field: string) => {
    const at = identifying.indexOf(field.toLowerCase().replaceAll(/[^a-z]/g, ''));
    return at === -1 ? identifying.length : at;
  };
  return fields.toSorted((left, right) => place(left) - place(right));
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
