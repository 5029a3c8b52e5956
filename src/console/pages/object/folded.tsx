// A part of the page that opens with a click. Going back to the page finds it as it was left.
import type { ReactNode } from 'react';
import { useEntryState } from '../../app/entry-state.ts';
import styles from './object.module.css';

interface FoldedProps {
  readonly title: string;
  /** How many things are in it. */
  readonly count?: number;
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

export function Folded({ title, count, isOpenAtFirst = false, children }: FoldedProps): ReactNode {
  const [isOpen, setOpen] = useEntryState(`${title} is open`, isOpenAtFirst);
  return (
    <details
      className={styles.origin}
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setOpen(currentTarget.open)}
    >
      <summary>
        {title} {count !== undefined && <span className={styles.muted}>{count}</span>}
      </summary>
      {children}
    </details>
  );
}
