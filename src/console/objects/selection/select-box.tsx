import type { ReactNode } from 'react';
import styles from './select-box.module.css';
import type { SelectedAccount, Selection } from './selection.ts';

/** Selects an account, in the cell of a table that names it. */
export function SelectBox({
  account,
  selection,
}: {
  readonly account: SelectedAccount;
  readonly selection: Selection;
}): ReactNode {
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={`Select ${account.name}`}
      checked={selection.has(account.id)}
      onChange={() => selection.toggle(account)}
    />
  );
}
