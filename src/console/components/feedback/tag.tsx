import type { ReactNode } from 'react';
import styles from './feedback.module.css';

export type Tone = 'neutral' | 'good' | 'warning' | 'bad' | 'info';

/** A short word about a state. The word says everything; its colour only helps. */
export function Tag({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }): ReactNode {
  return (
    <span data-tag className={`${styles.tag} ${styles[tone] ?? ''}`}>
      {children}
    </span>
  );
}
