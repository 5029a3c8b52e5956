import type { ReactNode } from 'react';
import styles from './feedback.module.css';

/** Shown instead of a list that has no items. @param children what to do next */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode {
  return (
    <div className={styles.empty}>
      <strong>{title}</strong>
      {children && <div>{children}</div>}
    </div>
  );
}
