import { Fragment, type ReactNode } from 'react';
import styles from './text.module.css';

/** The name of a field of the API. Where it does not fit, it breaks between its words: `analyticsRole|Count`. */
export function FieldName({ children }: { readonly children: string }): ReactNode {
  return (
    <span className={styles.name}>
      {children.split(/(?<=[a-z])(?=[A-Z])/).map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name have no other identity
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </span>
  );
}
